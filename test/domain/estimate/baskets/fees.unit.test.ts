import { expect, it } from 'vitest';
import type { MarketOffer } from '../../../../domain/estimate/market.ts';
import { type BasketCase, basketOf, handLine, handMarketOutcome, handOffer } from '../../../support/hand-market.ts';

const lineOf = (pieces: number) => [handLine(1, String(pieces))];

/** An offer in cents with a fee for each reel that is made, of a size or not. */
const reeled = (
  supplier: string,
  cents: number,
  reelFee: number,
  { reelPieces, ...more }: Partial<MarketOffer> & { readonly reelPieces?: number } = {},
): MarketOffer =>
  handOffer('p1', supplier, cents, {
    ...more,
    price: {
      kind: 'ladder',
      breaks: [{ minQuantity: 1, unitPrice: cents, reelFee }],
      ...(reelPieces !== undefined && { reelPieces }),
    },
  });
const wound = reeled('dk', 4, 700, { offerId: 'wound', reelPieces: 1_000 });
const tape = handOffer('p1', 'dk', 5, { offerId: 'tape' });
const full = handOffer('p1', 'dk', 3, { offerId: 'full', minOrderQuantity: 1_000, orderMultiple: 1_000 });

const cases: readonly BasketCase[] = [
  // 100 at 0.04 and 7.00 for the reel; cut from the tape they are 5.00.
  ['few pieces are cut, as winding a reel costs more', lineOf(100), [wound, tape], {}, '5: 100 tape'],
  // 900 at 0.04 and 7.00 are 43.00; cut from the tape they are 45.00, a full reel is 30.00.
  ['a reel is wound where that costs less than cut tape', lineOf(900), [wound, tape], {}, '43: 900 wound'],
  [
    'a full reel is bought where that costs less than winding one',
    lineOf(900),
    [wound, tape, full],
    {},
    '30: 1000 full',
  ],
  // 700 at 0.04 and 7.00 are 35.00, as 700 at 0.05 are.
  ['of a wound reel and cut tape at the same price one is bought', lineOf(700), [tape, wound], {}, '35: 700 tape'],
  // A reel of 1000 for 40.00 and 7.00; 100 from the tape for 5.00. A second reel would make 58.00.
  ['what goes beyond a reel is cut', lineOf(1_100), [wound, tape], {}, '52: 100 tape + 1000 wound'],
  // 1900 at 0.04 and two reels are 90.00; 1000 wound and 900 cut are 92.00.
  ['a second reel is wound where that costs less than cutting', lineOf(1_900), [wound, tape], {}, '90: 1900 wound'],
  // 2000 at 0.04 and twice 7.00.
  ['two reels that are just full are two fees', lineOf(2_000), [wound], {}, '94: 2000 wound'],
  // 2001 at 0.04 and three times 7.00.
  ['a reel that is begun is a fee', lineOf(2_001), [wound], {}, '101.04: 2001 wound'],
  // 5000 at 0.04 and 7.00: nobody says how many a reel holds.
  [
    'a reel of no stated size holds all',
    lineOf(5_000),
    [reeled('dk', 4, 700, { offerId: 'wound' })],
    {},
    '207: 5000 wound',
  ],
  // 400 at 0.05 and 600 at 0.04 and 7.00 are 51.00; 1000 wound are more than there are.
  [
    'a fee is paid for a part of a line too',
    lineOf(1_000),
    [
      { ...wound, stock: [{ warehouseRef: 'main', quantity: 600 }] },
      { ...tape, supplierId: 'x', stock: [{ warehouseRef: 'main', quantity: 500 }] },
    ],
    {},
    '51: 400 tape + 600 wound',
  ],
  // 20,000 at 0.04; rules have left nothing of the fee.
  [
    'any number of reels that cost nothing are wound',
    lineOf(20_000),
    [reeled('dk', 4, 0, { offerId: 'wound', reelPieces: 10 })],
    {},
    '800: 20000 wound',
  ],
  // 10,000 at 0.04 and 1000 fees of 0.01.
  [
    'a thousand reels with a fee are wound',
    lineOf(10_000),
    [reeled('dk', 4, 1, { offerId: 'wound', reelPieces: 10 })],
    {},
    '410: 10000 wound',
  ],
  [
    'no more reels with a fee than a thousand are wound',
    lineOf(10_001),
    [reeled('dk', 4, 1, { offerId: 'wound', reelPieces: 10 })],
    {},
    '0: quantity_not_orderable',
  ],
  // 1200 at 0.04 and 7.00 once; cut from the tape they are 60.00.
  [
    'lines of one product share a reel',
    [handLine(1, '600', { productId: 'p1' }), handLine(2, '600', { productId: 'p1' })],
    [{ ...wound, price: { kind: 'ladder', breaks: [{ minQuantity: 1, unitPrice: 4, reelFee: 700 }] } }, tape],
    {},
    '55: 600 wound; 600 wound',
  ],
  // 100 at 0.05 and 7.00 are 12.00, 200 at 0.02 and 7.00 are 11.00.
  [
    'more is bought where that costs less with its fee',
    lineOf(100),
    [
      handOffer('p1', 'dk', 1, {
        offerId: 'wound',
        price: {
          kind: 'ladder',
          breaks: [
            { minQuantity: 1, unitPrice: 5, reelFee: 700 },
            { minQuantity: 200, unitPrice: 2, reelFee: 700 },
          ],
        },
      }),
    ],
    {},
    '11: 200 wound',
  ],
  // 100 at 0.05 and 2.00 are 7.00; 100 at 0.06 are 6.00.
  [
    'an amount for each purchase is paid whatever its pieces',
    lineOf(100),
    [
      handOffer('p1', 'alpha', 5, { price: { kind: 'ladder', breaks: [{ minQuantity: 1, unitPrice: 5, fee: 200 }] } }),
      handOffer('p1', 'beta', 6),
    ],
    {},
    '6: 100 beta',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});

