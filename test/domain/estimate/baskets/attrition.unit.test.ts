import { expect, it } from 'vitest';
import type { DraftLine } from '../../../../domain/estimate/draft.ts';
import type { EstimateRequest } from '../../../../domain/estimate/request.ts';
import { handLine, handOffer, handOutcome } from '../../../support/hand-market.ts';

/** What operators say: of a small package much is lost, of a larger one little. */
const packages = new Map([
  ['p1', { package: '0402', percent: 5, pieces: 10 }],
  ['p2', { package: 'SOT23', percent: 0, pieces: 2 }],
]);
const offers = [handOffer('p1', 'alpha', 10), handOffer('p2', 'alpha', 20), handOffer('p3', 'alpha', 30)];
const own = (attrition: { readonly percent?: number; readonly pieces?: number }): Partial<EstimateRequest> => ({
  source: { kind: 'lines', lines: [{ rawText: '', attrition }] },
});
const said = { source: 'package', package: '0402', percent: 5, pieces: 10 };

const bought = (lines: readonly DraftLine[], request: Partial<EstimateRequest>) => {
  const { total, lines: outcome } = handOutcome(lines, offers, request, {}, {}, packages);
  return [total, ...outcome.map(({ toBuy, attrition }) => [toBuy, attrition])];
};

it.each<[string, DraftLine, Partial<EstimateRequest>, unknown]>([
  // 100, 5 % of them, and 10: 115 at 0.10.
  ['percent and pieces of a package', handLine(1, '100'), {}, ['11.5', [115, said]]],
  // 5 % of 30 are 1.5, so 2: 42 at 0.10. What is lost in setting up does not grow with the builds.
  ['of all builds', handLine(1, '10'), { buildQuantity: 3 }, ['4.2', [42, said]]],
  // 100 and 2: 102 at 0.20.
  [
    'pieces alone',
    handLine(2, '100'),
    {},
    ['20.4', [102, { source: 'package', package: 'SOT23', percent: 0, pieces: 2 }]],
  ],
  // 100 at 0.30: nobody says what is lost of its package, or the package is not known.
  ['nothing of another package', handLine(3, '100'), {}, ['30', [100, undefined]]],
  // 100 at 0.10.
  ['nothing where it is turned off', handLine(1, '100'), { ignoresPackages: true }, ['10', [100, undefined]]],
  // 100 and 1: 101 at 0.10.
  [
    'what the line says instead',
    handLine(1, '100'),
    own({ pieces: 1 }),
    ['10.1', [101, { source: 'line', pieces: 1 }]],
  ],
  // 100 at 0.10: a line may say that nothing is lost.
  ['nothing where the line says so', handLine(1, '100'), own({}), ['10', [100, { source: 'line' }]]],
  // 100 and 3: 103 at 0.10, as a person said later.
  [
    'what a change says instead',
    handLine(1, '100'),
    { lineEdits: [{ number: 1, attrition: { pieces: 3 } }] },
    ['10.3', [103, { source: 'line', pieces: 3 }]],
  ],
  // 100 and 2 % of them: 102 at 0.10.
  [
    'what the request says instead',
    handLine(1, '100'),
    { attritionPercent: 2 },
    ['10.2', [102, { source: 'request', percent: 2, pieces: 0 }]],
  ],
  // 100 and 7: 107 at 0.10.
  [
    'pieces that the request says instead',
    handLine(1, '100'),
    { attritionPieces: 7 },
    ['10.7', [107, { source: 'request', percent: 0, pieces: 7 }]],
  ],
  // 100 at 0.10: what is lost of a package is pieces.
  ['nothing of metres', handLine(1, '100', { unit: 'm' }), {}, ['10', [100, undefined]]],
])('buys on top %s', (_, line, request, expected) => {
  expect(bought([line], request)).toEqual(expected);
});

it('is of each line, also where lines share a purchase', () => {
  const lines = [handLine(1, '100'), handLine(2, '20', { productId: 'p1' })];
  // 115; 20, 1 and 10 are 31: 146 at 0.10.
  expect(bought(lines, {})).toEqual(['14.6', [115, said], [31, said]]);
});
