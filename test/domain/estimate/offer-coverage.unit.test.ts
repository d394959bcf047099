import { expect, test } from 'vitest';
import type { EstimateRequest } from '../../../domain/estimate/request.ts';
import { handLine, handOffer, handOutcome } from '../../support/hand-market.ts';

/** A line of ten pieces of `p1`, for which `x` may be bought. */
const line = handLine(1, '10', {
  resolution: {
    kind: 'resolved',
    productId: 'p1',
    confidence: 'exact',
    rule: 'mpn',
    alternatives: [{ productId: 'x', score: 1, rule: 'named' }],
  },
});

const leftOut = (substitute: ReturnType<typeof handOffer>, more: Partial<EstimateRequest>) =>
  handOutcome([line], [handOffer('p1', 'alpha', 10), substitute], more).lines[0]?.offers?.leftOut;

test('a substitute is left out for its true reason', () => {
  const [dear, cheap] = [handOffer('x', 'beta', 9), handOffer('x', 'beta', 4)];
  const byHalf = { substitutePolicy: 'when_cheaper_by', substituteSavingPercent: 50 } as const;
  expect(leftOut(dear, byHalf)).toEqual({ substitute_too_dear: 1 });
  expect(leftOut(cheap, byHalf)).toEqual({});
  expect(leftOut({ ...cheap, stock: [{ warehouseRef: 'main', quantity: 0 }] }, byHalf)).toEqual({ out_of_stock: 1 });
  expect(leftOut(dear, { substitutePolicy: 'when_out_of_stock' })).toEqual({ substitute_not_needed: 1 });
});
