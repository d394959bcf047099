import { html } from 'hono/html';
import { ownProperty } from '../../../../domain/own-property.ts';
import type { EstimateChoice, EstimateLine, EstimateResponse } from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { typedNumber } from '../../../request/typed-number.ts';
import { actionButton, badge, empty, filters, section, stackedTable } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import { moneyOf, sentence, shipsIn } from './words.ts';

/** Lines of an estimate: what each was taken for, what is bought, and what can be said instead. */

const pathOf = ({ id }: EstimateResponse, { number }: EstimateLine): string =>
  `/console/estimates/${id}/lines/${number}`;

const purchase = (formats: Formats, choice: EstimateChoice): Html => html`<div class="purchase">
<span class="figure">${formats.number(choice.quantity)} ×</span>
<span>${choice.productUrl === '' ? html`<span class="mono">${choice.supplierSku}</span>` : html`<a class="mono" href="${choice.productUrl}" rel="noreferrer noopener">${choice.supplierSku}</a>`}
<span class="faint">${choice.seller?.name || choice.supplierName}</span> ${choice.isSubstitute ? badge(choice.alternate?.grade ?? 'substitute', 'warn') : ''}${choice.matchConfidence === 'exact' || choice.matchConfidence === '' ? '' : badge(choice.matchConfidence, choice.matchConfidence === 'strong' ? 'good' : 'warn')}</span></div>`;

/** Products that are shown to choose from. */
const maxCandidates = 8;

const candidateForms = (estimate: EstimateResponse, line: EstimateLine): Html => {
  const { candidates, number } = line;
  if (candidates.length === 0) return html``;
  const shown = candidates.slice(0, maxCandidates);
  const isNeeded = line.canonicalId === '';
  return html`<details id="candidates-${number}"><summary>${isNeeded ? 'Choose' : 'Choose another'} among ${shown.length} ${shown.length === 1 ? 'product' : 'products'}</summary>
<ul class="candidates">${shown.map(
    ({
      canonicalId,
      product,
    }) => html`<li><span><a class="part" href="/console/products/${canonicalId}">${product?.mpn ?? canonicalId}</a> <span class="faint">${product?.manufacturer} ${product?.description}</span></span>
${actionButton(pathOf(estimate, line), 'Take it', { canonical_id: canonicalId })}</li>`,
  )}</ul></details>`;
};

const otherOffers = (formats: Formats, estimate: EstimateResponse, line: EstimateLine): Html =>
  line.alternatives.length === 0
    ? html``
    : html`<details id="offers-${line.number}"><summary>${line.alternatives.length} other ${line.alternatives.length === 1 ? 'offer' : 'offers'}</summary>
<ul class="candidates">${line.alternatives.map(
        (
          each,
        ) => html`<li><span><span class="mono">${each.supplierSku}</span> <span class="faint">${each.seller?.name || each.supplierName}</span> ${moneyOf(formats, each.price)} <span class="faint">for ${formats.number(each.quantity)}, ${shipsIn(each.ships?.days)}</span></span>
${actionButton(pathOf(estimate, line), 'Buy this one', { pinned_offer_id: each.offerId })}</li>`,
      )}</ul></details>`;

const lookupWords: Readonly<Record<string, string>> = {
  waiting: 'is asked',
  applying: 'has answered; the answer is being applied',
  found: 'has it',
  not_carried: 'does not carry it',
  unreachable: 'could not be reached',
  cannot_be_asked: 'cannot be asked',
};

const isOpen = ({ status }: EstimateLine['lookups'][number]): boolean => status === 'waiting' || status === 'applying';

const asked = (formats: Formats, { lookups }: EstimateLine): Html =>
  html`${lookups.map(
    ({ supplierId, status, refreshEta }) =>
      html`<div class="faint${isOpen({ supplierId, status, refreshEta }) ? ' waits' : ''}">${supplierId || 'A supplier'} ${ownProperty(lookupWords, status) ?? status.replaceAll('_', ' ')}${status === 'waiting' && refreshEta !== undefined ? html`, ${formats.age(refreshEta)}` : ''}</div>`,
  )}`;

const remarks = (estimate: EstimateResponse, line: EstimateLine): Html => {
  const { doubts, risks } = line;
  const codes = [...new Set(doubts.map(({ code }) => code))].join(' ');
  const accept =
    doubts.length === 0 || estimate.status !== 'ready'
      ? ''
      : html`<div class="remark">${actionButton(pathOf(estimate, line), 'I have looked at this', { accept_doubts: codes }, 'quiet')}</div>`;
  return html`${doubts.map(({ text }) => html`<div class="remark warn">${sentence(text)}</div>`)}${accept}
${risks.map(({ text }) => html`<div class="remark">${text}</div>`)}`;
};

const unbought = (formats: Formats, estimate: EstimateResponse, line: EstimateLine): Html => {
  const waits = estimate.status !== 'ready' && line.lookups.some(isOpen);
  const why = line.unresolvedMessage || line.unresolvedReason.replaceAll('_', ' ') || 'being worked on';
  const says = waits
    ? html`<div class="faint">Nobody here knows it yet; suppliers are asked.</div>`
    : html`<div class="bad">${why}</div>`;
  return html`${says}${asked(formats, line)}${candidateForms(estimate, line)}${remarks(estimate, line)}`;
};

