import { expect, it } from 'vitest';
import type { EstimateRequest } from '../../../../domain/estimate/request.ts';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const lineOf = (quantity: string) => [handLine(1, quantity)];
const offer = handOffer('p1', 'alpha', 10);
const { quantity: _, ...unsaid } = handLine(1, '1');
const losing = (attrition: { readonly percent?: number; readonly pieces?: number }): Partial<EstimateRequest> => ({
  attritionPercent: 50,
  source: { kind: 'lines', lines: [{ rawText: '', attrition }] },
});
const both = [handLine(1, '10', { productId: 'p' }), handLine(2, '10', { productId: 'p' })];

const cases: readonly BasketCase[] = [
  // 3 times 10 at 0.10.
  ['a list that is built three times', lineOf('10'), [offer], { buildQuantity: 3 }, '3: 30 alpha'],
  // 3 times 2.5 are 7.5, and nobody sells half a piece.
  ['a part of a piece is a whole one', lineOf('2.5'), [offer], { buildQuantity: 3 }, '0.8: 8 alpha'],
  // 100 and 10.
  ['ten percent on top', lineOf('100'), [offer], { attritionPercent: 10 }, '11: 110 alpha'],
  // 9.5 of 95 are 10.
  ['percent are rounded up', lineOf('95'), [offer], { attritionPercent: 10 }, '10.5: 105 alpha'],
  // 0.01 of one is one.
  ['of one piece one may be lost', lineOf('1'), [offer], { attritionPercent: 1 }, '0.2: 2 alpha'],
  // 1000 and 1.
  ['a tenth of a percent', lineOf('1000'), [offer], { attritionPercent: 0.1 }, '100.1: 1001 alpha'],
  // 10 and 5.
  ['pieces for setting up', lineOf('10'), [offer], { attritionPieces: 5 }, '1.5: 15 alpha'],
  // 100, 10 and 5.
  ['percent and pieces', lineOf('100'), [offer], { attritionPercent: 10, attritionPieces: 5 }, '11.5: 115 alpha'],
  // 30, 3 and 5: setting up happens once.
  [
    'pieces for setting up do not grow with the builds',
    lineOf('10'),
    [offer],
    { buildQuantity: 3, attritionPercent: 10, attritionPieces: 5 },
    '3.8: 38 alpha',
  ],
  // 10 and 2 of its own.
  ['what a line says of itself holds instead', lineOf('10'), [offer], losing({ pieces: 2 }), '1.2: 12 alpha'],
  // 10 and nothing.
  ['a line may lose nothing', lineOf('10'), [offer], losing({}), '1: 10 alpha'],
  // 10 and 4, as a person said later.
  [
    'a change holds instead of both',
    lineOf('10'),
    [offer],
    { ...losing({ pieces: 2 }), lineEdits: [{ number: 1, attrition: { percent: 40 } }] },
    '1.4: 14 alpha',
  ],
  // 11 for each line, and not 21 for both.
  [
    'each line loses its own',
    both,
    [handOffer('p', 'alpha', 10, { offerId: 'alpha' })],
    { attritionPercent: 5 },
    '2.2: 11 alpha; 11 alpha',
  ],
  // 95 and 5 are 100 at 0.08; 95 at 0.10 would be 9.50.
  [
    'what is lost counts for price breaks',
    lineOf('95'),
    [
      handOffer('p1', 'alpha', [
        [1, 10],
        [100, 8],
      ]),
    ],
    { attritionPieces: 5 },
    '8: 100 alpha',
  ],
  // 10 are in stock, 11 are to be bought.
  [
    'what is lost must be in stock too',
    lineOf('10'),
    [{ ...offer, stock: [{ warehouseRef: 'main', quantity: 10 }] }],
    { attritionPercent: 10 },
    '0: not_enough_stock',
  ],
  // A reel of 1000 holds 950 and 50 on top, at 0.01.
  [
    'what is lost may be what a reel has too many',
    lineOf('950'),
    [handOffer('p1', 'alpha', 1, { minOrderQuantity: 1_000, orderMultiple: 1_000 })],
    { attritionPieces: 50 },
    '10: 1000 alpha',
  ],
  // Nothing is asked for.
  ['none', lineOf('0'), [offer], { attritionPieces: 5 }, '0: quantity_zero'],
  // A hundred million and one.
  ['more than anybody buys', lineOf('100000001'), [offer], {}, '0: quantity_too_large'],
  // Nobody has said how many.
  ['no quantity', [unsaid], [offer], {}, '0: quantity_unknown'],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});
