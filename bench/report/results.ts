import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { BenchmarkRow } from '../benchmark.ts';

/** What one benchmark measured when it last ran. */
export interface BenchmarkResult {
  /** When it ended, as an instant in UTC. */
  readonly at: string;
  readonly machine: string;
  /** Settings of the environment that it ran with; empty: the defaults. */
  readonly settings: Readonly<Record<string, string>>;
  readonly rows: readonly BenchmarkRow[];
}

/** The latest result of every benchmark, by its name. */
export type BenchmarkResults = Readonly<Record<string, BenchmarkResult>>;

/** Where results are kept. */
const resultsFile = new URL('../results.json', import.meta.url);

/** Variables that change what a benchmark measures. */
const settingNames = ['OFFERS', 'PRODUCTS', 'OFFER_MEMORY_MB', 'SOAK_MINUTES'] as const;

/** This machine, in words. */
const describeMachine = (): string => {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}`;
};

const currentSettings = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** Reads the results; none where there is no file yet. */
export const readResults = async (): Promise<BenchmarkResults> => {
  const text = await readFile(resultsFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text) as BenchmarkResults;
};

/** Four digits say all that a figure of a benchmark is worth. */
const rounded = (row: BenchmarkRow): BenchmarkRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toPrecision(4)) : value,
    ]),
  ) as unknown as BenchmarkRow;

/** Keeps what a benchmark has measured now instead of what it measured before. */
export const keepResult = async (name: string, rows: readonly BenchmarkRow[], at: Date): Promise<void> => {
  const result: BenchmarkResult = {
    at: at.toISOString(),
    machine: describeMachine(),
    settings: currentSettings(),
    rows: rows.map(rounded),
  };
  const results = { ...(await readResults()), [name]: result };
  const inOrder = Object.fromEntries(Object.entries(results).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(resultsFile, `${JSON.stringify(inOrder, undefined, 1)}\n`);
};
