import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import type { ProductFact } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { SupplyChainTrace } from '../../../proto/gen/svc/public/v1/common.ts';
import type { Offer } from '../../../proto/gen/svc/public/v1/offers.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { type ConsoleApi, orNothing } from '../api.ts';
import { badge, empty, freshness, section, type Tone, table } from '../components.ts';
import type { Formats, Html } from '../format.ts';

/** Offers of a part side by side, each with what it costs at a quantity and what that rests on. */

/** An offer with what it costs at the quantity. */
export interface PricedOffer {
  readonly offer: Offer;
  readonly price: PricingResponse | undefined;
}

/** Offers that are priced for one page; those behind them are listed without a price. */
const maxPriced = 24;

/** The currency of most prices; the first by its letters where several have as many. */
const commonCurrency = (priced: readonly PricedOffer[]): string | undefined => {
  const counted = Map.groupBy(
    priced.flatMap(({ price }) => (price === undefined || price.finalPriceDecimal === '' ? [] : [price.currency])),
    (currency) => currency,
  );
  const [most] = [...counted].toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
  return most?.[0];
};

/** Prices in another currency than most cannot be compared, so they are asked for in that one. */
const inOneCurrency = async (
  api: ConsoleApi,
  priced: readonly PricedOffer[],
  { quantity, currency }: { readonly quantity: number; readonly currency: string | undefined },
): Promise<readonly PricedOffer[]> =>
  Promise.all(
    priced.map(async ({ offer, price }) => {
      if (
        currency === undefined ||
        price === undefined ||
        price.finalPriceDecimal === '' ||
        price.currency === currency
      )
        return { offer, price };
      const exchanged = await priceOf(api, offer, { quantity, currency });
      return { offer, price: exchanged === undefined || exchanged.finalPriceDecimal === '' ? price : exchanged };
    }),
  );

/**
 * The offers with their prices, cheapest first, in one currency where there are rates; those in
 * others, those without a price, and at the very end those that are withdrawn, are the last.
 */
export const pricedOffers = async (
  api: ConsoleApi,
  offers: readonly Offer[],
  quantity: number,
): Promise<readonly PricedOffer[]> => {
  const priced = offers.map(async (offer, at) => ({
    offer,
    price: at < maxPriced ? await priceOf(api, offer, { quantity }) : undefined,
  }));
  const first = await Promise.all(priced);
  const currency = commonCurrency(first);
  const rank = ({ offer, price }: PricedOffer): readonly [group: number, amount: number] => {
    const last = offer.withdrawnAt === undefined ? 0 : 3;
    if (price === undefined || price.finalPriceDecimal === '') return [last + 2, 0];
    return [last + (price.currency === currency ? 0 : 1), price.finalPrice];
  };
  return (await inOneCurrency(api, first, { quantity, currency })).toSorted((one, other) => {
    const [[group, amount], [otherGroup, otherAmount]] = [rank(one), rank(other)];
    return group - otherGroup || amount - otherAmount;
  });
};

/** Undefined where it cannot be said, such as a quantity that is too large for the offer. */
const priceOf = (
  api: ConsoleApi,
  { id }: Offer,
  asked: { readonly quantity: number; readonly currency?: string },
): Promise<PricingResponse | undefined> =>
  orNothing(api.send('POST', '/v1/pricing', { offer_id: id, ...asked }).then(PricingResponse.fromJSON));

/** Too little is what would not do for the pieces that must be bought. */
const stockOf = (formats: Formats, { stock, leadTimeDays }: Offer, quantity: number): Html => {
  const later =
    leadTimeDays === undefined ? '' : html`<div class="faint">more in ${formats.number(leadTimeDays)} days</div>`;
  if (stock.length === 0) return html`<span class="faint">not known</span>${later}`;
  const total = stock.reduce((sum, each) => sum + (each.quantity ?? 0), 0);
  return html`<span${total < quantity ? html` class="bad"` : ''}>${formats.number(total)}</span>${later}`;
};

const packOf = (formats: Formats, { packaging, minimumOrderQuantity, orderMultiple }: Offer): Html => html`${packaging}
<div class="faint">${[
  minimumOrderQuantity === undefined ? '' : `from ${formats.number(minimumOrderQuantity)}`,
  orderMultiple === undefined || orderMultiple === 1 ? '' : `in steps of ${formats.number(orderMultiple)}`,
]
  .filter((text) => text !== '')
  .join(', ')}</div>`;

const matchTones: Readonly<Record<string, Tone>> = { exact: 'good', strong: 'good', probable: 'warn', weak: 'bad' };

const priceCells = (formats: Formats, price: PricingResponse | undefined): Html => {
  if (price === undefined || price.finalPriceDecimal === '') {
    const why =
      price?.pricingMode === 'on_request' ? 'on request' : (price?.unknownReason ?? 'no price').replaceAll('_', ' ');
    return html`<td class="figure faint" colspan="2">${why}</td>`;
  }
  const { finalPriceDecimal, unitPriceDecimal, currency, pricedQuantity, requestedQuantity, exchangeRate } = price;
  const exchanged = exchangeRate === undefined ? '' : html`<div class="faint">from ${exchangeRate.fromCurrency}</div>`;
  return html`<td class="figure">${formats.money(unitPriceDecimal, currency)}${exchanged}</td>
<td class="figure"><strong>${formats.money(finalPriceDecimal, currency)}</strong>${
    pricedQuantity > requestedQuantity ? html`<div class="faint">for ${formats.number(pricedQuantity)}</div>` : ''
  }</td>`;
};

const parties = (trace: SupplyChainTrace): readonly (readonly [role: string, ref: string])[] => [
  ['made by', trace.manufacturerRef],
  ['distributed by', trace.distributorRef],
  ...trace.warehouseOperatorRefs.map((ref) => ['stored by', ref] as const),
  ['sold by', trace.salesAgentRef],
  ['told by', trace.apiProviderRef],
  ['seen at', trace.observedViaSupplierRef],
];

