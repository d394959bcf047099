import { expect, it } from 'vitest';
import { assemblyTotals } from '../../../../domain/estimate/assemblies.ts';
import { tablesOf } from '../../../../domain/estimate/basket-table.ts';
import type { DraftLine } from '../../../../domain/estimate/draft.ts';
import type { EstimateRequest } from '../../../../domain/estimate/request.ts';
import { documentRequest } from '../../../support/estimate-request.ts';
import { type BasketCase, basketOf, handLine, handOffer, handOutcome } from '../../../support/hand-market.ts';

/** In a set are two main boards and three panels. */
const set: Partial<EstimateRequest> = {
  assemblies: [
    { name: 'main', buildQuantity: 2 },
    { name: 'panel', buildQuantity: 3 },
  ],
};
const onMain = (quantity: string, more: Partial<DraftLine> = {}) =>
  handLine(1, quantity, { productId: 'p', assembly: 'main', ...more });
const onPanel = (quantity: string, more: Partial<DraftLine> = {}) =>
  handLine(2, quantity, { productId: 'p', assembly: 'panel', ...more });
const ten = [onMain('10'), onPanel('10')];

const offer = handOffer('p', 'alpha', 10, { offerId: 'alpha' });
const withBreaks = handOffer(
  'p',
  'alpha',
  [
    [1, 10],
    [100, 8],
    [1_000, 5],
  ],
  { offerId: 'alpha' },
);
const reel = handOffer('p', 'alpha', 1, { offerId: 'alpha', minOrderQuantity: 1_000, orderMultiple: 1_000 });

const cases: readonly BasketCase[] = [
  // 2 times 10 and 3 times 10, at 0.10.
  ['each line is built as often as its assembly', ten, [offer], set, '5: 20 alpha; 30 alpha'],
  // 4 times as many of both.
  ['a set is built several times', ten, [offer], { ...set, buildQuantity: 4 }, '20: 80 alpha; 120 alpha'],
  // 2 times 20 and 3 times 20 are 100 at 0.08; apart they would be 40 and 60 at 0.10.
  ['a price break is reached together', [onMain('20'), onPanel('20')], [withBreaks], set, '8: 40 alpha; 60 alpha'],
  // 200 and 150 come from one reel of 1000 for 10.00; apart they would be two of them. Of the reel
  // 1000 * 200 / 350 = 571.4 go to the first.
  ['a reel is shared', [onMain('100'), onPanel('50')], [reel], set, '10: 571 alpha; 429 alpha'],
  // 500 are in stock of alpha, and exactly 20 and 480 are needed, at 0.10.
  [
    'a stock is shared',
    [onMain('10'), onPanel('160')],
    [handOffer('p', 'alpha', 10, { offerId: 'alpha', inStock: 500 })],
    set,
    '50: 20 alpha; 480 alpha',
  ],
  // 2 times 10 of one, and 10 of what belongs to none, each times 3 sets, at 0.10.
  [
    'a line of no assembly is built once a set',
    [onMain('10'), handLine(2, '10', { productId: 'p' })],
    [offer],
    { ...set, buildQuantity: 3 },
    '9: 60 alpha; 30 alpha',
  ],
  // 3 times 0.5 are 1.5, so 2; each alone would be 1.
  ['a part of a piece is a whole one of all builds', [onPanel('0.5')], [offer], set, '0.2: 2 alpha'],
  // 20, 10 % and 5; 30, 10 % and 5: setting up happens once for each line, not for each board.
  [
    'what is lost is of all builds of a line',
    ten,
    [offer],
    { ...set, attritionPercent: 10, attritionPieces: 5 },
    '6.5: 27 alpha; 38 alpha',
  ],
  // 3 times 25 cm, 4 times over, are 300 cm, so 3 m at 0.10.
  [
    'a line that says its unit',
    [onPanel('25', { unit: 'cm' })],
    [{ ...offer, unitOfSale: 'm' }],
    { ...set, buildQuantity: 4 },
    '0.3: 3 alpha',
  ],
  // A million sets of a million boards with 1000 each; the other line is 1,000,000 at 0.10.
  [
    'more than anybody buys of one assembly',
    [onMain('1000'), handLine(2, '1', { productId: 'p' })],
    [offer],
    { assemblies: [{ name: 'main', buildQuantity: 1_000_000 }], buildQuantity: 1_000_000 },
    '100000: quantity_too_large; 1000000 alpha',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given)).toBe(given[4]);
});

it('shares what a set costs at each of several quantities', () => {
  const request: EstimateRequest = { ...documentRequest, ...set, buildQuantities: [1, 2, 20] };
  // 50 a set: 50 at 0.10, 100 at 0.08 and 1000 at 0.05; two fifths of each are for the main board.
  const swept = tablesOf(request).builds.map((row) => {
    const outcome = handOutcome(ten, [withBreaks], row);
    return [outcome.total, ...assemblyTotals({ lines: ten }, outcome, row).map(({ goods }) => goods)];
  });
  expect(swept).toEqual([
    ['5', '2', '3'],
    ['8', '3.2', '4.8'],
    ['50', '20', '30'],
  ]);
});

it('tells what each assembly comes to, which with the lines of none are the goods of all', () => {
  const lines = [
    onMain('10'),
    onPanel('10'),
    handLine(3, '10', { productId: 'q', assembly: 'panel' }),
    handLine(4, '10', { assembly: 'panel', doNotPlace: true }),
    handLine(5, '10', { productId: 'p' }),
  ];
  const request = { ...set, assemblies: [...(set.assemblies ?? []), { name: 'cover', buildQuantity: 1 }] };
  const outcome = handOutcome(lines, [offer, handOffer('q', 'beta', 7)], { ...request, orderCosts: { alpha: '4' } });
  // 20 at 0.10; 30 at 0.10 and 30 at 0.07; nothing of the cover. 10 at 0.10 are of none, and 4.00
  // are what the order costs besides.
  expect(assemblyTotals({ lines }, outcome, request)).toEqual([
    { name: 'main', buildQuantity: 2, lines: 1, boughtLines: 1, goods: '2' },
    { name: 'panel', buildQuantity: 3, lines: 3, boughtLines: 2, goods: '5.1' },
    { name: 'cover', buildQuantity: 1, lines: 0, boughtLines: 0, goods: '0' },
  ]);
  expect(outcome.total).toBe('12.1');
  expect(assemblyTotals({ lines }, undefined, set)).toEqual([
    { name: 'main', buildQuantity: 2, lines: 1, boughtLines: 0 },
    { name: 'panel', buildQuantity: 3, lines: 3, boughtLines: 0 },
  ]);
  expect(assemblyTotals({ lines }, outcome, {})).toEqual([]);
});
