import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Benchmark, BenchmarkRow } from '../benchmark.ts';
import { compareResults, type FigureVerdict } from './compare-results.ts';
import { keepResult, readResults } from './results.ts';

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

/** Says of every stated ratio whether it holds; the exit status is 1 where one does not. */
const printVerdicts = (verdicts: readonly FigureVerdict[]): void => {
  for (const verdict of verdicts) {
    const figures = 'stated' in verdict ? ` ${verdict.stated.toFixed(2)}, now ${verdict.measured.toFixed(2)}` : '';
    process.stdout.write(`${verdict.kind.padEnd(10)} ${verdict.name}${figures}\n`);
  }
  if (verdicts.some(({ kind }) => kind !== 'holds')) process.exitCode = 1;
};

/**
 * Runs the benchmarks that the command line names, all when it names none, one after another:
 * prints their table, keeps each result, and with `--json FILE` writes all rows there. With
 * `--compare` it says which of the ratios that were kept still hold, and keeps none unless
 * `--keep` says so. Throws for a name that is unknown, before anything has run.
 */
export const runBenchmarks = async (benchmarks: Readonly<Record<string, Benchmark>>): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' }, compare: { type: 'boolean' }, keep: { type: 'boolean' } },
  });
  const chosen = positionals.length > 0 ? positionals : Object.keys(benchmarks);
  const named = chosen.map((name) => {
    const benchmark = benchmarks[name];
    if (benchmark === undefined)
      throw new Error(`no benchmark ${name}; there are ${Object.keys(benchmarks).join(', ')}`);
    return { name, benchmark };
  });
  const kept = await readResults();
  const rows: BenchmarkRow[] = [];
  const verdicts: FigureVerdict[] = [];
  for (const { name, benchmark } of named) {
    const measured = await benchmark();
    if (values.compare) verdicts.push(...compareResults(kept[name]?.rows ?? [], measured));
    if (values.keep || !values.compare) await keepResult(name, measured, new Date());
    rows.push(...measured);
  }
  printTable(rows);
  printVerdicts(verdicts);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ rows }, undefined, 2)}\n`);
};
