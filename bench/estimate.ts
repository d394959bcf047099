/**
 * How long the optimiser takes to the proof, on random estimates with breaks, multiples and short stock. The `limit` columns
 * hold the time that the search is given; `ours` is how many estimates ended with gap 0, of as many as `limit` says.
 */
import { optimise } from '../domain/estimate/optimise.ts';
import type { OptimizationMode } from '../domain/estimate/problem.ts';
import { type EstimateShape, randomEstimate } from '../test/support/estimates.ts';
import { seededRandom } from '../test/support/random.ts';
import { type BenchmarkRow, percentile } from './benchmark.ts';

const modes: readonly OptimizationMode[] = ['min_price', 'min_suppliers', 'min_lead_time', 'single_manufacturer'];

const shapeOf = (lines: number, suppliers: number): EstimateShape => ({
  lines,
  suppliers,
  offersPerLine: 8,
  maxPieces: 2000,
  scarcity: 0.1,
  maxOrderCost: 2_000_000,
  orderMultiples: [1, 1, 5, 10, 100],
  breakSpread: 50,
  linesPerGroup: 4,
});

interface Scale {
  readonly lines: number;
  readonly suppliers: number;
  readonly estimates: number;
}

const scales: readonly Scale[] = [
  { lines: 200, suppliers: 30, estimates: 20 },
  { lines: 200, suppliers: 50, estimates: 3 },
  { lines: 500, suppliers: 60, estimates: 2 },
];

const limitMs = 10_000;

const measure = ({ lines, suppliers, estimates }: Scale, mode: OptimizationMode): BenchmarkRow => {
  const timesMs: number[] = [];
  let proven = 0;
  for (let index = 0; index < estimates; index += 1) {
    const problem = randomEstimate(seededRandom(index), shapeOf(lines, suppliers));
    const begin = performance.now();
    const { certificate } = optimise(problem, { mode, isOver: () => performance.now() - begin > limitMs });
    timesMs.push(performance.now() - begin);
    if (certificate.gap === 0 && certificate.isFirstAimProven) proven += 1;
  }
  return {
    name: `estimate ${lines} lines ${suppliers} suppliers ${mode}`,
    ours: proven,
    limit: estimates,
    ratio: proven / estimates,
    unit: 'proven',
    p50: percentile(timesMs, 0.5),
    p95: percentile(timesMs, 0.95),
    p99: percentile(timesMs, 0.99),
    limitP50: limitMs,
    limitP95: limitMs,
    limitP99: limitMs,
  };
};

/** Time to the proof in every mode, at three sizes. */
export const estimateBenchmark = async (): Promise<readonly BenchmarkRow[]> =>
  scales.flatMap((scale) => modes.map((mode) => measure(scale, mode)));
