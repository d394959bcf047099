import { html } from 'hono/html';
import type { BasketSummary, EstimateResponse, SupplierOrder } from '../../../../proto/gen/svc/public/v1/estimate.ts';
import { rowBar, splitBar } from '../../charts.ts';
import { section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import { modeName, moneyOf, shipsIn } from './words.ts';

/** What is ordered where, and what other baskets would come to. */

const sellerOf = ({ seller, supplierName, supplierId }: SupplierOrder): string =>
  seller?.name || supplierName || supplierId;

const orderColumns = [
  { name: 'Order number' },
  { name: 'Part' },
  { name: 'Pieces', isFigure: true },
  { name: 'Price', isFigure: true },
  { name: 'For lines' },
];

const orderPanel = (formats: Formats, estimate: EstimateResponse, order: SupplierOrder, at: number): Html => {
  const seller = sellerOf(order);
  const cart = `/console/estimates/${estimate.id}/export?format=cart&seller=${encodeURIComponent(seller)}`;
  const rows = order.items.map(
    ({ supplierSku, product, quantity, price, lines, excess, saving }) => html`<tr><td class="mono">${supplierSku}</td>
<td>${product?.mpn}<div class="faint">${product?.manufacturer}</div></td>
<td class="figure">${formats.number(quantity)}${excess > 0 ? html`<div class="faint">${formats.number(excess)} more than needed</div>` : ''}
${saving === undefined ? '' : html`<div class="good">saves ${moneyOf(formats, saving.amount)}</div>`}</td>
<td class="figure">${moneyOf(formats, price)}</td><td class="faint">${lines.slice(0, 20).join(', ')}</td></tr>`,
  );
  return html`<details class="order" id="order-${at}"><summary><span>${seller}</span>
<span class="faint">${formats.number(order.items.length)} ${order.items.length === 1 ? 'item' : 'items'}</span><span class="figure">${moneyOf(formats, order.goods)}</span></summary>
${table(`What to order at ${seller}`, orderColumns, rows)}
<p><a class="button" href="${cart}" download>Cart file</a></p></details>`;
};

/** What is ordered of each seller, with the file that its cart takes. */
export const orderSection = (formats: Formats, estimate: EstimateResponse): Html => {
  const { orders } = estimate;
  if (orders.length === 0) return html``;
  const shares = orders.map((order) => ({
    name: sellerOf(order),
    value: Number(order.goods?.amount ?? 0),
    text: moneyOf(formats, order.goods),
  }));
  const split = orders.length < 2 ? '' : splitBar('How the money is split among sellers', shares, formats.percent);
  return section('Orders', html`${split}${orders.map((order, at) => orderPanel(formats, estimate, order, at))}`);
};

const basketColumns = [
  { name: '' },
  { name: 'Compared' },
  { name: 'Total', isFigure: true },
  { name: 'Per board', isFigure: true },
  { name: 'Lines bought', isFigure: true },
  { name: 'Suppliers', isFigure: true },
  { name: 'Lead time', isFigure: true },
];

interface Compared {
  readonly name: string;
  readonly basket: BasketSummary;
  readonly isOwn: boolean;
  /** What is compared. */
  readonly value: number;
}

/** Of how many purchases import duty is not known, and therefore in no sum. */
const unknownDutyMark = (formats: Formats, { unknownDuties }: BasketSummary): Html =>
  unknownDuties === 0 ? html`` : html`<div class="warn">duty of ${formats.number(unknownDuties)} not known</div>`;

const comparedRow = (
  formats: Formats,
  { name, basket, isOwn, value }: Compared,
  { most, maxLines, allLines }: { readonly most: number; readonly maxLines: number; readonly allLines: number },
): Html => {
  const lines = `${formats.number(basket.boughtLines)} of ${formats.number(basket.lines || allLines)}`;
  const isLess = basket.boughtLines < maxLines;
  const why = isLess ? html`<div class="faint">${basket.unboughtMessage}</div>` : '';
  return basket.errorReason === '' && basket.boughtLines > 0
    ? html`<tr${isOwn ? html` class="own"` : ''}><td>${name}${isOwn ? html` <span class="faint">this one</span>` : ''}${why}</td>
<td class="wide">${rowBar(most === 0 ? 0 : value / most, isOwn)}</td><td class="figure">${moneyOf(formats, basket.total)}${unknownDutyMark(formats, basket)}</td>
<td class="figure">${moneyOf(formats, basket.totalPerBuild)}</td>
<td class="figure">${isLess ? html`<span class="warn">${lines}</span>` : lines}</td><td class="figure">${formats.number(basket.suppliers)}</td><td class="figure">${shipsIn(basket.leadTimeDays)}</td></tr>`
    : html`<tr><td>${name}</td><td colspan="6" class="faint">${basket.errorReason.replaceAll('_', ' ') || `${lines} lines. ${basket.unboughtMessage}`}</td></tr>`;
};

const comparedSection = (
  formats: Formats,
  { lineCounts, lines }: EstimateResponse,
  { title, note, compared }: { readonly title: string; readonly note: string; readonly compared: readonly Compared[] },
): Html => {
  if (compared.length === 0) return html``;
  const scale = {
    most: Math.max(...compared.map(({ value }) => value)),
    maxLines: Math.max(...compared.map(({ basket }) => basket.boughtLines)),
    allLines: lineCounts?.total ?? lines.length,
  };
  const isUneven = compared.some(({ basket }) => basket.errorReason === '' && basket.boughtLines < scale.maxLines);
  const isDutyUnknown = compared.some(({ basket }) => basket.errorReason === '' && basket.unknownDuties > 0);
  const dutyNote = isDutyUnknown ? ' Import duty that is not known is in none of the sums.' : '';
  return section(
    title,
    html`<p class="faint">${note}${dutyNote}${isUneven ? html` <span class="warn">Not all of them buy as many lines, so their sums are not of the same.</span>` : ''}</p>${table(
      title,
      basketColumns,
      compared.map((each) => comparedRow(formats, each, scale)),
    )}`,
  );
};

/** What the basket of each aim comes to. */
export const modeSection = (formats: Formats, estimate: EstimateResponse): Html =>
  comparedSection(formats, estimate, {
    title: 'By aim',
    note: 'The totals of all lines, at the same prices and stocks.',
    compared: estimate.comparison.map((basket) => ({
      name: modeName(basket.optimizationMode),
      basket,
      isOwn: basket.optimizationMode === estimate.optimizationMode,
      value: Number(basket.total?.amount ?? 0),
    })),
  });

/** What one board costs when more are built, or one set of the boards. */
export const buildSection = (formats: Formats, estimate: EstimateResponse): Html => {
  const built = estimate.assemblies.length > 0 ? 'set' : 'board';
  return comparedSection(formats, estimate, {
    title: `By ${built}s built`,
    note: `What one ${built} costs when so many are built.`,
    compared: estimate.builds.map((basket) => ({
      name: `${formats.number(basket.buildQuantity)} ${basket.buildQuantity === 1 ? built : `${built}s`}`,
      basket,
      isOwn: false,
      value: Number(basket.totalPerBuild?.amount ?? 0),
    })),
  });
};
