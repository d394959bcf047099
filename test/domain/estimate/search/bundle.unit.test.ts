import { expect, test } from 'vitest';
import type { AscentTask } from '../../../../domain/estimate/search/ascent.ts';
import { basketCost, basketsOf } from '../../../../domain/estimate/search/basket.ts';
import { evaluateBound, lagrangianBound, restrictBound, scaleFor } from '../../../../domain/estimate/search/bound.ts';
import { ascendByBundle } from '../../../../domain/estimate/search/bundle.ts';
import { type Block, type Structure, structureOf } from '../../../../domain/estimate/search/structure.ts';
import { seededRandom, seedOfRun } from '../../../support/random.ts';

const seed = seedOfRun();

const taskOf = (structure: Structure, target: number): AscentTask => {
  const scale = scaleFor(structure);
  const bound = lagrangianBound(structure, scale);
  const status = new Uint8Array(structure.supplierCount);
  restrictBound(bound, status);
  return {
    bound,
    evaluate: (u) => evaluateBound(bound, u, status, Infinity),
    scale,
    u: new Float64Array(structure.rowCount),
    climb: { iterations: 300, firstStep: 0.5, patience: 1 },
    target: () => target,
  };
};

/** Blocks that each two of the suppliers in a ring serve, at no cost. */
const ringOf = (suppliers: number, fixed: number): Structure =>
  structureOf(
    Array.from({ length: suppliers }, (_, s): Block => {
      const entries = [s, (s + 1) % suppliers].map((supplier) => ({ supplier, cost: 0 }));
      return [[entries]];
    }),
    Array.from({ length: suppliers }, () => fixed),
  );

test.each([3, 5, 7, 11])('it comes to the highest bound: half of a ring of %i suppliers', (suppliers) => {
  const task = taskOf(ringOf(suppliers, 1000), 1000 * suppliers);
  const { lower, usage } = ascendByBundle(task);
  // No two neighbours may add up to more than 1000 of multipliers, so all of 500 are the best.
  expect(lower).toBe(500 * suppliers);
  for (const share of usage) expect(share).toBeCloseTo(0.5, 1);
});

test('it ends once the bound reaches the target', () => {
  const task = taskOf(ringOf(9, 1000), 3000);
  expect(ascendByBundle(task).lower).toBeGreaterThanOrEqual(3000);
});

test('its bound is one at the multipliers that it tells, and never above the cheapest basket', () => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  for (let round = 0; round < 100; round += 1) {
    const row = () =>
      [0, 1, 2, 3, 4, 5].filter(() => random() < 0.4).map((supplier) => ({ supplier, cost: below(90) }));
    const sole = () => [{ supplier: below(6), cost: below(90) }];
    const blocks = Array.from(
      { length: 8 },
      (): Block => [[[...row().slice(1), ...sole()].slice(-1)], [sole(), row()]],
    );
    const fixed = Array.from({ length: 6 }, () => below(60));
    const structure = structureOf(blocks, fixed);
    const baskets = basketsOf(structure);
    const costs = Array.from({ length: 64 }, (_, set) =>
      basketCost(
        baskets,
        Uint8Array.from({ length: 6 }, (_bit, s) => (set >> s) & 1),
      ),
    );
    const cheapest = Math.min(...costs);
    const task = taskOf(structure, Infinity);
    const { lower, u } = ascendByBundle(task);
    expect(lower, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(cheapest);
    expect(Math.ceil(task.evaluate(u) / task.scale), `seed ${seed}, round ${round}`).toBe(lower);
  }
});

test('cuts that are known never raise a bound above what it is', () => {
  const task = taskOf(ringOf(5, 1000), 5000);
  const { u, known } = ascendByBundle(task);
  const wrong = { value: known.value * 2, cuts: known.cuts.map((cut) => ({ ...cut, slope: cut.slope.map(() => 1) })) };
  expect(ascendByBundle({ ...task, u }, wrong).lower).toBe(2500);
});
