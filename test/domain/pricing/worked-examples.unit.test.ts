import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { amount } from '../../../domain/money.ts';
import type { Offer, OfferView, PriceLadder } from '../../../domain/offers/offer.ts';
import { calculatePrice, type PriceAnswer } from '../../../domain/pricing/calculate.ts';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import type { PriceListEntry } from '../../../domain/pricing/rules/price-list.ts';
import type { RuleAction } from '../../../domain/pricing/rules/registry.ts';
import type { RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import { caller, credential, hoursBefore, ladder, matchedProduct, noon, offer, view } from '../../support/offers.ts';
import { fridaysRates, off, plus, rule } from '../../support/pricing-rules.ts';

/**
 * Prices calculated by hand, the arithmetic beside each. Unless a row says otherwise: 100 pieces of
 * an offer by Yageo that costs 0.10 EUR from 1 piece, 0.08 from 100 and 0.05 from 1,000; delivered
 * into the EU on Sunday, 1 March 2026, with Friday's rates, of which one euro is 1.25 USD, 0.80
 * GBP, 160 JPY and 0.96 CHF.
 */
interface Example {
  readonly is: string;
  /**
   * The lines as `rule amount`, between commas, then the final price with its currency; or why
   * there is no price.
   */
  readonly gives: string;
  readonly wanted?: number;
  readonly breaks?: readonly (readonly [number, string])[];
  readonly ladder?: Partial<PriceLadder>;
  readonly view?: Partial<OfferView>;
  readonly views?: readonly OfferView[];
  readonly offer?: Partial<Offer>;
  readonly rules?: readonly RuleDraft[];
  readonly zone?: string;
  readonly currency?: string;
  readonly caller?: Partial<Caller>;
  readonly at?: Date;
}

const standard = [
  [1, '0.10'],
  [100, '0.08'],
  [1_000, '0.05'],
] as const;

const viewOf = ({ breaks = standard, ladder: given, view: more }: Example): OfferView =>
  view({ price: { value: { kind: 'ladder', ladder: ladder(breaks, given) }, observedAt: hoursBefore(1) }, ...more });

const written = (answer: PriceAnswer): string => {
  if (answer.mode === 'on_request') return 'on request';
  if (answer.mode === 'unknown') return `unknown: ${answer.reason}`;
  const lines = answer.lines.map(({ ruleId, amount: text }) => `${ruleId} ${text}`).join(', ');
  return `${lines} = ${answer.finalPrice} ${answer.currency}`;
};

const price = (example: Example): PriceAnswer =>
  calculatePrice({
    offer: offer(example.views ?? [viewOf(example)], example.offer),
    caller: { ...caller, ...example.caller },
    quantity: example.wanted ?? 100,
    at: example.at ?? noon,
    zone: example.zone ?? 'EU',
    currency: example.currency,
    book: priceBook({ rules: example.rules ?? [], rates: fridaysRates }),
  });

const check = (examples: readonly Example[]): void => {
  it.each(examples.map((example) => [example.is, example] as const))('%s', (_, example) => {
    expect(written(price(example))).toBe(example.gives);
  });
};

const eur = (text: string) => ({ amount: text, currency: 'EUR' });

const list = (currency: string, ...entries: readonly Partial<PriceListEntry>[]): RuleAction => ({
  kind: 'price_list',
  currency,
  entries: entries.map((entry) => ({
    offers: [],
    products: [],
    suppliers: [],
    manufacturers: [],
    tiers: [],
    ...entry,
  })),
});

const from = (...tiers: readonly (readonly [number, string])[]) => ({
  tiers: tiers.map(([quantity, unitPrice]) => ({ from: quantity, unitPrice })),
});

const acme = { scope: { customers: ['acme'] } };
const club = { scope: { groups: ['buyers-club'] } };
const intoUs = { scope: { zones: ['US'] } };
const byWeight: RuleAction = { kind: 'zone_surcharge', basis: { by: 'weight', amount: eur('8') } };

const priced = (text: string, given: Partial<OfferView> = {}) =>
  view({ price: { value: { kind: 'ladder', ladder: ladder([[1, text]]) }, observedAt: hoursBefore(1) }, ...given });

const ofCustomer = (ownerId: string, given: object = {}) =>
  credential({ id: `crd_${ownerId}`, scope: 'customer', ownerId, ...given });

const ofGroup = credential({ id: 'crd_group', scope: 'group', ownerId: 'buyers-club' });

describe("the supplier's price", () => {
  check([
    { is: 'one piece', wanted: 1, gives: 'break_price 0.1 = 0.1 EUR' }, // 1 x 0.10
    { is: 'below the second break', wanted: 99, gives: 'break_price 9.9 = 9.9 EUR' }, // 99 x 0.10
    { is: 'at the second break', wanted: 100, gives: 'break_price 8 = 8 EUR' }, // 100 x 0.08
    { is: 'above it', wanted: 250, gives: 'break_price 20 = 20 EUR' }, // 250 x 0.08
    { is: 'at the last break', wanted: 1_000, gives: 'break_price 50 = 50 EUR' }, // 1,000 x 0.05
    {
      is: 'a price for a hundred',
      wanted: 250,
      breaks: [[100, '4.40']],
      ladder: { priceBase: 100 },
      gives: 'break_price 11 = 11 EUR', // 250 x 4.40 / 100
    },
    {
      is: 'less than half a cent',
      wanted: 3,
      breaks: [[1, '1']],
      ladder: { priceBase: 1_000 },
      gives: 'break_price 0.003, rounding -0.003 = 0 EUR', // 3 x 1 / 1,000 = 0.003, to 0.00
    },
    {
      is: 'half a cent goes to the even cent below',
      wanted: 5,
      breaks: [[1, '1']],
      ladder: { priceBase: 1_000 },
      // 0.005, between 0.00 and 0.01: 0 is even
      gives: 'break_price 0.005, rounding -0.005 = 0 EUR',
    },
    {
      is: 'half a cent goes to the even cent above',
      wanted: 15,
      breaks: [[1, '1']],
      ladder: { priceBase: 1_000 },
      // 0.015, between 0.01 and 0.02: 2 is even
      gives: 'break_price 0.015, rounding 0.005 = 0.02 EUR',
    },
    {
      is: 'raised to the minimum order quantity',
      wanted: 7,
      breaks: [[1, '0.5']],
      view: { minimumOrderQuantity: 20 },
      gives: 'break_price 3.5, buy_quantity 6.5 = 10 EUR', // 7 x 0.5 and 13 x 0.5
    },
    {
      is: 'raised to the minimum, then to the multiple',
      wanted: 21,
      breaks: [[1, '0.5']],
      view: { minimumOrderQuantity: 20, orderMultiple: 20 },
      gives: 'break_price 10.5, buy_quantity 9.5 = 20 EUR', // 21 x 0.5 and 19 x 0.5
    },
    {
      is: 'raised to the first break',
      wanted: 2,
      breaks: [[4, '0.25']],
      gives: 'break_price 0.5, buy_quantity 0.5 = 1 EUR', // 2 x 0.25 and 2 x 0.25
    },
    {
      is: 'the multiple reaches a cheaper break',
      wanted: 101,
      breaks: [
        [1, '3'],
        [200, '2'],
      ],
      view: { orderMultiple: 100 },
      gives: 'break_price 202, buy_quantity 198 = 400 EUR', // 200 pieces at 2: 101 x 2 and 99 x 2
    },
    {
      is: 'the fee of a reel',
      wanted: 10,
      ladder: { orderFee: amount('7') },
      gives: 'break_price 1, order_fee 7 = 8 EUR', // 10 x 0.10 + 7
    },
    {
      is: 'yen have no smaller coin',
      wanted: 3,
      breaks: [[1, '33.4']],
      ladder: { currency: 'JPY' },
      gives: 'break_price 100.2, rounding -0.2 = 100 JPY', // 3 x 33.4 = 100.2
    },
    {
      is: 'dinars have a thousand',
      wanted: 1,
      breaks: [[1, '0.1235']],
      ladder: { currency: 'KWD' },
      // between 0.123 and 0.124: 4 is even
      gives: 'break_price 0.1235, rounding 0.0005 = 0.124 KWD',
    },
    {
      is: 'on request',
      view: { price: { value: { kind: 'on_request' }, observedAt: hoursBefore(1) } },
      gives: 'on request', // the supplier names no price
    },
    { is: 'nothing observed', views: [], gives: 'unknown: no_observation' }, // nobody has looked
  ]);
});

describe('the currency', () => {
  check([
    {
      is: 'from dollars into euros',
      wanted: 1,
      breaks: [[1, '10']],
      ladder: { currency: 'USD' },
      currency: 'EUR',
      gives: 'break_price 8, currency 0 = 8 EUR', // 10 / 1.25
    },
    // 100 x 0.08 x 1.25
    { is: 'from euros into dollars', currency: 'USD', gives: 'break_price 10, currency 0 = 10 USD' },
    {
      is: 'from dollars into pounds, through the euro',
      wanted: 1,
      breaks: [[1, '10']],
      ladder: { currency: 'USD' },
      currency: 'GBP',
      gives: 'break_price 6.4, currency 0 = 6.4 GBP', // 10 / 1.25 x 0.80
    },
    {
      is: 'from dollars into yen',
      wanted: 1,
      breaks: [[1, '10']],
      ladder: { currency: 'USD' },
      currency: 'JPY',
      gives: 'break_price 1280, currency 0 = 1280 JPY', // 10 / 1.25 x 160
    },
    {
      is: 'from pounds into francs',
      wanted: 1,
      breaks: [[1, '10']],
      ladder: { currency: 'GBP' },
      currency: 'CHF',
      gives: 'break_price 12, currency 0 = 12 CHF', // 10 / 0.80 x 0.96
    },
    {
      is: 'what it comes to is rounded once',
      wanted: 3,
      breaks: [[1, '0.01']],
      ladder: { currency: 'USD' },
      currency: 'EUR',
      gives: 'break_price 0.024, currency 0, rounding -0.004 = 0.02 EUR', // 3 x 0.01 / 1.25 = 0.024
    },
    {
      is: 'half a cent from yen',
      wanted: 1,
      breaks: [[1, '100']],
      ladder: { currency: 'JPY' },
      currency: 'EUR',
      // 100 / 160 = 0.625: 2 is even
      gives: 'break_price 0.625, currency 0, rounding -0.005 = 0.62 EUR',
    },
    { is: 'no rate', currency: 'SEK', gives: 'unknown: no_exchange_rate' }, // crowns are not rated
    {
      is: 'a rate of a week ago',
      at: new Date('2026-03-06T12:00:00Z'),
      currency: 'USD',
      gives: 'break_price 10, currency 0 = 10 USD', // 27 February is seven days before: 8 x 1.25
    },
    {
      is: 'a rate that is older',
      at: new Date('2026-03-07T00:00:00Z'),
      currency: 'USD',
      gives: 'unknown: no_exchange_rate', // eight days
    },
    {
      is: "the customer's own currency",
      caller: { currency: 'USD' },
      gives: 'break_price 10, currency 0 = 10 USD', // 8 x 1.25
    },
    {
      is: "the request's before the customer's",
      caller: { currency: 'USD' },
      currency: 'EUR',
      gives: 'break_price 8 = 8 EUR', // nothing to exchange
    },
    {
      is: 'the fee is exchanged too',
      wanted: 1,
      breaks: [[1, '10']],
      ladder: { currency: 'USD', orderFee: amount('5') },
      currency: 'EUR',
      gives: 'break_price 8, order_fee 4, currency 0 = 12 EUR', // 10 / 1.25 + 5 / 1.25
    },
  ]);
});

describe('a price list', () => {
  check([
    {
      is: 'in place of the price',
      rules: [rule('list', list('EUR', from([1, '0.07'])), acme)],
      gives: 'break_price 8, list -1 = 7 EUR', // 100 x 0.07 = 7
    },
    {
      is: 'its tier for the pieces',
      rules: [rule('list', list('EUR', from([50, '0.075'], [200, '0.06'])), acme)],
      gives: 'break_price 8, list -0.5 = 7.5 EUR', // 100 x 0.075 = 7.5
    },
    {
      is: 'says nothing below its first tier',
      rules: [rule('list', list('EUR', from([500, '0.01'])), acme)],
      gives: 'break_price 8 = 8 EUR', // 100 is below 500
    },
    {
      is: 'an entry for the offer before one for the maker',
      rules: [
        rule(
          'list',
          list('EUR', { manufacturers: ['Yageo'], ...from([1, '0.09']) }, { offers: ['ofr_1'], ...from([1, '0.06']) }),
          acme,
        ),
      ],
      gives: 'break_price 8, list -2 = 6 EUR', // 100 x 0.06 = 6
    },
    {
      is: 'an entry for the product',
      offer: { productId: 'prd_1' },
      rules: [rule('list', list('EUR', { products: ['prd_1'], ...from([1, '0.05']) }), acme)],
      gives: 'break_price 8, list -3 = 5 EUR', // 100 x 0.05 = 5
    },
    {
      is: 'not for an offer that is no known product',
      rules: [rule('list', list('EUR', { products: ['prd_1'], ...from([1, '0.05']) }), acme)],
      gives: 'break_price 8 = 8 EUR', // which product it is, is unknown
    },
    {
      is: 'an entry for the supplier',
      rules: [rule('list', list('EUR', { suppliers: ['borealis'], ...from([1, '0.079']) }), acme)],
      gives: 'break_price 8, list -0.1 = 7.9 EUR', // 100 x 0.079 = 7.9
    },
    {
      is: 'a maker in another spelling, dearer than the supplier',
      rules: [rule('list', list('EUR', { manufacturers: ['YAGEO'], ...from([1, '0.085']) }), acme)],
      gives: 'break_price 8, list 0.5 = 8.5 EUR', // 100 x 0.085 = 8.5
    },
    {
      is: "the customer's before the group's, whatever their priorities",
      rules: [
        rule('group', list('EUR', from([1, '0.01'])), { ...club, priority: 100 }),
        rule('own', list('EUR', from([1, '0.07'])), acme),
      ],
      gives: 'break_price 8, own -1 = 7 EUR', // one list only: 100 x 0.07 = 7
    },
    {
      is: 'in dollars',
      rules: [rule('list', list('USD', from([1, '0.11'])), acme)],
      gives: 'break_price 8, list 0.8 = 8.8 EUR', // 100 x 0.11 / 1.25 = 8.8
    },
    {
      is: 'in a currency without a rate',
      rules: [rule('list', list('SEK', from([1, '0.11'])), acme)],
      gives: 'unknown: no_exchange_rate', // what the list costs cannot be told
    },
    {
      is: 'leaves the fee alone',
      ladder: { orderFee: amount('7') },
      rules: [rule('list', list('EUR', from([1, '0.07'])), acme)],
      gives: 'break_price 8, order_fee 7, list -1 = 14 EUR', // 7 in place of 8, and the fee of 7
    },
  ]);
});

describe('percentages and amounts', () => {
  check([
    // 8 x 0.125 = 1
    { is: 'a markup', rules: [rule('more', plus('12.5'))], gives: 'break_price 8, more 1 = 9 EUR' },
    // 8 x 0.05 = 0.4
    { is: 'a discount', rules: [rule('less', off('5'))], gives: 'break_price 8, less -0.4 = 7.6 EUR' },
    {
      is: "the customer's before the group's, each of what is left",
      rules: [rule('a-group', off('10'), club), rule('b-own', off('10'), acme)],
      // 8 - 0.8 = 7.2; 7.2 - 0.72 = 6.48
      gives: 'break_price 8, b-own -0.8, a-group -0.72 = 6.48 EUR',
    },
    // 8 x 1
    { is: 'all of it', rules: [rule('gift', off('100'))], gives: 'break_price 8, gift -8 = 0 EUR' },
    {
      is: 'the greater priority first',
      rules: [rule('a', plus('10'), { priority: 1 }), rule('b', off('20'), { priority: 2 })],
      gives: 'break_price 8, b -1.6, a 0.64 = 7.04 EUR', // 8 - 1.6 = 6.4; 6.4 + 0.64
    },
    {
      is: 'of equal priority the lesser id first',
      rules: [rule('b', plus('10')), rule('a', off('20'))],
      gives: 'break_price 8, a -1.6, b 0.64 = 7.04 EUR', // as above
    },
    {
      is: 'an exclusive one ends its step',
      rules: [rule('alone', off('10'), { priority: 2, stacking: 'exclusive' }), rule('more', off('5'))],
      gives: 'break_price 8, alone -0.8 = 7.2 EUR', // 8 - 0.8, and nothing after it
    },
    {
      is: 'an exclusive one does not come after another',
      rules: [rule('first', off('5'), { priority: 2 }), rule('alone', off('10'), { stacking: 'exclusive' })],
      gives: 'break_price 8, first -0.4 = 7.6 EUR', // 8 - 0.4
    },
    {
      is: 'an exclusive one leaves other steps alone',
      rules: [rule('own', off('10'), { ...acme, stacking: 'exclusive' }), rule('group', off('10'), club)],
      gives: 'break_price 8, own -0.8, group -0.72 = 6.48 EUR', // as above
    },
    {
      is: 'so much more for each piece',
      rules: [rule('handling', { kind: 'fixed_markup', amount: eur('0.01'), per: 'piece' })],
      gives: 'break_price 8, handling 1 = 9 EUR', // 100 x 0.01 = 1
    },
    {
      is: 'so much more for the order',
      rules: [rule('handling', { kind: 'fixed_markup', amount: eur('2.5'), per: 'order' })],
      gives: 'break_price 8, handling 2.5 = 10.5 EUR', // 8 + 2.5
    },
    {
      is: 'so much less for each piece',
      rules: [rule('bonus', { kind: 'fixed_discount', amount: eur('0.005'), per: 'piece' })],
      gives: 'break_price 8, bonus -0.5 = 7.5 EUR', // 100 x 0.005 = 0.5
    },
    {
      is: 'never less than nothing',
      rules: [rule('bonus', { kind: 'fixed_discount', amount: eur('10'), per: 'order' })],
      gives: 'break_price 8, bonus -8 = 0 EUR', // 10 off, but there are only 8
    },
    {
      is: 'an amount in dollars',
      rules: [rule('fee', { kind: 'fixed_markup', amount: { amount: '1.25', currency: 'USD' }, per: 'order' })],
      gives: 'break_price 8, fee 1 = 9 EUR', // 1.25 / 1.25 = 1
    },
    {
      is: 'an amount without a rate',
      rules: [rule('fee', { kind: 'fixed_markup', amount: { amount: '1', currency: 'SEK' }, per: 'order' })],
      gives: 'unknown: no_exchange_rate', // what the fee costs cannot be told
    },
  ]);
});

const tiers: RuleAction = {
  kind: 'quantity_tiers',
  tiers: [
    { from: 100, percent: '2' },
    { from: 250, percent: '5' },
  ],
};

describe('quantity tiers', () => {
  check([
    // 99 < 100
    { is: 'none below the first', wanted: 99, rules: [rule('bulk', tiers)], gives: 'break_price 9.9 = 9.9 EUR' },
    // 8 x 0.02
    { is: 'the first', rules: [rule('bulk', tiers)], gives: 'break_price 8, bulk -0.16 = 7.84 EUR' },
    // 20 x 0.05
    { is: 'the second', wanted: 250, rules: [rule('bulk', tiers)], gives: 'break_price 20, bulk -1 = 19 EUR' },
    {
      is: 'by the pieces bought, not those wanted',
      wanted: 60,
      view: { orderMultiple: 100 },
      rules: [rule('bulk', tiers)],
      // 100 pieces at 0.08; 8 x 0.02
      gives: 'break_price 4.8, buy_quantity 3.2, bulk -0.16 = 7.84 EUR',
    },
  ]);
});

const floor = rule('floor', { kind: 'margin_floor', percent: '10' });

describe('a margin floor', () => {
  check([
    {
      is: 'raises what is below it',
      rules: [rule('half', off('50')), floor],
      gives: 'break_price 8, half -4, floor 4.8 = 8.8 EUR', // at least 8 x 1.1 = 8.8
    },
    {
      is: 'leaves what is above it',
      rules: [rule('more', plus('20')), floor],
      gives: 'break_price 8, more 1.6 = 9.6 EUR', // 9.6 is above 8.8
    },
    {
      is: 'counts the fee as cost',
      ladder: { orderFee: amount('2') },
      rules: [rule('half', off('50')), floor],
      gives: 'break_price 8, order_fee 2, half -5, floor 6 = 11 EUR', // at least 10 x 1.1 = 11
    },
    {
      is: 'the highest of several',
      rules: [
        rule('low', { kind: 'margin_floor', percent: '5' }),
        rule('top', { kind: 'margin_floor', percent: '25' }),
      ],
      gives: 'break_price 8, low 0.4, top 1.6 = 10 EUR', // at least 8.4, then at least 10
    },
  ]);
});

const surcharge = (basis: Extract<RuleAction, { kind: 'zone_surcharge' }>['basis']): RuleAction => ({
  kind: 'zone_surcharge',
  basis,
});

describe('a surcharge of a zone', () => {
  check([
    {
      is: 'for the order',
      zone: 'US',
      rules: [rule('sea', surcharge({ by: 'order', amount: eur('4.9') }), intoUs)],
      gives: 'break_price 8, sea 4.9 = 12.9 EUR', // 8 + 4.9
    },
    {
      is: 'not in another zone',
      rules: [rule('sea', surcharge({ by: 'order', amount: eur('4.9') }), intoUs)],
      gives: 'break_price 8 = 8 EUR', // delivered into the EU
    },
    {
      is: 'for each piece',
      zone: 'US',
      rules: [rule('sea', surcharge({ by: 'piece', amount: eur('0.002') }), intoUs)],
      gives: 'break_price 8, sea 0.2 = 8.2 EUR', // 100 x 0.002
    },
    {
      is: 'as a percentage',
      zone: 'US',
      rules: [rule('sea', surcharge({ by: 'percent', percent: '3' }), intoUs)],
      gives: 'break_price 8, sea 0.24 = 8.24 EUR', // 8 x 0.03
    },
    {
      is: 'several not on top of each other',
      zone: 'US',
      rules: [
        rule('a', surcharge({ by: 'percent', percent: '10' }), intoUs),
        rule('b', surcharge({ by: 'percent', percent: '10' }), intoUs),
      ],
      gives: 'break_price 8, a 0.8, b 0.8 = 9.6 EUR', // 8 x 0.1 each
    },
    {
      is: 'by weight',
      zone: 'US',
      offer: { product: matchedProduct({ characteristics: { weight: '2.5 g' } }) },
      rules: [rule('air', byWeight, intoUs)],
      gives: 'break_price 8, air 2 = 10 EUR', // 100 x 0.0025 kg = 0.25 kg; 0.25 x 8
    },
    {
      is: 'none by a weight that is not known',
      zone: 'US',
      rules: [rule('air', byWeight, intoUs)],
      gives: 'break_price 8 = 8 EUR', // unknown is not zero, and not anything else either
    },
  ]);
});

describe('duty and tax', () => {
  check([
    {
      is: 'tax counts on duty',
      rules: [rule('vat', { kind: 'tax', percent: '20' }), rule('customs', { kind: 'duty', percent: '5' })],
      gives: 'break_price 8, customs 0.4, vat 1.68 = 10.08 EUR', // 8 x 0.05; 8.4 x 0.2
    },
    {
      is: 'duty counts on surcharges',
      zone: 'US',
      rules: [
        rule('customs', { kind: 'duty', percent: '10' }, intoUs),
        rule('sea', surcharge({ by: 'order', amount: eur('2') }), intoUs),
      ],
      gives: 'break_price 8, sea 2, customs 1 = 11 EUR', // 10 x 0.1
    },
    {
      is: 'two taxes not on top of each other',
      rules: [rule('a', { kind: 'tax', percent: '5' }), rule('b', { kind: 'tax', percent: '7' })],
      gives: 'break_price 8, a 0.4, b 0.56 = 8.96 EUR', // 8 x 0.05; 8 x 0.07
    },
    {
      is: 'only in its zone',
      zone: 'US',
      rules: [rule('vat', { kind: 'tax', percent: '20' }, { scope: { zones: ['EU'] } })],
      gives: 'break_price 8 = 8 EUR', // delivered into the US
    },
  ]);
});

const swiss = (step: string, mode: 'half_up' | 'up' | 'down' | 'half_even'): RuleDraft =>
  rule('swiss', { kind: 'rounding', currency: 'CHF', step, mode });

describe('rounding', () => {
  check([
    {
      is: 'to five centimes',
      currency: 'CHF',
      rules: [swiss('0.05', 'half_up')],
      // 8 x 0.96 = 7.68, nearer to 7.70 than to 7.65
      gives: 'break_price 7.68, currency 0, swiss 0.02 = 7.7 CHF',
    },
    {
      is: 'up to a franc',
      currency: 'CHF',
      rules: [swiss('1', 'up')],
      gives: 'break_price 7.68, currency 0, swiss 0.32 = 8 CHF', // the next whole franc
    },
    {
      is: 'down to half a franc',
      currency: 'CHF',
      rules: [swiss('0.5', 'down')],
      gives: 'break_price 7.68, currency 0, swiss -0.18 = 7.5 CHF', // 15 x 0.5
    },
    {
      is: 'half to even',
      wanted: 1,
      breaks: [[1, '0.125']],
      ladder: { currency: 'CHF' },
      rules: [swiss('0.05', 'half_even')],
      // between 2 x 0.05 and 3 x 0.05: 2 is even
      gives: 'break_price 0.125, swiss -0.025 = 0.1 CHF',
    },
    // euros stay
    { is: 'not in another currency', rules: [swiss('5', 'up')], gives: 'break_price 8 = 8 EUR' },
    {
      is: 'one rule of several',
      currency: 'CHF',
      rules: [swiss('0.05', 'half_up'), rule('z', { kind: 'rounding', currency: 'CHF', step: '5', mode: 'up' })],
      gives: 'break_price 7.68, currency 0, swiss 0.02 = 7.7 CHF', // the lesser id
    },
  ]);
});

describe('whom, what and when a rule is for', () => {
  const five = (given: Parameters<typeof rule>[2]) => [rule('less', off('5'), given)];
  const applied = 'break_price 8, less -0.4 = 7.6 EUR'; // 8 x 0.05
  const ignored = 'break_price 8 = 8 EUR';
  check([
    { is: 'another customer', rules: five({ scope: { customers: ['globex'] } }), gives: ignored },
    { is: 'another group', rules: five({ scope: { groups: ['rivals-club'] } }), gives: ignored },
    { is: 'its supplier', rules: five({ scope: { suppliers: ['borealis'] } }), gives: applied },
    { is: 'another supplier', rules: five({ scope: { suppliers: ['australis'] } }), gives: ignored },
    { is: 'its maker', rules: five({ scope: { manufacturers: ['yageo'] } }), gives: applied },
    {
      is: 'its offer, but of another supplier',
      rules: five({ scope: { offers: ['ofr_1'], suppliers: ['x'] } }),
      gives: ignored,
    },
    { is: 'its offer', rules: five({ scope: { offers: ['ofr_1'] } }), gives: applied },
    { is: 'a condition that holds', rules: five({ condition: 'quantity >= 100' }), gives: applied },
    { is: 'a condition that does not', rules: five({ condition: 'quantity > 100' }), gives: ignored },
    { is: 'a condition on the caller', rules: five({ condition: '"buyers-club" in customer.groups' }), gives: applied },
    {
      is: 'a characteristic',
      offer: { product: matchedProduct({ characteristics: { voltage: '5 V' } }) },
      rules: five({ condition: 'product.characteristics.voltage == "5 V"' }),
      gives: applied,
    },
    {
      is: 'a characteristic that is not known',
      rules: five({ condition: 'product.characteristics.voltage == "5 V"' }),
      gives: ignored,
    },
    { is: 'the day', rules: five({ condition: 'date < timestamp("2026-03-02T00:00:00Z")' }), gives: applied },
    { is: 'the zone', rules: five({ condition: 'zone == "US"' }), gives: ignored },
    { is: 'from its first instant', rules: five({ validFrom: noon }), gives: applied },
    { is: 'not before', rules: five({ validFrom: new Date(noon.getTime() + 1) }), gives: ignored },
    { is: 'until its last', rules: five({ validUntil: new Date(noon.getTime() + 1) }), gives: applied },
    { is: 'not after', rules: five({ validUntil: noon }), gives: ignored },
    { is: 'not while it is disabled', rules: five({ enabled: false }), gives: ignored },
  ]);
});

describe('whose price it is made from', () => {
  const ten = 'break_price 10 = 10 EUR'; // 100 x 0.10
  check([
    {
      is: "the customer's own before the system's",
      views: [priced('0.10'), priced('0.07', { credential: ofCustomer('acme') })],
      gives: 'break_price 7 = 7 EUR', // 100 x 0.07
    },
    {
      is: "the group's before the system's",
      views: [priced('0.10'), priced('0.09', { credential: ofGroup })],
      gives: 'break_price 9 = 9 EUR', // 100 x 0.09
    },
    {
      is: "the system's while the customer's fails",
      views: [priced('0.10'), priced('0.07', { credential: ofCustomer('acme', { failingSince: hoursBefore(1) }) })],
      gives: ten,
    },
    {
      is: "never another customer's",
      views: [priced('0.10'), priced('0.01', { credential: ofCustomer('globex') })],
      gives: ten,
    },
    {
      is: "nothing when there is only another's",
      views: [priced('0.01', { credential: ofCustomer('globex') })],
      gives: 'unknown: no_observation',
    },
  ]);
});

describe('all at once', () => {
  check([
    {
      is: 'from dollars, with every step',
      wanted: 90,
      breaks: [
        [1, '0.15'],
        [100, '0.125'],
      ],
      ladder: { currency: 'USD', orderFee: amount('2.5') },
      view: { orderMultiple: 50 },
      currency: 'EUR',
      zone: 'US',
      rules: [
        rule('vat', { kind: 'tax', percent: '10' }, intoUs),
        rule('customs', { kind: 'duty', percent: '2.5' }, intoUs),
        rule('sea', surcharge({ by: 'order', amount: eur('1') }), intoUs),
        rule('floor', { kind: 'margin_floor', percent: '5' }),
        rule('group', off('10'), club),
        rule('own', off('20'), acme),
        rule('list', list('USD', from([100, '0.1'])), acme),
        rule('cent', { kind: 'rounding', currency: 'EUR', step: '0.1', mode: 'up' }),
      ],
      // 100 pieces: 90 x 0.125 / 1.25 = 9; 10 more 1; fee 2.5 / 1.25 = 2; list 100 x 0.1 / 1.25 =
      // 8, 2 less than 10; 10 - 2 = 8; 8 - 0.8 = 7.2; at least 12 x 1.05 = 12.6; + 1 = 13.6; duty
      // 0.34; tax 13.94 x 0.1 = 1.394; 15.334 to 15.4.
      gives:
        'break_price 9, buy_quantity 1, order_fee 2, currency 0, list -2, own -2, group -0.8, floor 5.4, sea 1, customs 0.34, vat 1.394, cent 0.066 = 15.4 EUR',
    },
  ]);
});

describe('a better quantity', () => {
  const better = (example: Omit<Example, 'is' | 'gives'>) => {
    const answer = price({ is: '', gives: '', ...example });
    return answer.mode === 'fixed' ? answer.better : undefined;
  };

  it('is told when the next break makes the order cheaper, and is not chosen', () => {
    // 99 x 0.10 = 9.90, but 100 x 0.08 = 8
    expect(better({ wanted: 99 })).toEqual({ quantity: 100, total: '8', saving: '1.9' });
    // 700 x 0.08 = 56, but 1,000 x 0.05 = 50
    expect(better({ wanted: 700 })).toEqual({ quantity: 1_000, total: '50', saving: '6' });
  });

  it('is not told when nothing is cheaper', () => {
    expect(better({ wanted: 80 })).toBeUndefined(); // 8 and 8
    expect(better({ wanted: 100 })).toBeUndefined(); // 8, and 1,000 x 0.05 = 50
    expect(better({ wanted: 1_000 })).toBeUndefined();
  });

  it('is the cheaper of the next two breaks, with the multiple, the rules and the currency counted', () => {
    const breaks = [
      [1, '1'],
      [90, '0.99'],
      [100, '0.5'],
    ] as const;
    // 85 x 1 = 85; 90 x 0.99 = 89.1; 100 x 0.5 = 50
    expect(better({ wanted: 85, breaks })).toEqual({ quantity: 100, total: '50', saving: '35' });
    // by 60: 120 x 0.5 = 60 for 85 wanted anyway
    expect(better({ wanted: 85, breaks, view: { orderMultiple: 60 } })).toBeUndefined();
    // 50 x 0.9 x 1.25 = 56.25 beside 85 x 0.9 x 1.25 = 95.625, rounded to 95.62
    const given = { wanted: 85, breaks, currency: 'USD', rules: [rule('less', off('10'))] };
    expect(better(given)).toEqual({ quantity: 100, total: '56.25', saving: '39.37' });
  });

  it('is found where only a rule makes it cheaper', () => {
    const rules = [rule('list', list('EUR', from([1, '0.2'], [120, '0.1'])), acme)];
    // 100 x 0.2 = 20, but 120 x 0.1 = 12
    expect(better({ rules })).toEqual({ quantity: 120, total: '12', saving: '8' });
  });
});
