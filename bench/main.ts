/**
 * `npm run bench -- NAME... [--json FILE]`: runs benchmarks by name, all when none is named, and
 * prints a table.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { actorsBenchmark } from './actors.ts';
import { analyticsBenchmark } from './analytics.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { budgetBenchmark } from './budget.ts';
import { bulkBenchmark } from './bulk.ts';
import { busBenchmark } from './bus.ts';
import { catalogBenchmark } from './catalog.ts';
import { estimateBenchmark } from './estimate.ts';
import { eventsBenchmark } from './events.ts';
import { ingestionBenchmark } from './ingestion.ts';
import { matchBenchmark } from './match.ts';
import { matchingBenchmark } from './matching.ts';
import { overloadBenchmark } from './overload.ts';
import { pricingBenchmark } from './pricing.ts';
import { largePricingBenchmark } from './pricing-large.ts';
import { pricingRulesBenchmark } from './pricing-rules.ts';
import { resolveBenchmark } from './resolve.ts';
import { searchBenchmark } from './search.ts';
import { telemetryBenchmark } from './telemetry.ts';
import { visibilityBenchmark } from './visibility.ts';

/** Every benchmark by the name to call it by. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  actors: actorsBenchmark,
  analytics: analyticsBenchmark,
  budget: budgetBenchmark,
  bulk: bulkBenchmark,
  bus: busBenchmark,
  catalog: catalogBenchmark,
  estimate: estimateBenchmark,
  events: eventsBenchmark,
  ingestion: ingestionBenchmark,
  match: matchBenchmark,
  matching: matchingBenchmark,
  overload: overloadBenchmark,
  pricing: pricingBenchmark,
  'pricing-large': largePricingBenchmark,
  visibility: visibilityBenchmark,
  'pricing-rules': pricingRulesBenchmark,
  resolve: resolveBenchmark,
  search: searchBenchmark,
  telemetry: telemetryBenchmark,
};

const columns = [
  'name',
  'ours',
  'limit',
  'ratio',
  'unit',
  'p50',
  'p95',
  'p99',
  'limitP50',
  'limitP95',
  'limitP99',
] as const satisfies (keyof BenchmarkRow)[];

const cell = (row: BenchmarkRow, column: (typeof columns)[number]): string => {
  const value = row[column];
  if (typeof value === 'string') return value;
  return column === 'ours' || column === 'limit' ? value.toFixed(0) : value.toFixed(2);
};

const printTable = (rows: readonly BenchmarkRow[]): void => {
  const lines = [[...columns], ...rows.map((row) => columns.map((column) => cell(row, column)))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  for (const line of lines) {
    process.stdout.write(`${line.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  ')}\n`);
  }
};

const chosen = (names: readonly string[]): readonly Benchmark[] =>
  names.map((name) => {
    const benchmark = benchmarks[name];
    if (benchmark === undefined)
      throw new Error(`no benchmark ${name}; there are ${Object.keys(benchmarks).join(', ')}`);
    return benchmark;
  });

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const rows: BenchmarkRow[] = [];
for (const benchmark of chosen(positionals.length > 0 ? positionals : Object.keys(benchmarks))) {
  rows.push(...(await benchmark()));
}
printTable(rows);
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ rows }, undefined, 2)}\n`);
