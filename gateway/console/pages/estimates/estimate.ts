import { html } from 'hono/html';
import { ownProperty } from '../../../../domain/own-property.ts';
import { EstimateResponse } from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { typedNumber } from '../../../request/typed-number.ts';
import { actionButton, bar, card, cards, notice, section, tabs } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { ActionHandler, PageHandler } from '../../page.ts';
import { buildSection, modeSection, orderSection } from './baskets.ts';
import { lineSection } from './lines.ts';
import { certificateWords, modeName, modeNames, sentence, shippedAfter, statusBadge } from './words.ts';

/** An estimate: its basket as it grows, line by line, what to order where, and how sure that is. */

/** The pages of an estimate. */
export const estimateTabs = (id: string, current: 'basket' | 'sheet'): Html =>
  tabs('Estimate', [
    { name: 'Basket', href: `/console/estimates/${id}`, isCurrent: current === 'basket' },
    { name: 'The list as read', href: `/console/estimates/${id}/sheet`, isCurrent: current === 'sheet' },
  ]);

const riskNames: Readonly<Record<string, string>> = {
  lifecycle: 'going out of production',
  single_source: 'from one seller only',
  low_stock: 'with little in stock',
  above_expected_price: 'dearer than expected',
  above_median_price: 'dearer than usual',
  ships_late: 'late',
};

const riskWords = (formats: Formats, { riskSummary }: EstimateResponse): string =>
  Object.entries(riskSummary)
    .map(([code, count]) => `${formats.number(count)} ${ownProperty(riskNames, code) ?? code.replaceAll('_', ' ')}`)
    .join(', ');

/** Where to look first: what the basket lacks. */
const unboughtLink = (formats: Formats, { id, status, lines }: EstimateResponse): Html => {
  const open = lines.filter(({ chosen, doNotPlace }) => chosen.length === 0 && !doNotPlace).length;
  return open === 0 || status !== 'ready'
    ? html``
    : html`<div><a href="/console/estimates/${id}?show=open#lines">${formats.number(open)} not bought: see why</a></div>`;
};

const summary = (formats: Formats, estimate: EstimateResponse): Html => {
  const { lineCounts, certificate, totalPriceDecimal, currency, orders, lines } = estimate;
  const { bought = 0, total = lines.length } = lineCounts ?? {};
  const late = certificate !== undefined && certificate.unknownLeadTimes > 0;
  return cards([
    card(
      'Total',
      totalPriceDecimal === '' ? '–' : formats.money(totalPriceDecimal, currency),
      certificateWords(formats, estimate),
    ),
    card(
      'Lines bought',
      `${formats.number(bought)} of ${formats.number(total)}`,
      html`${bar(total === 0 ? 0 : bought / total, `${bought} of ${total} lines`)}${unboughtLink(formats, estimate)}${riskWords(formats, estimate)}`,
    ),
    card(
      'Orders',
      formats.number(orders.length),
      orders.map(({ seller, supplierName }) => seller?.name || supplierName).join(', '),
    ),
    card(
      'Ships',
      certificate === undefined || orders.length === 0 ? '–' : shippedAfter(certificate.leadTimeDays),
      late ? `of ${formats.number(certificate.unknownLeadTimes)} purchases it is not known` : '',
    ),
  ]);
};

/** What is to be aimed at, and what else is told; it can be changed where it stands. */
const wishes = (estimate: EstimateResponse): Html => {
  const { id, optimizationMode, comparison, builds, assemblies } = estimate;
  return section(
    'What it aims at',
    html`<form class="fields" method="post" action="/console/estimates/${id}/wishes">
<label>Aim <select name="optimization_mode">${Object.entries(modeNames).map(([mode, name]) => html`<option value="${mode}"${mode === optimizationMode ? html` selected` : ''}>${name}</option>`)}</select></label>
<label>Also for so many ${assemblies.length > 0 ? 'sets' : 'boards'} <input name="builds" value="${builds.map(({ buildQuantity }) => buildQuantity).join(', ')}" placeholder="10, 100, 1000" inputmode="numeric"></label>
<label class="check"><input type="checkbox" name="compare" value="true"${comparison.length > 0 ? html` checked` : ''}> compare all aims</label>
<button>Work it out</button></form>`,
  );
};

const progress = ({ status, lines }: EstimateResponse): Html => {
  if (status === 'parsing') return notice('info', 'The list is being read. This page follows by itself.');
  if (status !== 'optimizing') return html``;
  const waits = lines.some(({ lookups }) => lookups.some((each) => each.status === 'waiting'));
  return notice(
    'info',
    waits
      ? 'Suppliers are asked about parts that nobody here knows yet; what is known is shown meanwhile.'
      : 'The best basket is being looked for; better ones are shown as they are found.',
  );
};

