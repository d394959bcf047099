import { expect, test } from 'vitest';
import { basketCost, basketsOf } from '../../../../domain/estimate/search/basket.ts';
import { coversOf, enumerateCovers } from '../../../../domain/estimate/search/covers.ts';
import { seatPrice } from '../../../../domain/estimate/search/seat-price.ts';
import { type Block, type Structure, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const seed = seedOfRun();
const supplierCount = 8;

/**
 * Blocks with one row of several suppliers, some with splits over two of any suppliers beside it or
 * instead of it.
 */
const randomBlocks = (random: () => number): readonly Block[] => {
  const entry = () => ({ supplier: Math.floor(random() * supplierCount), cost: Math.floor(random() * 100) });
  const row = () => {
    const entries = Array.from({ length: 1 + Math.floor(random() * 3) }, entry);
    return [...new Map(entries.map((each) => [each.supplier, each])).values()];
  };
  const split = () => {
    const first = entry();
    return [[first], [{ ...entry(), supplier: (first.supplier + 1 + Math.floor(random() * 7)) % supplierCount }]];
  };
  return Array.from({ length: 3 + Math.floor(random() * 6) }, () => {
    const splits = Array.from({ length: random() < 0.4 ? 1 + Math.floor(random() * 2) : 0 }, split);
    return splits.length > 0 && random() < 0.3 ? splits : [[row()], ...splits];
  });
};

const randomStructure = (random: () => number): Structure =>
  structureOf(
    randomBlocks(random),
    Array.from({ length: supplierCount }, () => Math.floor(random() * 50)),
  );

const allSets = Array.from({ length: 2 ** supplierCount }, (_, mask) =>
  Uint8Array.from({ length: supplierCount }, (_bit, s) => (mask >> s) & 1),
);

const sizeOf = (open: Uint8Array): number => open.reduce((sum, value) => sum + value, 0);

test('no cover of at most so many suppliers that needs all of them is left out, and nothing else is called one', () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 300; round += 1) {
    const structure = randomStructure(random);
    const baskets = basketsOf(structure);
    const isCover = (open: Uint8Array): boolean => basketCost(baskets, open) < Infinity;
    const isMinimal = (open: Uint8Array): boolean =>
      isCover(open) && open.every((value, s) => value === 0 || !isCover(open.map((other, t) => (t === s ? 0 : other))));
    const seats = 1 + Math.floor(random() * 6);
    const seen = new Set<string>();
    const outcome = enumerateCovers(coversOf(structure, baskets), {
      seats,
      isWorthwhile: () => true,
      isOver: () => false,
      onCover: (open) => {
        expect(isCover(open), `seed ${seed}`).toBe(true);
        seen.add(open.join(''));
        return false;
      },
    });
    expect(outcome).toBe('complete');
    for (const open of allSets) {
      if (sizeOf(open) <= seats && isMinimal(open))
        expect(seen, `seed ${seed}, round ${round}`).toContain(open.join(''));
    }
  }
});

test('the price bound of a node is never above the cheapest basket that can be reached from it', () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 200; round += 1) {
    const structure = randomStructure(random);
    const baskets = basketsOf(structure);
    const seats = 1 + Math.floor(random() * supplierCount);
    const costs = allSets
      .filter((open) => sizeOf(open) <= seats)
      .map((open) => ({ open, cost: basketCost(baskets, open) }));
    const best = costs.reduce((least, { cost }) => Math.min(least, cost), Infinity);
    if (best === Infinity) continue;
    const { lower, ofNode } = seatPrice({ structure, seats, target: best, isOver: () => false });
    expect(lower, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(best);
    const chosen = allSets[Math.floor(random() * allSets.length)] ?? new Uint8Array(supplierCount);
    const open = chosen.map((value) => (random() < 0.5 ? value : 0));
    if (sizeOf(open) > seats) continue;
    const isFree = (s: number): boolean => open[s] === 0 && chosen[s] === 1;
    const below = costs
      .filter((each) => each.open.every((value, s) => (value === 1 ? open[s] === 1 || isFree(s) : open[s] === 0)))
      .reduce((least, { cost }) => Math.min(least, cost), Infinity);
    expect(ofNode({ open, isFree, seats: seats - sizeOf(open) }), `seed ${seed}, round ${round}`).toBeLessThanOrEqual(
      below,
    );
  }
});
