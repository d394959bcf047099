/**
 * How good the optimiser is, on random estimates with breaks, multiples and short stock:
 *
 * - `to the proof`: time of whole searches; `ours` is how many ended with gap 0, of as many as
 *   `limit` says;
 * - `beside HiGHS`: the same estimates solved by HiGHS in the same run, one each in turn; `ours`
 *   and `limit` are proofs a minute, the percentiles those of either side. Where HiGHS ran out of
 *   time its time counts as it is, which flatters it;
 * - `first basket`: time until there is one, of a size where the proof may take longer than anyone
 *   waits;
 * - `gap`: what is not proven at the time limit, in hundredths of a percent, at worst;
 * - `request to ready`: through the API (`estimate-requests.ts`).
 *
 * Every search has a time limit and every row a budget after which no further estimate begins, so
 * the whole is bounded.
 */

import type { OptimizationMode } from '../domain/estimate/modes/modes.ts';
import { modes } from '../domain/estimate/modes/modes.ts';
import { optimise } from '../domain/estimate/optimise.ts';
import type { EstimateProblem } from '../domain/estimate/problem.ts';
import { randomEstimate } from '../test/support/estimates.ts';
import { highsJudge, type Judge } from '../test/support/highs.ts';
import { seededRandom } from '../test/support/random.ts';
import { type BenchmarkRow, percentile } from './benchmark.ts';
import { estimateRequests } from './estimate-requests.ts';
import { shapeOf } from './optimise/shape.ts';

const names = Object.keys(modes) as readonly OptimizationMode[];

interface Scale {
  readonly lines: number;
  readonly suppliers: number;
  /** How many estimates to solve, if the budget lasts. */
  readonly estimates: number;
  readonly budgetMs: number;
}

const usual: Scale = { lines: 200, suppliers: 30, estimates: 20, budgetMs: 12_000 };
const wide: Scale = { lines: 200, suppliers: 50, estimates: 5, budgetMs: 12_000 };
const large: Scale = { lines: 500, suppliers: 60, estimates: 2, budgetMs: 10_000 };
const besideHighs: Scale = { ...usual, estimates: 2, budgetMs: 12_000 };

const limitMs = 10_000;
const highsLimitSeconds = 20;

/** One search. */
interface Run {
  readonly total: number;
  readonly milliseconds: number;
  readonly firstBasketMs: number;
  /** 0 where all that the mode compares is proven. */
  readonly gap: number;
  readonly isProven: boolean;
}

const run = (problem: EstimateProblem, mode: OptimizationMode): Run => {
  const begin = performance.now();
  const elapsed = (): number => performance.now() - begin;
  let firstBasketMs: number | undefined;
  const { certificate, objective } = optimise(problem, {
    mode,
    isOver: () => elapsed() > limitMs,
    onBetter: () => {
      firstBasketMs ??= elapsed();
    },
  });
  const milliseconds = elapsed();
  const { gap, isFirstAimProven } = certificate;
  return {
    total: objective.total,
    milliseconds,
    firstBasketMs: firstBasketMs ?? milliseconds,
    gap,
    isProven: gap === 0 && isFirstAimProven,
  };
};

const eachEstimate = <T>(scale: Scale, measure: (problem: EstimateProblem) => T): readonly T[] => {
  const measured: T[] = [];
  const end = performance.now() + scale.budgetMs;
  for (let seed = 0; seed < scale.estimates && performance.now() < end; seed += 1) {
    measured.push(measure(randomEstimate(seededRandom(seed), shapeOf(scale.lines, scale.suppliers))));
  }
  return measured;
};

const percentiles = (milliseconds: readonly number[]): Pick<BenchmarkRow, 'p50' | 'p95' | 'p99'> => ({
  p50: percentile(milliseconds, 0.5),
  p95: percentile(milliseconds, 0.95),
  p99: percentile(milliseconds, 0.99),
});

