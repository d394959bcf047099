/**
 * `npm run bench -- NAME... [--json FILE]`: runs benchmarks by name, all when none is named, prints
 * a table and keeps the figures in `bench/results.json`, of which `npm run bench:page` makes
 * `docs/performance.md`.
 */
import { actorsBenchmark } from './actors.ts';
import { analyticsBenchmark } from './analytics.ts';
import { basketsBenchmark } from './baskets.ts';
import type { Benchmark } from './benchmark.ts';
import { budgetBenchmark } from './budget.ts';
import { bulkBenchmark } from './bulk.ts';
import { busBenchmark } from './bus.ts';
import { catalogBenchmark } from './catalog.ts';
import { consoleBenchmark } from './console.ts';
import { estimateBenchmark } from './estimate.ts';
import { estimateChangesBenchmark } from './estimate-changes.ts';
import { eventsBenchmark } from './events.ts';
import { firstStartBenchmark } from './first-start.ts';
import { growthBenchmark } from './growth.ts';
import { largeGrowthBenchmark } from './growth-large.ts';
import { ingestionBenchmark } from './ingestion.ts';
import { matchBenchmark } from './match.ts';
import { matchingBenchmark } from './matching.ts';
import { overloadBenchmark } from './overload.ts';
import { pricingBenchmark } from './pricing.ts';
import { largePricingBenchmark } from './pricing-large.ts';
import { pricingMemoryBenchmark } from './pricing-memory.ts';
import { pricingRulesBenchmark } from './pricing-rules.ts';
import { runBenchmarks } from './report/run-benchmarks.ts';
import { resolveBenchmark } from './resolve.ts';
import { searchBenchmark } from './search.ts';
import { telemetryBenchmark } from './telemetry.ts';
import { visibilityBenchmark } from './visibility.ts';

/** Every benchmark by the name to call it by. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  actors: actorsBenchmark,
  analytics: analyticsBenchmark,
  baskets: basketsBenchmark,
  budget: budgetBenchmark,
  bulk: bulkBenchmark,
  bus: busBenchmark,
  catalog: catalogBenchmark,
  console: consoleBenchmark,
  estimate: estimateBenchmark,
  'estimate-changes': estimateChangesBenchmark,
  events: eventsBenchmark,
  'first-start': firstStartBenchmark,
  growth: growthBenchmark,
  'growth-large': largeGrowthBenchmark,
  ingestion: ingestionBenchmark,
  match: matchBenchmark,
  matching: matchingBenchmark,
  overload: overloadBenchmark,
  pricing: pricingBenchmark,
  'pricing-large': largePricingBenchmark,
  'pricing-memory': pricingMemoryBenchmark,
  visibility: visibilityBenchmark,
  'pricing-rules': pricingRulesBenchmark,
  resolve: resolveBenchmark,
  search: searchBenchmark,
  telemetry: telemetryBenchmark,
};

await runBenchmarks(benchmarks);
