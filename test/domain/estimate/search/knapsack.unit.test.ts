import { expect, test } from 'vitest';
import { opened } from '../../../../domain/estimate/search/bound.ts';
import type { OrderWindow } from '../../../../domain/estimate/search/order-windows.ts';
import { evaluateStepped, restrictStepped, steppedBound } from '../../../../domain/estimate/search/stepped/bound.ts';
import { emptyPacking } from '../../../../domain/estimate/search/stepped/knapsack.ts';
import { type Stepped, steppedOf } from '../../../../domain/estimate/search/stepped/stepped.ts';
import { type Block, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const seed = seedOfRun();
const supplierCount = 3;

type Random = () => number;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const many = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);

/** Up to three windows a supplier, some of them narrow. */
const randomWindows = (random: Random): readonly OrderWindow[] => {
  const starts = [0, ...many(below(random, 3), () => 1 + below(random, 90))].sort((a, b) => a - b);
  const distinct = [...new Set(starts)];
  return distinct.map((from, i) => ({ from, until: distinct[i + 1] ?? Infinity, cost: below(random, 20) }));
};

/** Blocks of up to three variants of up to three rows, of which a supplier may have several. */
const randomStepped = (random: Random): Stepped => {
  // Duty is part of the cost of some, and of no goods.
  const entry = () => {
    const cost = below(random, 40);
    return { supplier: below(random, supplierCount), cost, ...(random() < 0.3 && { goods: below(random, cost + 1) }) };
  };
  const row = () => [...new Map(many(1 + below(random, 3), entry).map((each) => [each.supplier, each])).values()];
  const variant = () => many(1 + below(random, 3), row);
  const blocks: readonly Block[] = many(1 + below(random, 6), () => many(1 + below(random, 3), variant));
  const windows = many(supplierCount, () => randomWindows(random));
  return steppedOf(
    structureOf(
      blocks,
      windows.map(() => 0),
    ),
    windows,
  );
};

type Taken = readonly [goods: number, worth: number];

/** All that a supplier may take: of each block entries of one variant. */
const allTaken = (
  { structure, entryGoods }: Stepped,
  s: number,
  u: Float64Array,
  banned: Uint8Array,
): readonly Taken[] => {
  const { entryStart, entryRow, entryVariant, entryBlock, entryCost } = structure;
  const entries = Array.from({ length: entryRow.length }, (_, e) => e).filter(
    (e) => e >= (entryStart[s] as number) && e < (entryStart[s + 1] as number) && banned[e] === 0,
  );
  const byBlock = Map.groupBy(entries, (e) => entryBlock[e] as number);
  let all: readonly Taken[] = [[0, 0]];
  for (const ofBlock of byBlock.values()) {
    const variants = [...Map.groupBy(ofBlock, (e) => entryVariant[e] as number).values()];
    const ways = variants.flatMap((ofVariant) =>
      ofVariant.reduce<readonly Taken[]>(
        (sets, e) =>
          sets.concat(
            sets.map(([goods, worth]): Taken => {
              const cost = entryCost[e] as number;
              return [goods + (entryGoods[e] as number), worth + cost - (u[entryRow[e] as number] as number)];
            }),
          ),
        [[0, 0]],
      ),
    );
    all = all.flatMap(([goods, worth]) => ways.map(([more, gain]): Taken => [goods + more, worth + gain]));
    all = [...new Map(all.map((taken) => [taken.join(), taken])).values()];
  }
  return all;
};

/** Windows of a random problem, valued with room for so many partial solutions, and their least. */
const valuedWindows = (random: Random, maxStates: number): readonly (readonly [valued: number, least: number])[] => {
  const stepped = randomStepped(random);
  const { structure, windows, windowStart } = stepped;
  const u = Float64Array.from({ length: structure.rowCount }, () => below(random, 80) - 20);
  const ceiling = new Float64Array(structure.rowCount).fill(100);
  const bound = { ...steppedBound(stepped, { scale: 1, ceiling }), packing: emptyPacking(maxStates) };
  const banned = structure.entryCost.map(() => (random() < 0.1 ? 1 : 0));
  const decisions = {
    status: new Uint8Array(supplierCount).fill(opened),
    inPlay: new Uint8Array(windowStart[supplierCount] as number).fill(1),
    banned: Uint8Array.from(banned),
  };
  restrictStepped(bound, decisions);
  evaluateStepped(bound, u, decisions, Infinity);
  // A row that nobody serves any more leaves no basket, and nothing is valued.
  if (bound.servable.includes(0)) return [];
  return windows.flatMap((ofSupplier, s) => {
    const all = allTaken(stepped, s, u, decisions.banned);
    return ofSupplier.map(({ from, until, cost }, index) => {
      const worths = all.filter(([goods]) => goods >= from && goods < until).map(([, worth]) => worth);
      return [bound.windowValue[(windowStart[s] as number) + index] as number, cost + Math.min(...worths)] as const;
    });
  });
};

test('a window adds the least of all goods that come into it', () => {
  const random = seededRandom(seed);
  const valued = many(300, () => valuedWindows(random, 20_000)).flat();
  for (const [value, least] of valued) expect(value, `seed ${seed}`).toBe(least);
  expect(valued.length).toBeGreaterThan(300);
});

test('where there is no room to pack a window, it adds no more than that', () => {
  const random = seededRandom(seed);
  const valued = many(300, () => valuedWindows(random, 4)).flat();
  for (const [value, least] of valued) expect(value, `seed ${seed}`).toBeLessThanOrEqual(least);
  expect(valued.filter(([value, least]) => value < least).length).toBeGreaterThan(20);
});
