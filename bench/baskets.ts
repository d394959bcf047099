/**
 * Baskets of 200 lines, 30 sellers and 8 offers a line with all that an order may cost
 * (`optimise/extended.ts`), each to the proof, ten seconds at most: processor time of the search at
 * 95 % of twenty estimates beside the second that is promised, in every mode.
 */
import { optimizationModes } from '../domain/estimate/modes/modes.ts';
import { type Benchmark, figureRow, percentile } from './benchmark.ts';
import { extendedEstimates } from './optimise/extended.ts';

const size = { lines: 200, suppliers: 30, estimates: 20, seconds: 10 };
const promisedSeconds = 1;

/** Measures every mode. */
export const basketsBenchmark: Benchmark = async () => {
  const solved = [...extendedEstimates(size)];
  return optimizationModes.map((mode) => {
    const ofMode = solved.filter((each) => each.mode === mode);
    const times = ofMode.map(({ seconds }) => seconds * 1_000);
    const proven = ofMode.filter(({ gap, isFirstAimProven }) => gap === 0 && isFirstAimProven).length;
    const name = `${mode}, ${proven} of ${ofMode.length} proven`;
    return {
      ...figureRow(name, percentile(times, 0.95) / 1_000, promisedSeconds, 's of processor time'),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      p99: percentile(times, 0.99),
    };
  });
};
