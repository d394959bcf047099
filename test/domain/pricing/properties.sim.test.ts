import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { amount, amountText, zero } from '../../../domain/money.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import { calculatePrice, type PriceAnswer } from '../../../domain/pricing/calculate.ts';
import { roundingModes } from '../../../domain/pricing/fixed-point.ts';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import type { RuleAction } from '../../../domain/pricing/rules/registry.ts';
import type { RuleDraft, RuleScope } from '../../../domain/pricing/rules/rule.ts';
import { offerViews } from '../../support/offer-arbitraries.ts';
import { caller, hoursBefore, ladder, matchedProduct, noon, offer, view } from '../../support/offers.ts';
import { fridaysRates, rule } from '../../support/pricing-rules.ts';

const numRuns = process.env.LONG === '1' ? 10_000 : 3_000;

// Ten thousand books of rules are compiled in each test.
vi.setConfig({ testTimeout: 180_000 });

const decimalBelow = (max: number, places: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: max * 10 ** places }).map((units) => amountText(amount(String(units)).div(10 ** places)));

const currency = fc.constantFrom('EUR', 'USD', 'GBP', 'JPY', 'CHF');
const money = fc.record({ amount: decimalBelow(100, 4), currency });
const percent = decimalBelow(100, 2);
const per = fc.constantFrom('piece' as const, 'order' as const);

const ascending = fc
  .uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 })
  .map((all) => all.sort((a, b) => a - b));

const tiersOf = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<{ from: number; value: Value }[]> =>
  ascending.chain((froms) => fc.tuple(...froms.map((from) => value.map((each) => ({ from, value: each })))));

const action: fc.Arbitrary<RuleAction> = fc.oneof(
  fc.record({ tiers: tiersOf(decimalBelow(5, 5)), currency }).map(({ tiers, currency: of }): RuleAction => {
    const entry = { offers: [], products: [], suppliers: [], manufacturers: [] };
    return {
      kind: 'price_list',
      currency: of,
      entries: [{ ...entry, tiers: tiers.map(({ from, value }) => ({ from, unitPrice: value })) }],
    };
  }),
  fc.record({
    kind: fc.constantFrom('percent_markup', 'percent_discount', 'margin_floor', 'duty', 'tax'),
    percent,
  }),
  fc.record({ kind: fc.constantFrom('fixed_markup', 'fixed_discount'), amount: money, per }),
  tiersOf(percent).map(
    (tiers): RuleAction => ({
      kind: 'quantity_tiers',
      tiers: tiers.map(({ from, value }) => ({ from, percent: value })),
    }),
  ),
  fc
    .oneof(
      fc.record({ by: fc.constantFrom('order', 'piece', 'weight'), amount: money }),
      fc.record({ by: fc.constant('percent'), percent }),
    )
    .map((basis): RuleAction => ({ kind: 'zone_surcharge', basis })),
  fc.record({
    kind: fc.constant('rounding'),
    currency,
    step: fc.constantFrom('0.01', '0.05', '1', '0.003'),
    mode: fc.constantFrom(...roundingModes),
  }),
) as fc.Arbitrary<RuleAction>;

const someOf = (...names: readonly string[]): fc.Arbitrary<string[]> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: fc.subarray([...names]) });

const scope: fc.Arbitrary<RuleScope> = fc.record({
  customers: someOf('acme', 'globex'),
  groups: someOf('buyers-club', 'rivals-club'),
  suppliers: someOf('borealis', 'australis'),
  manufacturers: someOf('Yageo', 'Vishay'),
  products: someOf('prd_1', 'prd_2'),
  offers: someOf('ofr_1', 'ofr_2'),
  zones: someOf('EU', 'US'),
});

const moment = fc.option(fc.integer({ min: -48, max: 48 }).map(hoursBefore), { nil: undefined });

const ruleGiven = fc.record({
  action,
  scope,
  priority: fc.integer({ min: 0, max: 3 }),
  stacking: fc.constantFrom('stack' as const, 'exclusive' as const),
  condition: fc.constantFrom(
    undefined,
    undefined,
    'quantity >= 100',
    'zone == "EU"',
    'product.characteristics.x == "y"',
  ),
  validFrom: moment,
  validUntil: moment,
});

