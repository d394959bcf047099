import { expect, test } from 'vitest';
import type { OptimizationMode } from '../../../domain/estimate/modes/modes.ts';
import { modes } from '../../../domain/estimate/modes/modes.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import { randomEstimate } from '../../support/estimates.ts';
import { highsJudge } from '../../support/highs.ts';
import { seededRandom, seedOfRun } from '../../support/random.ts';

const seed = seedOfRun();
const names = Object.keys(modes) as readonly OptimizationMode[];

/**
 * Small enough sums that HiGHS, which counts in doubles with tolerances, is exact after rounding.
 */
const shape = {
  lines: 20,
  suppliers: 8,
  offersPerLine: 5,
  maxPieces: 60,
  scarcity: 0.3,
  pooled: 0.4,
  reeled: 0.3,
  maxOrderCost: 60_000,
  linesPerGroup: 4,
  orderMultiples: [1, 1, 2, 5, 10],
  breakSpread: 10,
};

const compare = async (
  mode: OptimizationMode,
  { stepped = 0, dutied = 0, count }: { readonly stepped?: number; readonly dutied?: number; readonly count: number },
): Promise<void> => {
  const judge = await highsJudge(60);
  const random = seededRandom(seed);
  for (let done = 0; done < count; done += 1) {
    const problem = randomEstimate(random, { ...shape, stepped, dutied });
    const { objective, certificate } = optimise(problem, { mode, isOver: () => false });
    const judged = judge(modes[mode].prepare(problem), problem, mode);
    const where = `seed ${seed}, estimate ${done}`;
    expect(judged.isProven, where).toBe(true);
    expect(objective.total, where).toBe(Math.round(judged.cost));
    expect(certificate, where).toMatchObject({ gap: 0, isFirstAimProven: true });
    if (judged.suppliers !== undefined) expect(objective.suppliers, where).toBe(judged.suppliers);
  }
};

test.each(names)('HiGHS finds no better basket in random estimates too large to try all, in mode %s', (mode) =>
  compare(mode, { count: process.env.LONG === '1' ? 200 : 20 }),
);

test.each(names)('HiGHS finds no better basket where orders cost by the value of their goods, in mode %s', (mode) =>
  compare(mode, { stepped: 0.8, count: process.env.LONG === '1' ? 200 : 10 }),
);

test.each(names)('HiGHS finds no better basket where import duty is due, in mode %s', (mode) =>
  compare(mode, { dutied: 0.5, count: process.env.LONG === '1' ? 200 : 20 }),
);

test.each(names)('HiGHS finds no better basket of orders by their goods where duty is due, in mode %s', (mode) =>
  compare(mode, { stepped: 0.8, dutied: 0.5, count: process.env.LONG === '1' ? 200 : 10 }),
);