const downloads = ({ id, status }: EstimateResponse): Html =>
  status === 'ready'
    ? html`<a class="button" href="/console/estimates/${id}/export?format=csv" download>CSV</a> <a class="button" href="/console/estimates/${id}/export?format=xlsx" download>XLSX</a>`
    : html``;

const lineWords = (formats: Formats, { lines, status }: EstimateResponse): string => {
  if (lines.length > 0) return lines.length === 1 ? '1 line' : `${formats.number(lines.length)} lines`;
  return status === 'error' ? 'no lines' : 'no lines yet';
};

/** The heading of each page of an estimate. */
export const estimateTitle = (formats: Formats, estimate: EstimateResponse, aside: Html | string = ''): Html => html`
<div class="title"><div><h1>${estimate.sourceName || 'Lines typed in'}</h1><p class="faint">${lineWords(formats, estimate)}, ${modeName(estimate.optimizationMode).toLowerCase()}, made ${formats.age(estimate.createdAt)}</p></div>
<div class="actions">${statusBadge(estimate.status)} ${aside}</div></div>`;

const errorNotice = ({ id, status, errorReason, errorMessage }: EstimateResponse): Html =>
  status === 'error'
    ? notice(
        'bad',
        html`${errorMessage} ${errorReason === 'no_lines' ? html`<a href="/console/estimates/${id}/sheet">Say what its columns mean</a>` : ''}`,
      )
    : html``;

/** What is doubtful of the whole list, and not said by its error already. */
const listDoubts = ({ doubts, status, errorMessage }: EstimateResponse): readonly Html[] =>
  doubts
    .map(({ text }) => text)
    .filter((text) => status !== 'error' || !errorMessage.includes(text))
    .map((text) => notice('warn', sentence(text)));

/** The page of an estimate. It follows the estimate by itself. */
export const estimatePage: PageHandler = async ({ api, formats, param, query }) => {
  const estimate = await api.get(EstimateResponse, `/v1/estimates/${encodeURIComponent(param('id'))}`);
  const { id, sourceName, status, version, lines } = estimate;
  return {
    title: sourceName || 'Estimate',
    body: html`${status === 'error' ? '' : html`<div data-events="/console/estimates/${id}/events" data-refresh="estimate"></div>`}
<div id="estimate">${estimateTitle(formats, estimate, downloads(estimate))}
${estimateTabs(id, 'basket')}
${errorNotice(estimate)}${progress(estimate)}${listDoubts(estimate)}
${lines.length === 0 ? '' : summary(formats, estimate)}
${orderSection(formats, estimate)}
${status === 'ready' ? wishes(estimate) : ''}
${modeSection(formats, estimate)}
${buildSection(formats, estimate)}
${lines.length === 0 ? '' : lineSection(formats, estimate, query)}
<div class="decided">${actionButton(`/console/estimates/${id}/delete`, 'Delete this estimate', {}, 'danger')}<span class="faint">In the API it is <span class="mono">${id}</span>, version ${version}.</span></div></div>`,
  };
};

/** A quantity as people write it; what is no number is left to be refused. */
const quantityOf = (text: string): number | string => {
  const quantity = typedNumber(text.replace(',', '.'));
  return Number.isNaN(quantity) ? text : quantity;
};

/** Changes one line: its product, its quantity, its offer, or what was doubtful of it. */
export const changeLine: ActionHandler = async ({ api, param, fields }) => {
  const [product, quantity, doubts] = ['canonical_id', 'quantity', 'accept_doubts'].map(
    (name) => fields.get(name) ?? '',
  );
  const pinned = fields.get('pinned_offer_id');
  const line = {
    number: typedNumber(param('line')),
    ...(product && { canonical_id: product }),
    ...(quantity && { quantity: quantityOf(quantity) }),
    ...(pinned !== null && { pinned_offer_id: pinned }),
    ...(doubts && { accept_doubts: doubts.split(' ') }),
  };
  await api.send('PATCH', `/v1/estimates/${encodeURIComponent(param('id'))}`, { lines: [line] });
  return `/console/estimates/${encodeURIComponent(param('id'))}#line-${line.number}`;
};

/** Changes what the estimate aims at, and what else is told. */
export const changeWishes: ActionHandler = async ({ api, param, fields }) => {
  const quantities = (fields.get('builds') ?? '').split(/[\s,;]+/).filter((text) => text !== '');
  await api.send('PATCH', `/v1/estimates/${encodeURIComponent(param('id'))}`, {
    optimization_mode: fields.get('optimization_mode') ?? '',
    compare: fields.has('compare'),
    builds: { quantities: quantities.map(quantityOf) },
  });
  return `/console/estimates/${encodeURIComponent(param('id'))}`;
};

/** Removes an estimate. */
export const deleteEstimate: ActionHandler = async ({ api, param }) => {
  await api.send('DELETE', `/v1/estimates/${encodeURIComponent(param('id'))}`);
  return '/console/estimates';
};