const rules: fc.Arbitrary<RuleDraft[]> = fc
  .array(ruleGiven, { maxLength: 5 })
  .map((all) => all.map(({ action: what, ...given }, at) => rule(`r${at}`, what, given)));

const breaks = tiersOf(decimalBelow(50, 5)).map((tiers) => tiers.map(({ from, value }) => [from, value] as const));

const optionalPieces = fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined });

const asked = fc.record({
  breaks,
  base: fc.constantFrom(undefined, 1, 100, 1_000),
  fee: fc.constantFrom(undefined, '7', '3.5'),
  supplierCurrency: currency,
  wantedCurrency: fc.option(currency, { nil: undefined }),
  quantity: fc.integer({ min: 1, max: 100_000 }),
  minimumOrderQuantity: optionalPieces,
  orderMultiple: optionalPieces,
  zone: fc.constantFrom('EU', 'US'),
  productId: fc.constantFrom(undefined, 'prd_1', 'prd_2'),
});

type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

const offerOf = (given: Asked): Offer => {
  const statement = ladder(given.breaks, {
    priceBase: given.base,
    currency: given.supplierCurrency,
    ...(given.fee === undefined ? {} : { orderFee: amount(given.fee) }),
  });
  const { minimumOrderQuantity, orderMultiple } = given;
  const price = { value: { kind: 'ladder', ladder: statement } as const, observedAt: hoursBefore(1) };
  return offer([view({ price, minimumOrderQuantity, orderMultiple })], {
    productId: given.productId,
    product: matchedProduct({ characteristics: { weight: '0.5 g' } }),
  });
};

const answer = (given: Asked, drafts: readonly RuleDraft[], who: Caller = caller): PriceAnswer =>
  calculatePrice({
    offer: offerOf(given),
    caller: who,
    quantity: given.quantity,
    at: noon,
    zone: given.zone,
    currency: given.wantedCurrency,
    book: priceBook({ rules: drafts, rates: fridaysRates }),
  });

const builtIn: ReadonlySet<string> = new Set(['break_price', 'buy_quantity', 'order_fee', 'currency', 'rounding']);

const isValidAtNoon = ({ validFrom, validUntil }: RuleDraft): boolean =>
  (validFrom === undefined || validFrom <= noon) && (validUntil === undefined || noon < validUntil);

/** Whether every list that is not empty names what is asked for. */
const isFor = (named: RuleScope, { productId, zone }: Asked): boolean => {
  const asks: readonly (readonly [readonly string[], string | undefined])[] = [
    [named.customers, 'acme'],
    [named.groups, 'buyers-club'],
    [named.suppliers, 'borealis'],
    [named.manufacturers, 'Yageo'],
    [named.products, productId],
    [named.offers, 'ofr_1'],
    [named.zones, zone],
  ];
  return asks.every(([names, ours]) => names.length === 0 || (ours !== undefined && names.includes(ours)));
};

