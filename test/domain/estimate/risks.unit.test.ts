import { expect, it } from 'vitest';
import type { EstimateRequest } from '../../../domain/estimate/request.ts';
import { handLine, handOffer, handOutcome } from '../../support/hand-market.ts';

const ten = [handLine(1, '10')];
const others = [handOffer('p1', 'beta', 11), handOffer('p1', 'gamma', 12)];

const risks = (
  offers: Parameters<typeof handOutcome>[1],
  lines = ten,
  request: Partial<EstimateRequest> = {},
): readonly unknown[] =>
  (handOutcome(lines, offers, request).lines[0]?.risks ?? []).map(({ code, figures }) => [code, figures]);

it('a line that three sellers have in plenty at like prices has no risk', () => {
  expect(risks([handOffer('p1', 'alpha', 10), ...others])).toEqual([]);
});

it('a line that is not bought has no risk', () => {
  expect(risks([handOffer('p1', 'alpha', 10, { inStock: 0 })])).toEqual([]);
});

it.each(['deprecated', 'discontinued'] as const)('a product that is %s is a risk', (lifecycle) => {
  expect(risks([handOffer('p1', 'alpha', 10, { lifecycle }), ...others])).toEqual([['lifecycle', { lifecycle }]]);
});

it('a single seller is a risk, others without stock or price do not count', () => {
  const without = [
    handOffer('p1', 'beta', 11, { inStock: 0 }),
    handOffer('p1', 'gamma', 12, { price: { kind: 'none', reason: 'no_price' } }),
  ];
  expect(risks([handOffer('p1', 'alpha', 10), ...without])).toEqual([['single_source', { sellers: '1' }]]);
});

it('less than twice the need in stock at all sellers together is a risk', () => {
  const stocked = (alpha: number) => [
    handOffer('p1', 'alpha', 10, { inStock: alpha }),
    handOffer('p1', 'beta', 10, { inStock: 8 }),
  ];
  // 11 and 8 are 19, and twice 10 are 20.
  expect(risks(stocked(11))).toEqual([['low_stock', { stock: '19', needed: '10' }]]);
  expect(risks(stocked(12))).toEqual([]);
});

it('what is lost in assembly is needed too', () => {
  const offers = [handOffer('p1', 'alpha', 10, { inStock: 12 }), handOffer('p1', 'beta', 10, { inStock: 8 })];
  // 20 are twice 10, and 11 are bought.
  expect(risks(offers)).toEqual([]);
  expect(risks(offers, ten, { attritionPercent: 10 })).toEqual([['low_stock', { stock: '20', needed: '11' }]]);
});

it('what its supplier no longer holds is no source, no stock and no price', () => {
  const withdrawn = (price: number) => handOffer('p1', 'beta', price, { isWithdrawn: true });
  expect(risks([handOffer('p1', 'alpha', 10, { inStock: 11 }), withdrawn(1)])).toEqual([
    ['single_source', { sellers: '1' }],
    ['low_stock', { stock: '11', needed: '10' }],
  ]);
});

it('a price above the expected one is a risk, the very price is none', () => {
  const offers = [handOffer('p1', 'alpha', 10), ...others];
  const expecting = (expectedPrice: string) => [handLine(1, '10', { expectedPrice })];
  expect(risks(offers, expecting('0.09'))).toEqual([['above_expected_price', { unit_price: '0.1', expected: '0.09' }]]);
  expect(risks(offers, expecting('0.1'))).toEqual([]);
});

it('a price that is expected of another unit is compared in that which is sold', () => {
  const offers = ['alpha', 'beta', 'gamma'].map((seller) => handOffer('p1', seller, 50, { unitOfSale: 'm' }));
  const expecting = (unit: string, expectedPrice: string) => [handLine(1, '1000', { unit, expectedPrice })];
  // A metre at 0.50 is a centimetre at 0.005, and 0.3048 m at 0.1524 are a foot.
  expect(risks(offers, expecting('cm', '0.005'))).toEqual([]);
  expect(risks(offers, expecting('cm', '0.004'))).toEqual([
    ['above_expected_price', { unit_price: '0.5', expected: '0.4' }],
  ]);
  expect(risks(offers, expecting('ft', '0.16'))).toEqual([]);
  // More than can be told in metres is no expectation.
  expect(risks(offers, expecting('mm', '9'.repeat(18)))).toEqual([]);
  expect(risks(offers, expecting('ft', '0.15'))).toEqual([
    ['above_expected_price', { unit_price: '0.5', expected: '0.492126' }],
  ]);
});

it('offers in another unit than what is bought say nothing of its price and stock', () => {
  const metres = ['alpha', 'beta', 'gamma'].map((seller) =>
    handOffer('p1', seller, 50, { unitOfSale: 'm', inStock: 4 }),
  );
  const pieces = ['delta', 'zeta'].map((seller) => handOffer('p1', seller, 1, { unitOfSale: 'ft' }));
  // All together have 12 m, less than twice 10.
  expect(risks([...metres, ...pieces], [handLine(1, '1000', { unit: 'cm' })])).toEqual([
    ['low_stock', { stock: '12', needed: '10' }],
  ]);
  const [one] = metres.map((offer) => ({ ...offer, stock: [{ warehouseRef: 'main', quantity: 100 }] }));
  const byFoot = handOffer('p1', 'delta', 1, { unitOfSale: 'ft' });
  expect(risks([...(one ? [one] : []), byFoot], [handLine(1, '1000', { unit: 'cm' })])).toEqual([
    ['single_source', { sellers: '1' }],
  ]);
});

it('a price of more than one and a half times the median of the offers is a risk', () => {
  const cheap = { inStock: 0 };
  // The two at 0.10 have none, so that 0.16 is bought; the median is 0.10, and 0.15 would be none.
  const offers = (cents: number) => [
    handOffer('p1', 'alpha', 10, cheap),
    handOffer('p1', 'beta', 10, cheap),
    handOffer('p1', 'gamma', cents),
    handOffer('p1', 'delta', cents, { minOrderQuantity: 10, inStock: 5 }),
    handOffer('p1', 'zeta', 10, cheap),
  ];
  expect(risks(offers(16))).toEqual([['above_median_price', { unit_price: '0.16', median: '0.1' }]]);
  expect(risks(offers(15))).toEqual([]);
});

it('a shipment after the day by which it is needed is a risk, and one of which the day is not known', () => {
  // It is 1 March; what takes three days is there on the 4th.
  const offers = [handOffer('p1', 'alpha', 10, { handlingDays: 3 }), ...others];
  expect(risks(offers, ten, { neededBy: '2026-03-04' })).toEqual([]);
  expect(risks(offers, ten, { neededBy: '2026-03-03' })).toEqual([
    ['ships_late', { needed_by: '2026-03-03', ships_in_days: '3' }],
  ]);
  const unknown = [handOffer('p1', 'alpha', 10, { stock: undefined }), ...others];
  expect(risks(unknown, ten, { neededBy: '2026-03-04' })).toEqual([
    ['ships_late', { needed_by: '2026-03-04', ships_in_days: 'unknown' }],
  ]);
});
