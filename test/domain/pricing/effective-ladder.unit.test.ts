import { describe, expect, it } from 'vitest';
import { calculatePrice } from '../../../domain/pricing/calculate.ts';
import { effectiveLadder, exactPrice } from '../../../domain/pricing/effective-ladder.ts';
import { priceBook } from '../../../domain/pricing/price-book.ts';
import { caller, hoursBefore, ladder, noon, offer, view } from '../../support/offers.ts';
import { fridaysRates, plus, rule } from '../../support/pricing-rules.ts';

const selling = (breaks: readonly (readonly [number, string])[], given: Parameters<typeof view>[0] = {}) =>
  offer([view({ price: { value: { kind: 'ladder', ladder: ladder(breaks) }, observedAt: hoursBefore(1) }, ...given })]);

const asked = { caller, at: noon, places: 6 };

const tiers = rule('tiers', {
  kind: 'quantity_tiers',
  tiers: [
    { from: 50, percent: '10' },
    { from: 500, percent: '20' },
  ],
});

describe('an effective ladder', () => {
  it("has the supplier's breaks in millionths, without those that change nothing", () => {
    const sold = selling([
      [1, '0.10'],
      [10, '0.10'],
      [100, '0.0123'],
    ]);
    expect(effectiveLadder({ ...asked, offer: sold, quantities: [7] })).toEqual({
      kind: 'ladder',
      currency: 'EUR',
      steps: [
        { minQuantity: 1, unitPrice: 100_000 },
        { minQuantity: 100, unitPrice: 12_300 },
      ],
    });
  });

  it('begins at what can be ordered, and counts the minimum into the steps', () => {
    const sold = selling(
      [
        [1, '0.10'],
        [20, '0.05'],
      ],
      { minimumOrderQuantity: 25, orderMultiple: 10 },
    );
    expect(effectiveLadder({ ...asked, offer: sold, quantities: [] })).toMatchObject({
      steps: [{ minQuantity: 30, unitPrice: 50_000 }],
    });
  });

  it('has a step at every threshold of a rule that applies, and converts the currency', () => {
    const book = priceBook({ rules: [tiers, rule('margin', plus('100'))], rates: fridaysRates });
    const sold = selling([[1, '1']]);
    const found = effectiveLadder({ ...asked, offer: sold, quantities: [3], book, currency: 'USD' });
    expect(found).toMatchObject({ kind: 'ladder', currency: 'USD' });
    const steps = found.kind === 'ladder' ? found.steps : [];
    expect(steps.map(({ minQuantity }) => minQuantity)).toEqual([1, 50, 500]);
    for (const { minQuantity, unitPrice } of steps) {
      const exact = exactPrice({ ...asked, offer: sold, quantity: minQuantity, book, currency: 'USD' });
      expect((unitPrice * minQuantity) / 1e6).toBeCloseTo(Number(exact), 2);
    }
  });

  it('is told with the digits of a price that rules have changed, before it is rounded to coins', () => {
    const book = priceBook({ rules: [rule('margin', plus('10'))], rates: [] });
    const answer = calculatePrice({ ...asked, offer: selling([[1, '0.0123']]), quantity: 7, book });
    expect(answer).toMatchObject({ mode: 'fixed', unitPrice: '0.01353', finalPrice: '0.09' });
  });

  it('rounds the price of a piece half up', () => {
    // 2 EUR for 3 pieces is 0.6666666... each.
    const sold = offer([
      view({
        price: { value: { kind: 'ladder', ladder: ladder([[3, '2']], { priceBase: 3 }) }, observedAt: hoursBefore(1) },
      }),
    ]);
    expect(effectiveLadder({ ...asked, offer: sold, quantities: [3] })).toMatchObject({
      steps: [{ minQuantity: 3, unitPrice: 666_667 }],
    });
  });

  it('costs nothing, and not less, where a discount covers the whole price', () => {
    // 1 EUR for 3 pieces is 0.333333 each, so that three of them are a millionth less than that.
    const sold = offer([
      view({
        price: { value: { kind: 'ladder', ladder: ladder([[3, '1']], { priceBase: 3 }) }, observedAt: hoursBefore(1) },
      }),
    ]);
    const discount = { kind: 'fixed_discount', amount: { amount: '5', currency: 'EUR' }, per: 'order' } as const;
    const book = priceBook({ rules: [rule('off', discount, { scope: { offers: [sold.id] } })], rates: [] });
    expect(effectiveLadder({ ...asked, offer: sold, quantities: [3], book })).toMatchObject({
      steps: [{ minQuantity: 3, unitPrice: 333_333, fee: -999_999 }],
    });
  });

  it('does not round small prices to nothing', () => {
    expect(effectiveLadder({ ...asked, offer: selling([[1, '0.0004']]), quantities: [1] })).toMatchObject({
      steps: [{ minQuantity: 1, unitPrice: 400 }],
    });
  });

  it.each([
    ['no_observation', offer([view({ price: undefined })]), undefined],
    ['on_request', offer([view({ price: { value: { kind: 'on_request' }, observedAt: noon } })]), undefined],
    ['no_exchange_rate', selling([[1, '1']]), 'GBP'],
  ])('says %s where there is none', (reason, sold, currency) => {
    expect(effectiveLadder({ ...asked, offer: sold, quantities: [1], currency })).toEqual({ kind: 'none', reason });
  });
});
