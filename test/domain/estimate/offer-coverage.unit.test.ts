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

test('an offer is passed over for full reels, and not as too dear to count', () => {
  const reel = { packaging: 'Tape & Reel (TR)', standardPackage: 1_000, offerId: 'reel', orderMultiple: 1_000 };
  const offers = [
    handOffer('p1', 'dk', 4, reel),
    handOffer('p1', 'dk', 5, { offerId: 'tape' }),
    handOffer('p1', 'beta', 5, { inStock: 0 }),
    handOffer('p1', 'gamma', 2 ** 50, { packaging: 'Tray' }),
  ];
  const counted = (fullReelPercent: number) =>
    handOutcome([handLine(1, '750')], offers, { fullReelPercent }).lines[0]?.offers?.leftOut;
  // 750 at 0.05 are 37.50, a reel is 40.00: 6.7 % more.
  expect(counted(10)).toEqual({ full_reel_preferred: 1, out_of_stock: 1, amount_too_large: 1 });
  expect(counted(5)).toEqual({ out_of_stock: 1, amount_too_large: 1 });
});
