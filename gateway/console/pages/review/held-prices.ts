import { html } from 'hono/html';
import { documentOf, type HeldPrices } from '../../api.ts';
import { badge, empty, section, table } from '../../components.ts';
import type { Formats, Html } from '../../format.ts';
import type { PageHandler } from '../../page.ts';
import { heldPricesPath, reviewTabs } from './decisions.ts';

/** Prices that do not count until a second look settles them. */

type HeldPrice = HeldPrices['items'][number];

const jumps: Readonly<Record<HeldPrice['jump'], string>> = {
  ratio: 'far from the one before',
  currency: 'another currency',
  nothing_in_common: 'other quantities',
};

const maxBreaks = 4;

const ladder = (
  formats: Formats,
  { on_request: isOnRequest, currency = '', price_base: base, breaks }: HeldPrice['held'],
): Html => {
  if (isOnRequest) return html`<span class="faint">on request</span>`;
  const more = breaks.length - maxBreaks;
  return html`${breaks
    .slice(0, maxBreaks)
    .map(
      ({ quantity, price }) =>
        html`<div><span class="faint">from ${formats.number(quantity)}</span> ${formats.money(price, currency)}</div>`,
    )}${base === undefined || base === 1 ? '' : html`<div class="faint">for ${formats.number(base)}</div>`}${
    more > 0 ? html`<div class="faint">${formats.number(more)} more</div>` : ''
  }`;
};

const priceRow = (formats: Formats, price: HeldPrice): Html => html`<tr>
<td>${price.supplier_id}<div class="faint mono">${price.supplier_sku}</div><div class="faint">${price.credential_label}</div></td>
<td>${
  price.product_id === undefined
    ? html`<span class="mono">${price.mpn}</span>`
    : html`<a class="part" href="/console/products/${price.product_id}">${price.mpn ?? price.product_id}</a>`
}<div class="faint">${price.manufacturer}</div></td>
<td class="figure">${ladder(formats, price.counting)}<div class="faint">${formats.age(new Date(price.counting_seen_at))}</div></td>
<td class="figure">${ladder(formats, price.held)}</td>
<td>${badge(jumps[price.jump], 'warn')}</td>
<td class="figure">${formats.age(new Date(price.since))}</td>
<td><a href="/console/connectors/${price.supplier_id}">Fetch or pause</a></td></tr>`;

const columns = [
  { name: 'Offer' },
  { name: 'Part' },
  { name: 'Counts', isFigure: true },
  { name: 'Held back', isFigure: true },
  { name: 'Why' },
  { name: 'Since', isFigure: true },
  { name: '' },
];

/** The page of prices that are held back. */
export const heldPricesPage: PageHandler = async ({ api, formats, query }) => {
  const { items, next_cursor } = await api.get(documentOf<HeldPrices>(), '/v1/admin/held-prices', {
    limit: '25',
    cursor: query.get('cursor') ?? '',
  });
  const rows = items.map((each) => priceRow(formats, each));
  return {
    title: 'Held prices',
    body: html`<h1>Review</h1>${reviewTabs(heldPricesPath)}${section(
      'Prices that are held back, the latest first',
      items.length === 0
        ? empty(
            'No price is held back',
            'A price that jumps from the one before stands here until a second look settles it.',
          )
        : html`<p class="faint">The next run over an offer settles it: about the same price again counts from then on, about the one before dismisses it. Many of one supplier are rarely new prices: look at its currency, decimal mark and price base, and pause it before it is asked again.</p>
${table('Prices that are held back', columns, rows)}`,
    )}${next_cursor === undefined ? '' : html`<p><a class="button" href="${heldPricesPath}?cursor=${next_cursor}">Next page</a></p>`}`,
  };
};
