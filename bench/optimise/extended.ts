/**
 * Processor time of every mode on random estimates with all that an order may cost: order costs in
 * steps of the value of the goods, fees for reels, packagings of one stock, greatest orders,
 * back-orders, and import duties, which are no part of the goods. Twenty estimates without these
 * warm it up, as threads of the service are.
 */

import { type OptimizationMode, optimizationModes } from '../../domain/estimate/modes/modes.ts';
import { optimise } from '../../domain/estimate/optimise.ts';
import { randomEstimate } from '../../test/support/estimates.ts';
import { seededRandom } from '../../test/support/random.ts';
import { shapeOf } from './shape.ts';
import { withDuties } from './with-duties.ts';

/** What was measured of one estimate in one mode. */
export interface Extended {
  readonly mode: OptimizationMode;
  readonly seed: number;
  readonly seconds: number;
  /** Until the first basket. */
  readonly first: number;
  readonly gap: number;
  readonly isFirstAimProven: boolean;
}

const warmUp = 20;

/** Far from the seeds of the estimates. */
const dutySeed = 1_000_000;

const secondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

/** Solves so many estimates in each mode, each for so many seconds at most. */
export const extendedEstimates = function* ({
  lines,
  suppliers,
  estimates,
  seconds: limit,
}: {
  readonly lines: number;
  readonly suppliers: number;
  readonly estimates: number;
  readonly seconds: number;
}): Iterable<Extended> {
  for (let seed = 0; seed < warmUp; seed += 1) {
    const problem = randomEstimate(seededRandom(seed), shapeOf(40, suppliers));
    for (const mode of optimizationModes) optimise(problem, { mode, isOver: () => false });
  }
  const shape = { ...shapeOf(lines, suppliers), stepped: 0.7, reeled: 0.3, pooled: 0.3 };
  for (const mode of optimizationModes) {
    for (let seed = 0; seed < estimates; seed += 1) {
      const problem = withDuties(randomEstimate(seededRandom(seed), shape), seededRandom(dutySeed + seed));
      const before = process.cpuUsage();
      let first: number | undefined;
      const { certificate } = optimise(problem, {
        mode,
        isOver: () => secondsSince(before) > limit,
        onBetter: () => {
          first ??= secondsSince(before);
        },
      });
      const seconds = secondsSince(before);
      const { gap, isFirstAimProven } = certificate;
      yield { mode, seed, seconds, first: first ?? seconds, gap, isFirstAimProven };
    }
  }
};