/** A limit that is a number of milliseconds and not another solver. */
const allowed = (milliseconds: number): Pick<BenchmarkRow, 'limitP50' | 'limitP95' | 'limitP99'> => ({
  limitP50: milliseconds,
  limitP95: milliseconds,
  limitP99: milliseconds,
});

const nameOf = ({ lines, suppliers }: Scale, mode: OptimizationMode, what: string): string =>
  `estimate ${lines}x${suppliers} ${mode} ${what}`;

const toTheProof = (scale: Scale, mode: OptimizationMode): BenchmarkRow => {
  const runs = eachEstimate(scale, (problem) => run(problem, mode));
  const proven = runs.filter(({ isProven }) => isProven).length;
  return {
    name: nameOf(scale, mode, 'to the proof'),
    ours: proven,
    limit: runs.length,
    ratio: proven / runs.length,
    unit: 'proven',
    ...percentiles(runs.map(({ milliseconds }) => milliseconds)),
    ...allowed(limitMs),
  };
};

const atTheLimit = (scale: Scale, mode: OptimizationMode): readonly BenchmarkRow[] => {
  const runs = eachEstimate(scale, (problem) => run(problem, mode));
  const within = runs.filter(({ firstBasketMs }) => firstBasketMs <= 1_000).length;
  const first = {
    name: nameOf(scale, mode, 'first basket'),
    ours: within,
    limit: runs.length,
    ratio: within / runs.length,
    unit: 'within 1 s',
    ...percentiles(runs.map(({ firstBasketMs }) => firstBasketMs)),
    ...allowed(1_000),
  };
  const worst = Math.max(...runs.map(({ gap }) => gap)) * 1e4;
  const gap = {
    name: nameOf(scale, mode, 'gap'),
    ours: worst,
    limit: 0,
    ratio: runs.filter(({ isProven }) => isProven).length / runs.length,
    unit: '0.01 % (ratio: share proven)',
    ...percentiles(runs.map(({ milliseconds }) => milliseconds)),
    ...allowed(limitMs),
  };
  return [first, gap];
};

const compareWithHighs = (judge: Judge, scale: Scale, mode: OptimizationMode): BenchmarkRow => {
  const pairs = eachEstimate(scale, (problem) => {
    const { milliseconds, total, isProven } = run(problem, mode);
    const begin = performance.now();
    const judged = judge(modes[mode].prepare(problem), problem, mode);
    const isSame = Math.abs(judged.cost - total) <= total * 1e-6;
    if (isProven && judged.isProven && !isSame)
      throw new Error(`${mode}: HiGHS finds ${judged.cost}, we find ${total}`);
    return { ours: milliseconds, highs: performance.now() - begin };
  });
  const ours = pairs.map((pair) => pair.ours);
  const highs = pairs.map((pair) => pair.highs);
  const perMinute = (times: readonly number[]): number =>
    (60_000 * times.length) / times.reduce((sum, milliseconds) => sum + milliseconds, 0);
  const limit = percentiles(highs);
  return {
    name: nameOf(scale, mode, 'beside HiGHS'),
    ours: perMinute(ours),
    limit: perMinute(highs),
    ratio: perMinute(ours) / perMinute(highs),
    unit: 'proofs/min',
    ...percentiles(ours),
    limitP50: limit.p50,
    limitP95: limit.p95,
    limitP99: limit.p99,
  };
};

/** Time to the proof in every mode at three sizes, and beside HiGHS. */
export const estimateBenchmark = async (): Promise<readonly BenchmarkRow[]> => {
  const judge = await highsJudge(highsLimitSeconds);
  return [
    ...names.map((mode) => toTheProof(usual, mode)),
    ...names.map((mode) => compareWithHighs(judge, besideHighs, mode)),
    ...names.map((mode) => toTheProof(wide, mode)),
    ...names.flatMap((mode) => atTheLimit(large, mode)),
    ...(await estimateRequests()),
  ];
};
