import { html } from 'hono/html';
import { ownProperty } from '../../../domain/own-property.ts';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { GetOffersResponse } from '../../../proto/gen/svc/public/v1/offers.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { typedNumber } from '../../request/typed-number.ts';
import { type ConsoleApi, orNothing } from '../api.ts';
import { waterfallBar } from '../charts.ts';
import { badge, card, cards, empty, freshness, notice, section, table } from '../components.ts';
import type { Formats, Html } from '../format.ts';
import type { PageHandler } from '../page.ts';

/** What an offer costs, step by step, as a waterfall. */

/** Steps that every price has; others are the work of a rule, which is named. */
const ownSteps: ReadonlySet<string> = new Set(['break_price', 'rounding']);

interface Step {
  readonly label: string;
  readonly ruleId: string;
  readonly amount: string;
  readonly value: number;
  readonly from: number;
}

const stepsOf = ({ breakdown }: PricingResponse): readonly Step[] => {
  let total = 0;
  return breakdown.map(({ label, ruleId, amount, amountDecimal }) => {
    const from = total;
    total += amount;
    return { label, ruleId, amount: amountDecimal, value: amount, from };
  });
};

const breakdown = (formats: Formats, price: PricingResponse): Html => {
  const steps = stepsOf(price);
  const most = Math.max(0, ...steps.flatMap(({ from, value }) => [from, from + value]));
  const rows = steps.map(
    (
      step,
    ) => html`<tr><td>${step.label}${ownSteps.has(step.ruleId) ? '' : html`<div class="faint mono">${step.ruleId}</div>`}</td>
<td class="wide">${waterfallBar(step, most)}</td><td class="figure">${formats.money(step.amount, price.currency)}</td></tr>`,
  );
  return html`<div class="steps">${table(
    'How the price comes about',
    [{ name: 'Step' }, { name: '' }, { name: 'Amount', isFigure: true }],
    [
      ...rows,
      html`<tr class="sum"><td>Total</td><td></td><td class="figure">${formats.money(price.finalPriceDecimal, price.currency)}</td></tr>`,
    ],
  )}</div>`;
};

const trail = (formats: Formats, price: PricingResponse): Html =>
  table(
    'Observations, in the order in which they were looked at',
    [{ name: 'Credential' }, { name: 'Outcome' }, { name: 'Observed', isFigure: true }],
    price.decisionTrail.map(
      ({ credentialLabel, outcome, observedAt }) => html`<tr><td>${credentialLabel || 'not told'}</td>
<td>${badge(outcome, outcome === 'chosen' ? 'good' : 'plain')}</td><td class="figure">${formats.age(observedAt)}</td></tr>`,
    ),
  );

/** Why there is no price, and what to do next. */
const unknown: Readonly<Record<string, string>> = {
  no_observation: 'Nobody here has seen a price yet. Refresh its part to have the suppliers asked.',
  no_exchange_rate: 'There is no rate to this currency. Leave it out, or choose another.',
  amount_too_large: 'The amount is too large to be told. Ask for fewer pieces.',
  not_visible: 'A policy hides it from you.',
};

const reasonOf = ({ unknownReason }: PricingResponse, isOfPast: boolean): string =>
  unknownReason === 'no_observation' && isOfPast
    ? 'Nobody here had seen a price by then. Choose a later day.'
    : (ownProperty(unknown, unknownReason) ?? unknownReason.replaceAll('_', ' '));

const answer = (formats: Formats, price: PricingResponse, isOfPast: boolean): Html => {
  if (price.pricingMode !== 'fixed')
    return empty(
      price.pricingMode === 'on_request' ? 'The supplier wants to be asked' : 'No price is known',
      price.pricingMode === 'on_request' ? 'It tells no price here.' : reasonOf(price, isOfPast),
    );
  const { betterQuantity: better, exchangeRate } = price;
  return html`${cards([
    card(
      'Total',
      formats.money(price.finalPriceDecimal, price.currency),
      `for ${formats.number(price.pricedQuantity)} pieces`,
    ),
    card('Each', formats.money(price.unitPriceDecimal, price.currency)),
    card('Seen', freshness(formats, price.freshness), price.observationSource?.credentialLabel ?? ''),
  ])}
${better === undefined ? '' : notice('info', html`${formats.number(better.quantity)} pieces cost less in all: ${formats.money(better.totalDecimal, price.currency)}, ${formats.money(better.savingDecimal, price.currency)} less.`)}
${exchangeRate === undefined ? '' : notice('plain', html`Exchanged at the rate of ${formats.day(exchangeRate.day)}.`)}
${section('How it comes about', breakdown(formats, price))}
${section('Which observation it rests on', trail(formats, price))}`;
};

const field = (query: URLSearchParams, name: string): string => query.get(name)?.trim() ?? '';

/** What the offer is of and who makes it; nothing where the address does not say of which part. */
const subject = async (api: ConsoleApi, productId: string, offerId: string): Promise<Html> => {
  if (productId === '') return html``;
  const path = `/v1/products/${encodeURIComponent(productId)}`;
  const [product, offers] = await Promise.all([
    orNothing(api.get(Product, path)),
    orNothing(api.get(GetOffersResponse, `${path}/offers`)),
  ]);
  const offer = offers?.items.find(({ id }) => id === offerId);
  if (product === undefined || offer === undefined) return html``;
  return html`<p><a class="part" href="/console/products/${product.id}">${product.mpn}</a> ${product.manufacturer} · ${product.description}
<span class="faint">from ${offer.supplierId}, order number</span> <span class="mono">${offer.supplierSku}</span></p>`;
};

/** The page of the price calculator. */
export const pricePage: PageHandler = async ({ api, formats, query }) => {
  const asked = {
    offer_id: field(query, 'offer_id'),
    quantity: typedNumber(field(query, 'quantity') || '100'),
    ...(field(query, 'delivery_zone') !== '' && { delivery_zone: field(query, 'delivery_zone') }),
    ...(field(query, 'currency') !== '' && { currency: field(query, 'currency') }),
    ...(field(query, 'date') !== '' && { date: `${field(query, 'date')}T00:00:00Z` }),
  };
  const productId = field(query, 'product_id');
  const [price, of] = await Promise.all([
    asked.offer_id === '' ? undefined : api.send('POST', '/v1/pricing', asked).then(PricingResponse.fromJSON),
    subject(api, productId, asked.offer_id),
  ]);
  return {
    title: 'Price',
    body: html`<h1>Price</h1>${of}
<form class="fields" data-live="price">${productId === '' ? '' : html`<input type="hidden" name="product_id" value="${productId}">`}
<label>Offer <input name="offer_id" class="mono" size="25" required value="${asked.offer_id}" placeholder="ofr_..." spellcheck="false"></label>
<label>Pieces <input name="quantity" type="number" min="1" max="2147483647" value="${asked.quantity}"></label>
<label>Delivery zone <input name="delivery_zone" value="${field(query, 'delivery_zone')}" placeholder="yours"></label>
<label>Currency <input name="currency" size="6" value="${field(query, 'currency')}" placeholder="yours" maxlength="3"></label>
<label>As of <input name="date" type="date" value="${field(query, 'date')}"></label>
<button class="primary">Calculate</button></form>
<div id="price">${price === undefined ? empty('Which offer?', html`Find one by <a href="/console/search">searching for its part</a>.`) : answer(formats, price, field(query, 'date') !== '')}</div>`,
  };
};
