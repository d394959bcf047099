import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import {
  type BasketSummary,
  type EstimateChoice,
  type EstimateLine,
  EstimateResponse,
  type SupplierOrder,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import { actionButton, badge, bar, card, cards, empty, notice, section, stackedTable, table } from '../components.ts';
import type { Formats } from '../format.ts';
import type { Html } from '../html.ts';
import type { ActionHandler, PageHandler } from '../page.ts';
import { modeNames, statusBadge } from './estimates.ts';

/** An estimate: its basket as it grows, line by line, what to order where, and how sure that is. */

const moneyOf = (
  formats: Formats,
  money: { readonly amount: string; readonly currency: string } | undefined,
): string => (money === undefined ? '–' : formats.money(money.amount, money.currency));

/** The certificate in words. */
const certificateWords = (formats: Formats, estimate: EstimateResponse): string => {
  const { certificate, optimizationMode, orders } = estimate;
  if (certificate === undefined) return 'not worked out yet';
  if (orders.length === 0) return 'nothing could be bought';
  const aim = (ownProperty(modeNames, optimizationMode) ?? optimizationMode).toLowerCase();
  if (certificate.gap === 0 && certificate.isFirstAimProven) return `Proven: no basket is better (${aim}).`;
  if (certificate.gap === 0) return `No basket of as many suppliers is cheaper (${aim}).`;
  return `At most ${formats.percent(certificate.gap)} from the best possible (${aim}).`;
};

const shipsIn = (days: number | undefined): string =>
  days === undefined ? 'not known' : days === 0 ? 'ships now' : `${days} days`;

const summary = (formats: Formats, estimate: EstimateResponse): Html => {
  const { lineCounts, certificate, totalPriceDecimal, currency, orders } = estimate;
  const { bought = 0, total = 0 } = lineCounts ?? {};
  return cards([
    card(
      'Total',
      totalPriceDecimal === '' ? '–' : formats.money(totalPriceDecimal, currency),
      certificateWords(formats, estimate),
    ),
    card(
      'Lines bought',
      `${formats.number(bought)} of ${formats.number(total)}`,
      bar(total === 0 ? 0 : bought / total, `${bought} of ${total} lines`),
    ),
    card(
      'Orders',
      formats.number(orders.length),
      orders.map(({ seller, supplierName }) => seller?.name || supplierName).join(', '),
    ),
    card(
      'Ships',
      certificate === undefined || orders.length === 0 ? '–' : shipsIn(certificate.leadTimeDays),
      certificate !== undefined && certificate.unknownLeadTimes > 0 ? `${certificate.unknownLeadTimes} not known` : '',
    ),
  ]);
};

const purchase = (formats: Formats, choice: EstimateChoice): Html => html`<div class="purchase">
<span class="figure">${formats.number(choice.quantity)} ×</span>
<span>${choice.productUrl === '' ? html`<span class="mono">${choice.supplierSku}</span>` : html`<a class="mono" href="${choice.productUrl}" rel="noreferrer noopener">${choice.supplierSku}</a>`}
<span class="faint">${choice.seller?.name || choice.supplierName}</span> ${choice.isSubstitute ? badge(choice.alternate?.grade ?? 'substitute', 'warn') : ''}${choice.matchConfidence === 'exact' || choice.matchConfidence === '' ? '' : badge(choice.matchConfidence, choice.matchConfidence === 'strong' ? 'good' : 'warn')}</span></div>`;

const candidateForms = (estimate: EstimateResponse, line: EstimateLine): Html =>
  html`<ul class="candidates">${line.candidates.slice(0, 5).map(
    ({
      canonicalId,
      product,
    }) => html`<li><span><a class="part" href="/console/products/${canonicalId}">${product?.mpn ?? canonicalId}</a> <span class="faint">${product?.manufacturer} ${product?.description}</span></span>
${actionButton(`/console/estimates/${estimate.id}/lines/${line.number}`, 'Take it', { canonical_id: canonicalId })}</li>`,
  )}</ul>`;

const asked = ({ lookups }: EstimateLine): Html =>
  html`${lookups.map(({ supplierId, status }) => html`<div class="faint">${supplierId}: ${status.replaceAll('_', ' ')}</div>`)}`;

const remarks = (line: EstimateLine): Html => html`
${line.doubts.map(({ text }) => html`<div class="remark warn">${text}</div>`)}
${line.risks.map(({ text }) => html`<div class="remark">${text}</div>`)}`;

const outcome = (formats: Formats, estimate: EstimateResponse, line: EstimateLine): Html => {
  if (line.doNotPlace) return html`<span class="faint">not to be placed</span>`;
  if (line.chosen.length > 0) return html`${line.chosen.map((choice) => purchase(formats, choice))}${remarks(line)}`;
  return html`<div class="bad">${line.unresolvedMessage || line.unresolvedReason.replaceAll('_', ' ') || 'being worked on'}</div>
${line.candidates.length === 0 ? '' : candidateForms(estimate, line)}${asked(line)}${remarks(line)}`;
};

const quantityForm = (
  estimate: EstimateResponse,
  line: EstimateLine,
): Html => html`<form method="post" class="inline quantity" action="/console/estimates/${estimate.id}/lines/${line.number}">
<label class="unseen" for="quantity-${line.number}">Quantity of line ${line.number}</label>
<input id="quantity-${line.number}" class="narrow" name="quantity" inputmode="decimal" value="${line.quantityDecimal || line.quantity}">
<button class="quiet" aria-label="Change the quantity of line ${line.number}">✓</button></form>`;

const lineRow = (
  formats: Formats,
  estimate: EstimateResponse,
  line: EstimateLine,
): Html => html`<tr id="line-${line.number}">
<td class="figure faint">${line.number}</td>
<td><div class="raw">${line.mpn || line.rawText}</div><div class="faint">${[line.manufacturer, line.references.slice(0, 8).join(' ')].filter((text) => text !== '').join(' · ')}</div></td>
<td class="figure">${quantityForm(estimate, line)}</td>
<td>${line.product === undefined ? html`<span class="faint">–</span>` : html`<a class="part" href="/console/products/${line.canonicalId}">${line.product.mpn}</a><div class="faint">${line.product.manufacturer}</div>`}</td>
<td>${outcome(formats, estimate, line)}</td>
<td class="figure">${moneyOf(formats, line.price)}${line.chosen.length === 0 ? '' : html`<div class="faint">${shipsIn(line.shipsInDays)}</div>`}</td></tr>`;

const lineColumns = [
  { name: '#', isFigure: true },
  { name: 'As read' },
  { name: 'Quantity', isFigure: true },
  { name: 'Part' },
  { name: 'Bought' },
  { name: 'Price', isFigure: true },
];

const orderPanel = (formats: Formats, estimate: EstimateResponse, order: SupplierOrder): Html => {
  const seller = order.seller?.name || order.supplierName;
  const cart = `/console/estimates/${estimate.id}/export?format=cart&seller=${encodeURIComponent(seller)}`;
  return html`<details class="order"><summary><span>${seller}</span><span class="figure">${moneyOf(formats, order.goods)}</span></summary>
${table(
  `What to order at ${seller}`,
  [
    { name: 'Order number' },
    { name: 'Part' },
    { name: 'Pieces', isFigure: true },
    { name: 'Price', isFigure: true },
    { name: 'For lines' },
  ],
  order.items.map(
    ({ supplierSku, product, quantity, price, lines, excess }) => html`<tr><td class="mono">${supplierSku}</td>
<td>${product?.mpn}<div class="faint">${product?.manufacturer}</div></td>
<td class="figure">${formats.number(quantity)}${excess > 0 ? html`<div class="faint">${formats.number(excess)} more than needed</div>` : ''}</td>
<td class="figure">${moneyOf(formats, price)}</td><td class="faint">${lines.join(', ')}</td></tr>`,
  ),
)}<p><a class="button" href="${cart}" download>Cart file</a></p></details>`;
};

const basketRows = (
  formats: Formats,
  title: string,
  baskets: readonly BasketSummary[],
  nameOf: (basket: BasketSummary) => string,
): Html =>
  baskets.length === 0
    ? html``
    : section(
        title,
        table(
          title,
          [
            { name: '' },
            { name: 'Total', isFigure: true },
            { name: 'Lines', isFigure: true },
            { name: 'Suppliers', isFigure: true },
            { name: 'Lead time', isFigure: true },
          ],
          baskets.map(
            (
              basket,
            ) => html`<tr><td>${nameOf(basket)}</td><td class="figure">${basket.errorReason === '' ? moneyOf(formats, basket.total) : basket.errorReason.replaceAll('_', ' ')}</td>
<td class="figure">${formats.number(basket.boughtLines)}</td><td class="figure">${formats.number(basket.suppliers)}</td><td class="figure">${shipsIn(basket.leadTimeDays)}</td></tr>`,
          ),
        ),
      );

const reading = (estimate: EstimateResponse): Html => {
  const { detected } = estimate;
  if (detected === undefined) return html``;
  const { tableMap, headings, skippedRows, format, encoding, delimiter } = detected;
  const columns = Object.entries(tableMap?.columns ?? {});
  const skipped = Object.entries(skippedRows);
  return html`<details><summary>How the list was read</summary>
<p>${[format, encoding, delimiter === '' ? '' : `columns parted by ${JSON.stringify(delimiter)}`].filter((text) => text !== '').join(', ')}</p>
<ul class="columns">${columns.map(([at, role]) => html`<li><span class="faint">${headings[Number(at)] ?? `column ${at}`}</span> ${badge(role, 'info')}</li>`)}</ul>
${skipped.length === 0 ? '' : html`<p class="faint">Left out: ${skipped.map(([why, count]) => `${count} × ${why.replaceAll('_', ' ')}`).join(', ')}</p>`}</details>`;
};

const orderSection = (formats: Formats, estimate: EstimateResponse): Html =>
  estimate.orders.length === 0
    ? html``
    : section('Orders', html`${estimate.orders.map((order) => orderPanel(formats, estimate, order))}`);

const lineSection = (formats: Formats, estimate: EstimateResponse): Html =>
  section(
    'Lines',
    estimate.lines.length === 0
      ? empty('No lines yet', estimate.errorMessage || 'The list is being read.')
      : stackedTable(
          'Lines of the list',
          lineColumns,
          estimate.lines.map((line) => lineRow(formats, estimate, line)),
        ),
  );

const downloads = ({ id, status }: EstimateResponse): Html =>
  status === 'ready'
    ? html`<a class="button" href="/console/estimates/${id}/export?format=csv" download>CSV</a> <a class="button" href="/console/estimates/${id}/export?format=xlsx" download>XLSX</a>`
    : html``;

/** The page of an estimate. It follows the estimate by itself. */
export const estimatePage: PageHandler = async ({ api, formats, param }) => {
  const estimate = await api.get(EstimateResponse, `/v1/estimates/${encodeURIComponent(param('id'))}`);
  const { id, sourceName, status, doubts, errorMessage } = estimate;
  return {
    title: sourceName || 'Estimate',
    body: html`<div data-events="/console/estimates/${id}/events" data-refresh="estimate"></div>
<div id="estimate"><div class="title"><div><h1>${sourceName || 'Lines typed in'}</h1><p class="faint mono">${id}, version ${estimate.version}</p></div>
<div class="actions">${statusBadge(status)} ${downloads(estimate)}</div></div>
${status === 'error' ? notice('bad', errorMessage) : ''}${doubts.map(({ text }) => notice('warn', text))}
${summary(formats, estimate)}${reading(estimate)}
${orderSection(formats, estimate)}
${basketRows(formats, 'By aim', estimate.comparison, ({ optimizationMode }) => ownProperty(modeNames, optimizationMode) ?? optimizationMode)}
${basketRows(formats, 'By boards built', estimate.builds, ({ buildQuantity }) => formats.number(buildQuantity))}
${lineSection(formats, estimate)}
<p>${actionButton(`/console/estimates/${id}/delete`, 'Delete this estimate', {}, 'danger')}</p></div>`,
  };
};

/** Changes one line: its product or its quantity. */
export const changeLine: ActionHandler = async ({ api, param, fields }) => {
  const [product, quantity] = [fields.get('canonical_id') ?? '', fields.get('quantity') ?? ''];
  const line = {
    number: Number(param('line')),
    ...(product !== '' && { canonical_id: product }),
    ...(quantity !== '' && { quantity: Number(quantity.replace(',', '.')) }),
  };
  await api.send('PATCH', `/v1/estimates/${encodeURIComponent(param('id'))}`, { lines: [line] });
  return `/console/estimates/${encodeURIComponent(param('id'))}#line-${line.number}`;
};

/** Removes an estimate. */
export const deleteEstimate: ActionHandler = async ({ api, param }) => {
  await api.send('DELETE', `/v1/estimates/${encodeURIComponent(param('id'))}`);
  return '/console/estimates';
};