const outcome = (formats: Formats, estimate: EstimateResponse, line: EstimateLine): Html => {
  if (line.doNotPlace) return html`<span class="faint">not to be placed</span>`;
  const pinned =
    line.pinnedOfferId === ''
      ? ''
      : html`<div class="remark">chosen by hand ${actionButton(pathOf(estimate, line), 'Any again', { pinned_offer_id: '' }, 'quiet')}</div>`;
  if (line.chosen.length === 0) return html`${unbought(formats, estimate, line)}${pinned}`;
  return html`${line.chosen.map((choice) => purchase(formats, choice))}${pinned}${remarks(estimate, line)}
${otherOffers(formats, estimate, line)}${candidateForms(estimate, line)}`;
};

const quantityForm = (
  estimate: EstimateResponse,
  line: EstimateLine,
): Html => html`<form method="post" class="inline quantity" action="${pathOf(estimate, line)}">
<label class="unseen" for="quantity-${line.number}">Quantity of line ${line.number}</label>
<input id="quantity-${line.number}" class="narrow" name="quantity" inputmode="decimal" placeholder="?" value="${line.quantityDecimal}">
<button class="quiet" aria-label="Change the quantity of line ${line.number}">✓</button></form>`;

const partCell = (line: EstimateLine): Html =>
  line.canonicalId === ''
    ? html`<span class="faint none">–</span>`
    : html`<a class="part" href="/console/products/${line.canonicalId}">${line.product?.mpn ?? 'the product chosen'}</a><div class="faint">${line.product?.manufacturer}</div>`;

const lineRow = (
  formats: Formats,
  estimate: EstimateResponse,
  line: EstimateLine,
): Html => html`<tr id="line-${line.number}">
<td class="figure faint">${line.number}</td>
<td><div class="raw">${line.mpn || line.rawText}</div><div class="faint">${[line.assembly, line.manufacturer, line.references.slice(0, 8).join(' ')].filter((text) => text !== '').join(' · ')}</div></td>
<td class="figure">${quantityForm(estimate, line)}</td>
<td>${partCell(line)}</td>
<td>${outcome(formats, estimate, line)}</td>
<td class="figure">${line.price === undefined ? html`<span class="faint none">–</span>` : moneyOf(formats, line.price)}${line.chosen.length === 0 ? '' : html`<div class="faint">${shipsIn(line.shipsInDays)}</div>`}</td></tr>`;

const lineColumns = [
  { name: '#', isFigure: true },
  { name: 'As read' },
  { name: 'Quantity', isFigure: true },
  { name: 'Part' },
  { name: 'Bought' },
  { name: 'Price', isFigure: true },
];

/** Which lines are shown, by the word of the address. */
const shows = {
  all: { name: 'All', has: () => true },
  open: { name: 'Not bought', has: ({ chosen, doNotPlace }: EstimateLine) => chosen.length === 0 && !doNotPlace },
  doubtful: { name: 'Doubtful', has: ({ doubts }: EstimateLine) => doubts.length > 0 },
  risky: { name: 'With risks', has: ({ risks }: EstimateLine) => risks.length > 0 },
  changed: {
    name: 'Changed',
    has: ({ number }: EstimateLine, { changedLines }: EstimateResponse) => changedLines.includes(number),
  },
} as const;

/** Lines of one page: more take longer to read than to page through. */
const pageSize = 50;

/** The lines that the address asks for. */
export const lineSection = (formats: Formats, estimate: EstimateResponse, query: URLSearchParams): Html => {
  const { lines, id, errorMessage } = estimate;
  if (lines.length === 0)
    return section('Lines', empty('No lines yet', errorMessage === '' ? 'The list is being read.' : errorMessage));
  const asked = query.get('show') ?? 'all';
  const show = Object.keys(shows).find((name) => name === asked) ?? 'all';
  const address = (name: string, from = 0): string =>
    `/console/estimates/${id}?show=${name}${from === 0 ? '' : `&from=${from}`}#lines`;
  const counted = Object.entries(shows).map(([name, { name: label, has }]) => ({
    label,
    count: lines.filter((line) => has(line, estimate)).length,
    href: address(name),
    isChosen: name === show,
  }));
  const chosen = lines.filter((line) => shows[show as keyof typeof shows].has(line, estimate));
  const from = Math.min(Math.max(0, typedNumber(query.get('from') ?? '') || 0), Math.max(0, chosen.length - 1));
  const page = chosen.slice(from, from + pageSize);
  const link = (to: number, label: string): Html | string =>
    to < 0 || to >= chosen.length ? '' : html`<a class="button" href="${address(show, to)}">${label}</a> `;
  const pages =
    chosen.length <= pageSize
      ? ''
      : html`<p>${link(from - pageSize, 'Lines before')}${link(from + pageSize, 'Lines after')}<span class="faint">${formats.number(from + 1)} to ${formats.number(from + page.length)} of ${formats.number(chosen.length)}</span></p>`;
  return html`<div id="lines">${section(
    'Lines',
    chosen.length === 0
      ? empty('None of the lines', html`<a href="${address('all')}">All lines</a> are ${formats.number(lines.length)}.`)
      : html`${stackedTable(
          'Lines of the list',
          lineColumns,
          page.map((line) => lineRow(formats, estimate, line)),
        )}${pages}`,
    filters(
      'Which lines',
      counted.filter(({ count, isChosen }, at) => at === 0 || count > 0 || isChosen),
      formats,
    ),
  )}</div>`;
};
