import { expect, it } from 'vitest';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const lineOf = (pieces: number) => [handLine(1, String(pieces))];
const ten = lineOf(10);
const two = [handLine(1, '10'), handLine(2, '10')];
const pair = [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 11), handOffer('p2', 'beta', 20)];

/** 0.10 each, and 0.08 from a hundred on. */
const hundred = [
  [1, 10],
  [100, 8],
] as const;
const reel = handOffer('p1', 'dk', 1, { offerId: 'reel', minOrderQuantity: 1_000, orderMultiple: 1_000 });
const tape = handOffer('p1', 'dk', 5, { offerId: 'tape' });
const grouped = [handLine(1, '10', { group: 'g' }), handLine(2, '10', { group: 'g' })];
const manufacturers = [
  handOffer('p1', 'alpha', 10),
  handOffer('p1', 'beta', 11, { manufacturer: 'Kemet' }),
  handOffer('p2', 'alpha', 30),
  handOffer('p2', 'beta', 20, { manufacturer: 'Kemet' }),
];

const cases: readonly BasketCase[] = [
  // 1.10 + 2.00 + 0.20 instead of 1.00 + 2.00 + 0.40.
  [
    'an order that costs more than it saves is not placed',
    two,
    pair,
    { orderCosts: { alpha: '0.2', beta: '0.2' } },
    '3.3: 10 beta; 10 beta',
  ],
  // 1.00 + 2.00 + 0.10 instead of 1.10 + 2.00 + 0.05.
  [
    'an order that costs less than it saves is placed',
    two,
    pair,
    { orderCosts: { alpha: '0.05', beta: '0.05' } },
    '3.1: 10 alpha; 10 beta',
  ],
  // 1.00 + 2.00 + 5.00 once.
  [
    'what an order costs is paid once for all of its lines',
    two,
    [handOffer('p1', 'alpha', 10), handOffer('p2', 'alpha', 20)],
    { orderCosts: { alpha: '5' } },
    '8: 10 alpha; 10 alpha',
  ],
  // 10 at 0.15 instead of 10 at 0.10 and 2.00.
  [
    'few pieces go where an order costs nothing',
    ten,
    [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 15)],
    { orderCosts: { alpha: '2' } },
    '1.5: 10 beta',
  ],
  // 100 at 0.10 and 2.00 instead of 100 at 0.15.
  [
    'many pieces go where the goods cost less',
    lineOf(100),
    [handOffer('p1', 'alpha', 10), handOffer('p1', 'beta', 15)],
    { orderCosts: { alpha: '2' } },
    '12: 100 alpha',
  ],
  // 10 at 0.20 instead of 6 at 0.10, 4 at 0.20 and 1.00.
  [
    'a line is not split where the second order costs more than that saves',
    ten,
    [handOffer('p1', 'alpha', 10, { inStock: 6 }), handOffer('p1', 'beta', 20)],
    { orderCosts: { alpha: '1' } },
    '2: 10 beta',
  ],
  // 99 at 0.10 would be 9.90; 100 at 0.08.
  ['more is bought where that costs less', lineOf(99), [handOffer('p1', 'alpha', hundred)], {}, '8: 100 alpha'],
  // 81 at 0.10 would be 8.10; 100 at 0.08.
  [
    'more is bought where that costs a little less',
    lineOf(81),
    [handOffer('p1', 'alpha', hundred)],
    {},
    '8: 100 alpha',
  ],
  // 80 at 0.10 are 8.00, as are 100 at 0.08.
  ['no more is bought where that costs the same', lineOf(80), [handOffer('p1', 'alpha', hundred)], {}, '8: 80 alpha'],
  // 100 at 0.08.
  ['a break holds from its very quantity on', lineOf(100), [handOffer('p1', 'alpha', hundred)], {}, '8: 100 alpha'],
  // 99 at 0.10, as there are no 100.
  [
    'a break beyond the stock is not taken',
    lineOf(99),
    [handOffer('p1', 'alpha', hundred, { inStock: 99 })],
    {},
    '9.9: 99 alpha',
  ],
  // 99 at 0.10, as nobody may order 100.
  [
    'a break beyond the greatest order is not taken',
    lineOf(99),
    [handOffer('p1', 'alpha', hundred, { maxOrderQuantity: 99 })],
    {},
    '9.9: 99 alpha',
  ],
  // 10 is the first quantity with a price.
  [
    'a price that begins at ten is an order of ten',
    lineOf(5),
    [handOffer('p1', 'alpha', [[10, 10]])],
    {},
    '1: 10 alpha',
  ],
  // 10 at 0.30 instead of 50 at 0.10.
  [
    'a least order is not bought where fewer dearer pieces cost less',
    ten,
    [handOffer('p1', 'alpha', 10, { minOrderQuantity: 50 }), handOffer('p1', 'beta', 30)],
    {},
    '3: 10 beta',
  ],
  // 50 at 0.10 instead of 20 at 0.30.
  [
    'a least order is bought where it costs less',
    lineOf(20),
    [handOffer('p1', 'alpha', 10, { minOrderQuantity: 50 }), handOffer('p1', 'beta', 30)],
    {},
    '5: 50 alpha',
  ],
  // 2 times 25 at 0.10.
  ['multiples are rounded up', lineOf(30), [handOffer('p1', 'alpha', 10, { orderMultiple: 25 })], {}, '5: 50 alpha'],
  // 50 is the first multiple of 25 from 30 on.
  [
    'a least order is a multiple too',
    ten,
    [handOffer('p1', 'alpha', 10, { minOrderQuantity: 30, orderMultiple: 25 })],
    {},
    '5: 50 alpha',
  ],
  // 25 and 25 are 50 of 60 in stock; 51 would be 75.
  [
    'a multiple beyond the stock cannot be bought',
    lineOf(51),
    [handOffer('p1', 'alpha', 10, { orderMultiple: 25, inStock: 60 })],
    {},
    '0: not_enough_stock',
  ],
  // 60 at 0.05 and 40 at 0.08.
  [
    'what the greatest order lacks is bought elsewhere',
    lineOf(100),
    [handOffer('p1', 'alpha', 5, { maxOrderQuantity: 60 }), handOffer('p1', 'beta', 8)],
    {},
    '6.2: 40 beta + 60 alpha',
  ],
  // 2 times 25 at 0.05 and 50 at 0.08.
  [
    'the greatest order is a multiple too',
    lineOf(100),
    [handOffer('p1', 'alpha', 5, { maxOrderQuantity: 60, orderMultiple: 25 }), handOffer('p1', 'beta', 8)],
    {},
    '6.5: 50 alpha + 50 beta',
  ],
  // Nobody else has it.
  [
    'more than the greatest order cannot be bought',
    lineOf(100),
    [handOffer('p1', 'alpha', 5, { maxOrderQuantity: 60 })],
    {},
    '0: quantity_not_orderable',
  ],
  // 150 at 0.05 are 7.50, a reel is 10.00.
  ['few pieces are cut from the tape', lineOf(150), [reel, tape], {}, '7.5: 150 tape'],
  // 250 at 0.05 would be 12.50.
  ['a reel is bought where it costs less than the pieces', lineOf(250), [reel, tape], {}, '10: 1000 reel'],
  // A reel for 10.00 and 100 at 0.05; two reels would be 20.00.
  ['what a reel lacks is cut from the tape', lineOf(1_100), [reel, tape], {}, '15: 100 tape + 1000 reel'],
  // Two reels for 20.00; 300 at 0.05 would make 25.00.
  ['a second reel is bought where it costs less', lineOf(1_300), [reel, tape], {}, '20: 2000 reel'],
  // 60 and 60 are 120 at 0.08.
  [
    'lines of one product reach a break together',
    [handLine(1, '60', { productId: 'p' }), handLine(2, '60', { productId: 'p' })],
    [handOffer('p', 'alpha', hundred, { offerId: 'alpha' })],
    {},
    '9.6: 60 alpha; 60 alpha',
  ],
  // 30 at 0.10, 30 at 0.20 and 30 at 0.30.
  [
    'three sellers serve a line that no two have',
    lineOf(90),
    ['alpha', 'beta', 'gamma'].map((name, at) => handOffer('p1', name, 10 * (at + 1), { inStock: 30 })),
    {},
    '18: 30 alpha + 30 beta + 30 gamma',
  ],
  // 10 at 0.10 and 10 at 0.20.
  ['the least price takes makers as they come', grouped, manufacturers, {}, '3: 10 alpha; 10 beta'],
  // Yageo is 1.00 and 3.00, Kemet 1.10 and 2.00.
  [
    'one maker for a group is the one that is cheaper in all',
    grouped,
    manufacturers,
    { mode: 'single_manufacturer' },
    '3.1: 10 beta; 10 beta',
  ],
  // 10 at 0.10 and 10 at 0.20.
  ['lines of no group have any maker', two, manufacturers, { mode: 'single_manufacturer' }, '3: 10 alpha; 10 beta'],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});
