import { expect, test } from 'vitest';
import { basketCost, basketsOf } from '../../../../domain/estimate/search/basket.ts';
import { closed, free, opened } from '../../../../domain/estimate/search/bound.ts';
import { search } from '../../../../domain/estimate/search/branch-and-bound.ts';
import { presolve } from '../../../../domain/estimate/search/presolve.ts';
import { liftOpen } from '../../../../domain/estimate/search/reduction.ts';
import { type Block, type Structure, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const seed = seedOfRun();
const supplierCount = 7;

type Random = () => number;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const many = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);

/** Blocks of up to three variants of up to two rows; equal costs are frequent. */
const randomStructure = (random: Random, maxCost: number, maxOrder: number): Structure => {
  const entry = () => ({ supplier: below(random, supplierCount), cost: below(random, maxCost + 1) });
  const row = () => [...new Map(many(1 + below(random, 4), entry).map((each) => [each.supplier, each])).values()];
  const variant = () => many(1 + below(random, 2), row);
  const blocks: readonly Block[] = many(1 + below(random, 6), () => many(1 + below(random, 3), variant));
  return structureOf(
    blocks,
    many(supplierCount, () => below(random, maxOrder + 1)),
  );
};

const setsOf = (count: number): readonly Uint8Array[] =>
  Array.from({ length: 2 ** count }, (_, mask) => Uint8Array.from({ length: count }, (_bit, s) => (mask >> s) & 1));

const allSets = setsOf(supplierCount);

const respects = (open: Uint8Array, status: Uint8Array): boolean =>
  open.every((value, s) => (status[s] === opened ? value === 1 : status[s] !== closed || value === 0));

const minCost = (structure: Structure, sets: readonly Uint8Array[]): number => {
  const baskets = basketsOf(structure);
  return sets.reduce((least, open) => Math.min(least, basketCost(baskets, open)), Infinity);
};

/** Facility location with dear and cheap orders, and set covering. */
const kinds = [
  [30, 25],
  [30, 4],
  [3, 3],
  [0, 5],
] as const;

test.each(kinds)(
  'presolve keeps a best basket, and what every set left costs: costs to %i, orders to %i',
  (...most) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 400; round += 1) {
      const structure = randomStructure(random, ...most);
      const status = Uint8Array.from({ length: supplierCount }, () => (random() < 0.2 ? 1 + below(random, 2) : free));
      const where = `seed ${seed}, round ${round}`;
      const best = minCost(
        structure,
        allSets.filter((open) => respects(open, status)),
      );
      const reduction = presolve(structure, status);
      if (reduction === undefined) {
        expect(best, where).toBe(Infinity);
        continue;
      }
      const baskets = basketsOf(structure);
      const smaller = basketsOf(reduction.structure);
      const sets = setsOf(reduction.structure.supplierCount - 1).map((open) => Uint8Array.from([1, ...open]));
      for (const open of sets) {
        const lifted = liftOpen(reduction, open);
        expect(respects(lifted, status), where).toBe(true);
        expect(basketCost(baskets, lifted), where).toBe(basketCost(smaller, open) + reduction.settledCost);
      }
      expect(minCost(reduction.structure, sets) + reduction.settledCost, where).toBe(best);
    }
  },
);

test.each(kinds)('the search finds and proves what trying all sets finds: costs to %i, orders to %i', (...most) => {
  const random = seededRandom(seed);
  for (let round = 0; round < 400; round += 1) {
    const structure = randomStructure(random, ...most);
    const best = minCost(structure, allSets);
    const where = `seed ${seed}, round ${round}`;
    let last = Infinity;
    const { open, cost, lowerBound } = search(structure, {
      isOver: () => false,
      onBetter: (better, betterCost, bound) => {
        expect(basketCost(basketsOf(structure), better), where).toBe(betterCost);
        expect(betterCost, where).toBeLessThan(last);
        expect(bound, where).toBeLessThanOrEqual(best);
        last = betterCost;
      },
    });
    expect({ cost, lowerBound }, where).toEqual({ cost: best, lowerBound: best });
    if (open !== undefined) expect(basketCost(basketsOf(structure), open), where).toBe(best);
    expect(open === undefined, where).toBe(best === Infinity);
  }
});

test('each rule of presolve acts: an order that pays by itself, one that never does, a block settled', () => {
  const offers = (...costs: readonly (number | undefined)[]): Block => [
    [costs.flatMap((cost, supplier) => (cost === undefined ? [] : [{ supplier, cost }]))],
  ];
  // The first is the only one for the first block; beside it the second saves 8 for 7, the third 5.
  const structure = structureOf([offers(10), offers(20, 12), offers(20, undefined, 15)], [3, 7, 6]);
  const reduction = presolve(structure, new Uint8Array(3));
  expect(reduction).toMatchObject({
    settledCost: 3 + 7 + 10 + 12 + 20,
    structure: { blockCount: 0, supplierCount: 1 },
  });
  expect([...(reduction?.status ?? [])]).toEqual([opened, opened, closed]);
});