describe('any price under any rules', () => {
  it('adds up exactly from its lines, in decimal and as the doubles that are sent, and is never below zero', () => {
    fc.assert(
      fc.property(asked, rules, (given, drafts) => {
        const price = answer(given, drafts);
        if (price.mode !== 'fixed') return;
        const exact = price.lines.reduce((sum, line) => sum.plus(amount(line.amount)), zero);
        expect(amountText(exact)).toBe(price.finalPrice);
        const sent = price.lines.reduce((sum, line) => sum.plus(amount(Number(line.amount))), zero);
        expect(amountText(sent)).toBe(amountText(amount(Number(price.finalPrice))));
        expect(exact.isNegative()).toBe(false);
      }),
      { numRuns },
    );
  });

  it('names in each line a built-in step or a rule that is valid and for what is priced', () => {
    fc.assert(
      fc.property(asked, rules, (given, drafts) => {
        const price = answer(given, drafts);
        if (price.mode !== 'fixed') return;
        const wrong = price.lines.filter(({ ruleId }) => {
          const applied = drafts.find(({ id }) => id === ruleId);
          return applied === undefined ? !builtIn.has(ruleId) : !isValidAtNoon(applied) || !isFor(applied.scope, given);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns },
    );
  });

  it('does not depend on the order in which rules and rates are stored', () => {
    const inTwoOrders = rules.chain((drafts) =>
      fc.tuple(fc.constant(drafts), fc.shuffledSubarray(drafts, { minLength: drafts.length })),
    );
    fc.assert(
      fc.property(asked, inTwoOrders, (given, [drafts, shuffled]) => {
        expect(JSON.stringify(answer(given, shuffled))).toBe(JSON.stringify(answer(given, drafts)));
      }),
      { numRuns },
    );
  });

  it('counts no rule that is for other customers', () => {
    const theirs = (draft: RuleDraft): RuleDraft => ({ ...draft, scope: { ...draft.scope, customers: ['globex'] } });
    fc.assert(
      fc.property(asked, rules, rules, (given, drafts, others) => {
        const added = others.map((draft) => theirs({ ...draft, id: `x${draft.id}` }));
        expect(JSON.stringify(answer(given, [...added, ...drafts]))).toBe(JSON.stringify(answer(given, drafts)));
      }),
      { numRuns },
    );
  });
});

describe('the quantity', () => {
  it('that is bought is enough, grows with what is wanted, and keeps minimum and multiple', () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 5_000 }), (given, more) => {
        const [few, many] = [answer(given, []), answer({ ...given, quantity: given.quantity + more }, [])];
        if (few.mode !== 'fixed' || many.mode !== 'fixed') throw new Error('no price');
        expect(few.pricedQuantity).toBeGreaterThanOrEqual(given.quantity);
        expect(few.pricedQuantity).toBeGreaterThanOrEqual(given.minimumOrderQuantity ?? 1);
        expect(few.pricedQuantity % (given.orderMultiple ?? 1)).toBe(0);
        expect(many.pricedQuantity).toBeGreaterThanOrEqual(few.pricedQuantity);
      }),
      { numRuns },
    );
  });

  it('that is larger never costs more for a piece where the breaks only fall', () => {
    const falling = (given: Asked): Asked => {
      const prices = given.breaks.map(([, price]) => price).sort((a, b) => Number(b) - Number(a));
      return { ...given, fee: undefined, breaks: given.breaks.map(([from], at) => [from, prices[at] ?? '1'] as const) };
    };
    fc.assert(
      fc.property(asked.map(falling), fc.integer({ min: 1, max: 5_000 }), (given, more) => {
        const plain = { ...given, wantedCurrency: undefined };
        const [few, many] = [answer(plain, []), answer({ ...plain, quantity: plain.quantity + more }, [])];
        if (few.mode !== 'fixed' || many.mode !== 'fixed') throw new Error('no price');
        expect(amount(many.unitPrice).lte(amount(few.unitPrice))).toBe(true);
      }),
      { numRuns },
    );
  });

  it('that is better costs less in all, and is what it would cost if it were asked for', () => {
    fc.assert(
      fc.property(asked, rules, (given, drafts) => {
        const price = answer(given, drafts);
        if (price.mode !== 'fixed' || price.better === undefined) return;
        const { quantity, total, saving } = price.better;
        expect(quantity).toBeGreaterThan(price.pricedQuantity);
        expect(amount(saving).isPositive()).toBe(true);
        expect(amountText(amount(total).plus(amount(saving)))).toBe(price.finalPrice);
        expect(answer({ ...given, quantity }, drafts)).toMatchObject({ finalPrice: total, pricedQuantity: quantity });
      }),
      { numRuns },
    );
  });
});

describe('a tenant', () => {
  it("never gets anything of another tenant's credential: the answer is the same without it", () => {
    fc.assert(
      fc.property(offerViews, rules, fc.integer({ min: 1, max: 5_000 }), (views, drafts, quantity) => {
        const book = priceBook({ rules: drafts, rates: fridaysRates });
        const ask = (seen: typeof views) =>
          calculatePrice({ offer: offer(seen), caller, quantity, at: noon, zone: 'EU', book });
        const others = ['globex', 'rivals-club'];
        const own = views.filter(({ credential: { ownerId } }) => ownerId === undefined || !others.includes(ownerId));
        const price = ask(views);
        expect(price).toEqual(ask(own));
        expect(JSON.stringify(price)).not.toMatch(/globex|rivals/);
      }),
      { numRuns },
    );
  });
});