/** Through whose hands goods and word of them go; a party with several roles stands once. */
const chain = (trace: SupplyChainTrace | undefined): Html => {
  const known = trace === undefined ? [] : parties(trace).filter(([, ref]) => ref !== '');
  if (known.length === 0) return html``;
  const links = [...Map.groupBy(known, ([, ref]) => ref)].map(
    ([ref, roles]) => html`<li><span class="faint">${roles.map(([role]) => role).join(', ')}</span> ${ref}</li>`,
  );
  return html`<div><h3>Supply chain</h3><ol class="chain">${links}</ol></div>`;
};

const warehouses = (formats: Formats, { stock }: Offer): Html =>
  stock.length === 0
    ? html``
    : html`<div><h3>Stock by warehouse</h3><dl class="pairs">${stock.map(
        ({ warehouseRef, quantity, observedAt }) =>
          html`<div><dt>${warehouseRef}</dt><dd>${quantity === undefined ? 'not known' : formats.number(quantity)} <span class="faint">${formats.age(observedAt)}</span></dd></div>`,
      )}</dl></div>`;

const ladder = (formats: Formats, { priceBreaks, priceBase }: Offer): Html =>
  priceBreaks.length === 0
    ? html``
    : html`<div><h3>Prices${priceBase === undefined || priceBase === 1 ? '' : ` for ${formats.number(priceBase)}`}</h3><dl class="pairs">${priceBreaks.map(
        ({ quantity, price }) =>
          html`<div><dt>from ${formats.number(quantity)}</dt><dd class="figure">${price === undefined ? '–' : formats.money(price.amount, price.currency)}</dd></div>`,
      )}</dl></div>`;

const evidence = (offer: Offer): Html => html`<div><h3>Why it is this part</h3><dl class="pairs">
<div><dt>the seller writes</dt><dd>${[offer.supplierManufacturer, offer.supplierMpn].filter((text) => text !== '').join(' ') || 'nothing'}</dd></div>
<div><dt>rule</dt><dd>${offer.matchRule === 'new_canonical' ? 'the part is known from this offer' : offer.matchRule.replaceAll('_', ' ').replaceAll('mpn', 'part number')}</dd></div></dl></div>`;

/** What sources state of one offer rather than of the part. */
const factsOf = (facts: readonly ProductFact[], { id }: Offer): readonly ProductFact[] =>
  facts.filter(({ about, sources }) => about === 'offer' && sources.some(({ offerId }) => offerId === id));

const isLink = (value: string): boolean => /^https?:\/\//.test(value) && URL.canParse(value);

const stated = (facts: readonly ProductFact[]): Html =>
  facts.length === 0
    ? html``
    : html`<div><h3>What the seller states</h3><dl class="pairs">${facts.map(({ name, value }) => html`<div><dt>${name.replaceAll('_', ' ').replace(/ url$/, ' page')}</dt><dd>${isLink(value) ? html`<a href="${value}" rel="noreferrer noopener">${new URL(value).hostname}</a>` : value}</dd></div>`)}</dl></div>`;

const offerRows = (
  formats: Formats,
  { offer, price }: PricedOffer,
  { quantity, facts }: { readonly quantity: number; readonly facts: readonly ProductFact[] },
): Html => html`<tr>
<td>${offer.supplierId}<div class="faint mono">${offer.supplierSku}</div>${
  offer.withdrawnAt === undefined ? '' : badge('withdrawn', 'bad')
}</td>
<td>${packOf(formats, offer)}</td>
<td class="figure">${stockOf(formats, offer, Math.max(quantity, price?.pricedQuantity ?? 0))}</td>
${priceCells(formats, price)}
<td>${badge(offer.matchConfidence, ownProperty(matchTones, offer.matchConfidence))}</td>
<td class="figure">${freshness(formats, offer.freshness)}</td>
<td><a href="/console/price?offer_id=${offer.id}&amp;quantity=${quantity}&amp;product_id=${offer.canonicalId}${price?.exchangeRate === undefined ? '' : html`&amp;currency=${price.currency}`}">Breakdown</a></td></tr>
<tr class="more"><td colspan="8"><details id="offer-${offer.id}"><summary>Stock, prices and evidence <span class="unseen">of ${offer.supplierSku || 'it'}</span></summary>
<div class="details">${chain(offer.supplyChainTrace)}${warehouses(formats, offer)}${ladder(formats, offer)}${evidence(offer)}${stated(factsOf(facts, offer))}</div></details></td></tr>`;

const offerColumns = [
  { name: 'Supplier' },
  { name: 'Pack' },
  { name: 'Stock', isFigure: true },
  { name: 'Each', isFigure: true },
  { name: 'Total', isFigure: true },
  { name: 'Match' },
  { name: 'Seen', isFigure: true },
  { name: '' },
];

/** The offers at a quantity, which can be changed. */
export const offersSection = (
  formats: Formats,
  offers: readonly PricedOffer[],
  { quantity, facts }: { readonly quantity: number; readonly facts: readonly ProductFact[] },
): Html =>
  section(
    'Offers',
    offers.length === 0
      ? empty('Nobody sells it', 'No supplier that you may see has an offer for this part. Refresh asks them again.')
      : html`<div class="offers">${table(
          'Offers, cheapest first',
          offerColumns,
          offers.map((each) => offerRows(formats, each, { quantity, facts })),
        )}</div>`,
    html`<form class="inline"><label>Pieces <input class="narrow" type="number" name="quantity" min="1" max="2147483647" value="${quantity}"></label> <button>Price</button></form>`,
  );