/** What a rule for orders adds, and takes off. */
const amounts = (charge: string, discount?: string) => ({
  charges: charge === '' ? [] : [{ ruleId: 'zone', label: 'zone: +', amount: charge }],
  discounts: discount === undefined ? [] : [{ ruleId: 'off', label: 'off: -', amount: discount }],
});
const two = [handLine(1, '10'), handLine(2, '10')];
const pair = [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 11), handOffer('p2', 'beta', 20)];

it('pays what a rule adds to an order once for all of its lines', () => {
  // 1.00 + 2.00 + 3.00.
  const both = [handOffer('p1', 'alpha', 10), handOffer('p2', 'alpha', 20)];
  const outcome = handMarketOutcome(two, both, {}, {}, { alpha: amounts('3') });
  expect(outcome.total).toBe('6');
  expect(outcome.orders.map(({ goods, orderCost, amounts: added }) => [goods, orderCost, added])).toEqual([
    ['3', '0', [{ ruleId: 'zone', label: 'zone: +', amount: '3' }]],
  ]);
  expect(outcome.certificate).toMatchObject({ objective: '6', lowerBound: '6', gap: 0 });
});

it('places no order that a rule makes dearer than what it saves', () => {
  // 1.10 + 2.00 + 0.20 instead of 1.00 + 2.00 + 0.40.
  const given = ['', two, pair, {}, ''] as const;
  expect(basketOf(given, {}, { alpha: amounts('0.2'), beta: amounts('0.2') })).toBe('3.3: 10 beta; 10 beta');
  // 1.00 + 2.00 + 0.10 instead of 1.10 + 2.00 + 0.05.
  expect(basketOf(given, {}, { alpha: amounts('0.05'), beta: amounts('0.05') })).toBe('3.1: 10 alpha; 10 beta');
});

it('adds it to what an order costs by its goods', () => {
  // 4.00, 3.00 for a small order and 1.00, or 6.00 and nothing and 1.00: 8.00 against 7.00.
  const offers = [handOffer('p1', 'alpha', 40), handOffer('p1', 'beta', 60)];
  const fee = { kind: 'known', amount: '3', steps: [{ goodsFrom: '5', amount: '0' }] } as const;
  const both = { alpha: amounts('1'), beta: amounts('1') };
  expect(basketOf(['', [handLine(1, '10')], offers, {}, ''], { alpha: fee, beta: fee }, both)).toBe('7: 10 beta');
});

it('takes a discount off an order once, no more than there is, and does not count it in the choice', () => {
  // 1.00 + 2.00 - 1.50 at alpha; the basket is chosen by 3.00.
  const both = [handOffer('p1', 'alpha', 10), handOffer('p2', 'alpha', 20)];
  const outcome = handMarketOutcome(two, both, {}, {}, { alpha: amounts('', '-1.5') });
  expect([outcome.total, outcome.certificate.objective]).toEqual(['1.5', '3']);
  // 1.00 + 0.50 - 9.00 is nothing.
  const small = handMarketOutcome([handLine(1, '10')], both, {}, {}, { alpha: amounts('0.5', '-9') });
  expect(small.total).toBe('0');
  expect(small.orders[0]?.amounts?.map(({ amount }) => amount)).toEqual(['0.5', '-1.5']);
});

it('names no rule of an order where a policy hides what a price is made of', () => {
  // 1.00 + 2.00 + 3.00 - 0.50.
  const both = [handOffer('p1', 'alpha', 10, { isBreakdownHidden: true }), handOffer('p2', 'alpha', 20)];
  const outcome = handMarketOutcome(two, both, {}, {}, { alpha: amounts('3', '-0.5') });
  expect([outcome.total, outcome.orders[0]?.amounts]).toEqual(['5.5', [{ ruleId: '', label: '', amount: '2.5' }]]);
});
