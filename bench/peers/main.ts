/**
 * `npm run bench:peers -- NAME...`: ours beside what users would take instead, each in its own
 * packages, which the script installs into this folder; solvers come from Debian. Each comparison
 * is loaded when its turn comes, since some peers change what others find in the process. The
 * figures are kept as those of `npm run bench` are.
 */
import type { Benchmark } from '../benchmark.ts';
import { runBenchmarks } from '../report/run-benchmarks.ts';

const comparisons: Readonly<Record<string, Benchmark>> = {
  cbc: async () => (await import('./baskets.ts')).cbcComparison(),
  emmett: async () => (await import('./emmett.ts')).emmettComparison(),
  glpk: async () => (await import('./baskets.ts')).glpkComparison(),
  medusa: async () => (await import('./medusa.ts')).medusaComparison(),
  'rate-limiter': async () => (await import('./rate-limiter.ts')).rateLimiterComparison(),
  vendure: async () => (await import('./vendure.ts')).vendureComparison(),
};

await runBenchmarks(comparisons);
