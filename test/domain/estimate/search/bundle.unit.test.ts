import { expect, test } from 'vitest';
import { opened } from '../../../../domain/estimate/search/bound.ts';
import type { OrderWindow } from '../../../../domain/estimate/search/order-windows.ts';
import { evaluateStepped, restrictStepped, steppedBound } from '../../../../domain/estimate/search/stepped/bound.ts';
import { searchStepped } from '../../../../domain/estimate/search/stepped/branch-and-bound.ts';
import { ascendByBundle, type BundleTask } from '../../../../domain/estimate/search/stepped/bundle.ts';
import { columnOf } from '../../../../domain/estimate/search/stepped/columns.ts';
import { type Stepped, steppedOf } from '../../../../domain/estimate/search/stepped/stepped.ts';
import { type Block, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const seed = seedOfRun();

const taskOf = (stepped: Stepped, target: number): BundleTask => {
  const { structure, windowStart } = stepped;
  const bound = steppedBound(stepped);
  const decisions = {
    status: new Uint8Array(structure.supplierCount),
    inPlay: new Uint8Array(windowStart[structure.supplierCount] as number).fill(1),
    banned: new Uint8Array(structure.entryCost.length),
  };
  restrictStepped(bound, decisions);
  return {
    bound,
    decisions,
    u: new Float64Array(structure.rowCount),
    climb: { iterations: 300, firstStep: 0.5, patience: 1 },
    target: () => target,
  };
};

const oneWindow = (cost: number): readonly OrderWindow[] => [{ from: 0, until: Infinity, cost }];

/** Blocks that each two of the suppliers in a ring serve, at no cost. */
const ringOf = (suppliers: number, order: number): Stepped => {
  const blocks = Array.from({ length: suppliers }, (_, s): Block => {
    const entries = [s, (s + 1) % suppliers].map((supplier) => ({ supplier, cost: 0 }));
    return [[entries]];
  });
  const fixed = Array.from({ length: suppliers }, () => order);
  return steppedOf(structureOf(blocks, fixed), fixed.map(oneWindow));
};

/** Lines that six suppliers have, some of them split, in orders that cost by their goods. */
const randomStepped = (random: () => number): Stepped => {
  const below = (limit: number): number => Math.floor(random() * limit);
  const row = () => [0, 1, 2, 3, 4, 5].filter(() => random() < 0.4).map((supplier) => ({ supplier, cost: below(90) }));
  const sole = () => [{ supplier: below(6), cost: below(90) }];
  const blocks = Array.from({ length: 8 }, (): Block => [[[...row().slice(1), ...sole()].slice(-1)], [sole(), row()]]);
  const windows = Array.from({ length: 6 }, (): readonly OrderWindow[] => {
    const from = 1 + below(120);
    const least = below(60);
    return random() < 0.5
      ? oneWindow(least)
      : [
          { from: 0, until: from, cost: least + below(40) },
          { from, until: Infinity, cost: least },
        ];
  });
  const fixed = windows.map((each) => Math.min(...each.map(({ cost }) => cost)));
  return steppedOf(structureOf(blocks, fixed), windows);
};

test.each([3, 5, 7, 11])('it comes to the highest bound: half of a ring of %i suppliers', (suppliers) => {
  const stepped = ringOf(suppliers, 1000);
  const { lower, usage } = ascendByBundle(taskOf(stepped, 1000 * suppliers));
  // No two neighbours may add up to more than 1000 of multipliers, so all of 500 are the best.
  expect(lower).toBe(500 * suppliers);
  // Each window and each entry is used by half.
  for (const share of usage.subarray(0, suppliers)) expect(share).toBeCloseTo(0.5, 1);
  for (const share of usage.subarray(suppliers)) expect(share).toBeCloseTo(0.5, 1);
});

test('it ends once the bound reaches the target', () => {
  expect(ascendByBundle(taskOf(ringOf(9, 1000), 3000)).lower).toBeGreaterThanOrEqual(3000);
});

test('its bound is one at the multipliers that it tells, and never above the cheapest basket', () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 100; round += 1) {
    const stepped = randomStepped(random);
    const { cost } = searchStepped(stepped, { isOver: () => false });
    const task = taskOf(stepped, Infinity);
    const { lower, u } = ascendByBundle(task);
    expect(lower, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(cost);
    const there = evaluateStepped(task.bound, u, task.decisions);
    expect(Math.ceil(there / task.bound.scale), `seed ${seed}, round ${round}`).toBe(lower);
  }
});

test('a column holds at any multipliers: its supplier adds no more anywhere', () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 100; round += 1) {
    const { bound, decisions, u } = taskOf(randomStepped(random), Infinity);
    const somewhere = () => u.map(() => Math.floor(random() * 160 - 40) * bound.scale);
    const here = somewhere();
    evaluateStepped(bound, here, decisions);
    const columns = Array.from({ length: 6 }, (_, s) => columnOf(bound, s, here));
    const there = somewhere();
    evaluateStepped(bound, there, decisions);
    for (const [s, column] of columns.entries()) {
      if (column === undefined) continue;
      const most = column.rows.reduce((sum, row) => sum - (there[row] as number), column.constant);
      const added = Math.min(0, bound.reduced[s] as number);
      expect(added, `seed ${seed}, round ${round}, supplier ${s}`).toBeLessThanOrEqual(most);
    }
  }
});

test('columns that are known end a climb sooner, and wrong ones never raise a bound above what it is', () => {
  const task = taskOf(ringOf(5, 1000), 5000);
  const { u, known = [] } = ascendByBundle(task);
  expect(known.map(({ supplier }) => supplier)).toEqual([0, 1, 2, 3, 4]);
  const wrong = known.map((column) => ({ ...column, constant: column.constant * 3 + 7 }));
  expect(ascendByBundle({ ...task, u, known: wrong }).lower).toBe(2500);
  let points = 0;
  const onPause = (): boolean => {
    points += 1;
    return false;
  };
  ascendByBundle({ ...task, u, known, onPause });
  expect(points).toBe(0);
});

test('sums stay exact where a window forces an entry that costs more than multipliers go up to', () => {
  const half = 2 ** 49;
  const dear = 2 ** 50 - 1_000_000;
  const costs = Array.from({ length: 200 }, (_, at) => 100 + at);
  const blocks = [dear, ...costs].map((cost, supplier): Block => [[[{ supplier, cost }]]]);
  const windows = [
    [
      { from: 0, until: half, cost: 0 },
      { from: half, until: Infinity, cost: 0 },
    ],
    ...costs.map(() => oneWindow(0)),
  ];
  const stepped = steppedOf(
    structureOf(
      blocks,
      windows.map(() => 0),
    ),
    windows,
  );
  const { bound, decisions } = taskOf(stepped, Infinity);
  decisions.status[0] = opened;
  decisions.inPlay[0] = 0;
  const u = Float64Array.from([0, ...costs], (cost) => cost * bound.scale + (cost === 0 ? 0 : 3));
  const optimum = dear + costs.reduce((sum, cost) => sum + cost, 0);
  expect(Math.ceil(evaluateStepped(bound, u, decisions) / bound.scale)).toBeLessThanOrEqual(optimum);
});
