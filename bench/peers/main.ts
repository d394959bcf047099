/**
 * `npm run bench:peers -- NAME...`: ours beside what users would take instead, each in its own
 * packages, which the script installs into this folder. The figures are kept as those of `npm run
 * bench` are.
 */
import type { Benchmark } from '../benchmark.ts';
import { runBenchmarks } from '../report/run-benchmarks.ts';
import { emmettComparison } from './emmett.ts';
import { rateLimiterComparison } from './rate-limiter.ts';

const comparisons: Readonly<Record<string, Benchmark>> = {
  emmett: emmettComparison,
  'rate-limiter': rateLimiterComparison,
};

await runBenchmarks(comparisons);
