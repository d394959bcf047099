import { expect, it } from 'vitest';
import type { EstimateRequest, LineSubstitution } from '../../../../domain/estimate/request.ts';
import { type BasketCase, basketOf, handLine, handOffer } from '../../../support/hand-market.ts';

const naming = (number: number, productId: string, ...others: readonly string[]) =>
  handLine(number, '10', {
    resolution: {
      kind: 'resolved',
      productId,
      confidence: 'exact',
      rule: 'mpn',
      alternatives: others.map((id) => ({ productId: id, score: 1, rule: 'mpn' })),
    },
  });

/** What the lines say themselves, in their order. */
const saying = (...own: readonly LineSubstitution[]): Pick<EstimateRequest, 'source'> => ({
  source: { kind: 'lines', lines: own.map((substitution) => ({ rawText: '', substitution })) },
});
const lines = [naming(1, 'p1', 'x'), naming(2, 'p2', 'y')];
const market = [
  handOffer('p1', 'alpha', 10),
  handOffer('x', 'beta', 8),
  handOffer('p2', 'alpha', 20),
  handOffer('y', 'beta', 10),
];
const instead = {
  kind: 'resolved',
  productId: 'p1',
  confidence: 'exact',
  rule: 'mpn',
  alternatives: [],
  isAlternative: true,
} as const;
const sold = { stock: [{ warehouseRef: 'main', quantity: 0 }] };
/** Two lines of one product, which are bought together. */
const same = [naming(1, 'p1', 'x'), naming(2, 'p1', 'x')];
const one = [handOffer('p1', 'alpha', 10), handOffer('x', 'beta', 5)];
const by = (savingPercent: number) => ({ policy: 'when_cheaper_by', savingPercent }) as const;

const cases: readonly BasketCase[] = [
  // 10 at 0.08 and 10 at 0.20.
  [
    'a line may take substitutes where the others do not',
    lines,
    market,
    { substitutePolicy: 'never', ...saying({ policy: 'when_cheaper' }) },
    '2.8: 10 beta:x; 10 alpha',
  ],
  // 10 at 0.10 and 10 at 0.10.
  [
    'a line may take none where the others do',
    lines,
    market,
    { substitutePolicy: 'when_cheaper', ...saying({ policy: 'never' }) },
    '2: 10 alpha; 10 beta:y',
  ],
  // 10 at 0.10 and 10 at 0.10: x would be 20 % less, y is a half less.
  [
    'a line may ask for another saving than the request',
    lines,
    market,
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 10, ...saying({ savingPercent: 21 }) },
    '2: 10 alpha; 10 beta:y',
  ],
  // 10 at 0.08, 20 % less, and 10 at 0.20.
  [
    'a line may say a policy with the saving of the request',
    lines,
    market,
    { substitutePolicy: 'never', substituteSavingPercent: 20, ...saying({ policy: 'when_cheaper_by' }) },
    '2.8: 10 beta:x; 10 alpha',
  ],
  // 10 at 0.08 and 10 at 0.10: the saving is of no policy that looks at it.
  [
    'a line may take any substitute that is cheaper where the request asks for a saving',
    lines,
    market,
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 30, ...saying({ policy: 'when_cheaper' }) },
    '1.8: 10 beta:x; 10 beta:y',
  ],
  // 10 at 0.08, as p1 is sold, and 10 at 0.20.
  [
    'a line may take substitutes where it cannot be had, beside one that may not',
    lines,
    [{ ...handOffer('p1', 'alpha', 10), ...sold }, ...market.slice(1)],
    { substitutePolicy: 'never', ...saying({ policy: 'when_out_of_stock' }) },
    '2.8: 10 beta:x; 10 alpha',
  ],
  // 10 at 0.10 and 10 at 0.10: a change of line 1 goes before what it said.
  [
    'a change of a line goes before what the line says',
    lines,
    market,
    {
      substitutePolicy: 'when_cheaper',
      ...saying({ policy: 'when_cheaper' }),
      lineEdits: [{ number: 1, substitution: { policy: 'never' } }],
    },
    '2: 10 alpha; 10 beta:y',
  ],
  // 10 at 0.10: the line's own part is not known, and p1 would do.
  [
    "a part that would do is bought where the line's own is not known",
    [{ ...naming(1, 'p1'), resolution: instead }],
    market,
    { substitutePolicy: 'when_out_of_stock' },
    '1: 10 alpha',
  ],
  // The same with no substitute.
  [
    'no part that would do is bought where none may stand in',
    [{ ...naming(1, 'p1'), resolution: instead }],
    market,
    { substitutePolicy: 'never' },
    '0: not_found',
  ],
  // x is kept for line 2: 10 at 0.10 and 10 at 0.08.
  [
    'a line that takes no substitute leaves it to another',
    [naming(1, 'p1', 'x'), naming(2, 'p2', 'x')],
    market,
    { substitutePolicy: 'when_cheaper', ...saying({ policy: 'never' }) },
    '1.8: 10 alpha; 10 beta:x',
  ],
  // 20 at 0.05 for both.
  [
    'lines of one product that say the same take a substitute',
    same,
    one,
    { substitutePolicy: 'never', ...saying({ policy: 'when_cheaper' }, { policy: 'when_cheaper' }) },
    '1: 10 beta:x; 10 beta:x',
  ],
  // 20 at 0.10 for both: one of them takes none.
  [
    'of lines of one product the one that takes none decides',
    same,
    one,
    { substitutePolicy: 'when_cheaper', ...saying({}, { policy: 'never' }) },
    '2: 10 alpha:p1; 10 alpha:p1',
  ],
  // 20 at 0.10 for both, as p1 is in stock.
  [
    'of lines of one product the one that takes a substitute for want of stock decides',
    same,
    one,
    { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 1, ...saying({ policy: 'when_out_of_stock' }) },
    '2: 10 alpha:p1; 10 alpha:p1',
  ],
  // 20 at 0.10 for both, as x is a half less and not 51 %.
  [
    'of lines of one product the one that asks for the greater saving decides',
    same,
    one,
    { substitutePolicy: 'never', ...saying(by(10), by(51)) },
    '2: 10 alpha:p1; 10 alpha:p1',
  ],
  // 20 at 0.05 for both, as x is a half less.
  [
    'of lines of one product one that asks for a saving goes before one that does not',
    same,
    one,
    { substitutePolicy: 'when_cheaper', ...saying(by(50), {}) },
    '1: 10 beta:x; 10 beta:x',
  ],
  // 20 at 0.10 for both, as x is a half less and not 51 %.
  [
    'of lines of one product one that asks for too great a saving leaves them without',
    same,
    one,
    { substitutePolicy: 'when_cheaper', ...saying({}, by(51)) },
    '2: 10 alpha:p1; 10 alpha:p1',
  ],
];

it.each(cases)('%s', (...given) => {
  expect(basketOf(given).replaceAll('alpha:p1', 'alpha')).toBe(given[4].replaceAll('alpha:p1', 'alpha'));
});
