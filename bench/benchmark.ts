/**
 * The frame of every benchmark: ours beside the bare library that does the same transport work, in
 * the same run and on the same machine, in alternating rounds, so that whatever else the machine
 * does strikes both alike. The ratio is what counts; the figures themselves belong to the machine.
 */

import { setTimeout as delay } from 'node:timers/promises';

/** One line of a result. */
export interface BenchmarkRow {
  readonly name: string;
  /** What ours reached, in `unit`. */
  readonly ours: number;
  /** What the bare library reached. */
  readonly limit: number;
  /** `ours / limit`. */
  readonly ratio: number;
  readonly unit: string;
  /** Latency percentiles of one call of ours, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The same of one call of the bare library. */
  readonly limitP50: number;
  readonly limitP95: number;
  readonly limitP99: number;
  /** Where the row is a point of a curve: which one, and how large what grows is there. */
  readonly point?: CurvePoint;
}

/** A point of a curve of growth. */
export interface CurvePoint {
  readonly curve: string;
  readonly size: number;
}

/** A figure beside what it should not exceed, or what it is beside; without latencies. */
export const figureRow = (name: string, ours: number, limit: number, unit: string): BenchmarkRow => ({
  name,
  ours,
  limit,
  ratio: ours / limit,
  unit,
  p50: 0,
  p95: 0,
  p99: 0,
  limitP50: 0,
  limitP95: 0,
  limitP99: 0,
});

/** A benchmark sets itself up, measures and tidies up. */
export type Benchmark = () => Promise<readonly BenchmarkRow[]>;

/** What one round measured. */
export interface Sample {
  /** Units of work done: requests, events, messages. */
  readonly work: number;
  readonly seconds: number;
  /** The latency of every call, in milliseconds, unsorted. */
  readonly latenciesMs: readonly number[];
}

/** The value below which the given share of the values lies (nearest rank); 0 of no values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
};

/** A load of workers of which each calls again as soon as its last call has ended. */
export interface ClosedLoop {
  readonly workers: number;
  readonly durationMs: number;
  /** One call; resolves with the units of work that it did. A rejection fails the benchmark. */
  readonly call: (worker: number) => Promise<number>;
}

/** Runs the load and measures it. The clock stops when the last call has ended. */
export const closedLoop = async ({ workers, durationMs, call }: ClosedLoop): Promise<Sample> => {
  const latenciesMs: number[] = [];
  let work = 0;
  const begin = performance.now();
  const loop = async (worker: number) => {
    for (let now = begin; now - begin < durationMs; ) {
      // Added after the call: `work += await` would read the total before the wait and lose what
      // others did meanwhile.
      const done = await call(worker);
      work += done;
      const end = performance.now();
      latenciesMs.push(end - now);
      now = end;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return { work, seconds: (performance.now() - begin) / 1000, latenciesMs };
};

/** A load of calls that begin at even intervals, whether those before them have ended or not. */
export interface OpenLoop {
  /** Calls a second. */
  readonly rate: number;
  readonly durationMs: number;
  readonly call: () => Promise<number>;
}

/**
 * Calls that are due within it begin together: who never waits takes a core from what is measured.
 */
const tickMs = 1;

/** Runs the load and measures it; a latency counts from when its call should have begun. */
export const openLoop = async ({ rate, durationMs, call }: OpenLoop): Promise<Sample> => {
  const latenciesMs: number[] = [];
  const calls: Promise<void>[] = [];
  let work = 0;
  const begin = performance.now();
  const one = async (dueAtMs: number): Promise<void> => {
    const done = await call();
    work += done;
    latenciesMs.push(performance.now() - dueAtMs);
  };
  const total = Math.floor((rate * durationMs) / 1_000);
  while (calls.length < total) {
    await delay(tickMs);
    const due = Math.min(total, Math.floor(((performance.now() - begin) * rate) / 1_000));
    while (calls.length < due) calls.push(one(begin + (calls.length * 1_000) / rate));
  }
  await Promise.all(calls);
  return { work, seconds: (performance.now() - begin) / 1_000, latenciesMs };
};

/** What to measure side by side. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  /** Measured rounds of each side. */
  readonly rounds: number;
  /**
   * Rounds of each side that go before them and are not counted; left out: one. A server's code
   * takes seconds to be compiled.
   */
  readonly warmUpRounds?: number;
  readonly ours: () => Promise<Sample>;
  readonly limit: () => Promise<Sample>;
}

const rate = (samples: readonly Sample[]): number =>
  samples.reduce((sum, { work }) => sum + work, 0) / samples.reduce((sum, { seconds }) => sum + seconds, 0);

const latenciesOf = (samples: readonly Sample[]): readonly number[] =>
  samples.flatMap(({ latenciesMs }) => latenciesMs);

/** Measures both sides in alternating rounds; each goes first in every other round. */
export const compare = async (comparison: Comparison): Promise<BenchmarkRow> => {
  const { name, unit, rounds, warmUpRounds = 1, ours, limit } = comparison;
  const oursSamples: Sample[] = [];
  const limitSamples: Sample[] = [];
  for (let round = 0; round < warmUpRounds; round += 1) {
    await ours();
    await limit();
  }
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) oursSamples.push(await ours());
    limitSamples.push(await limit());
    if (round % 2 === 1) oursSamples.push(await ours());
  }
  const latencies = latenciesOf(oursSamples);
  const limitLatencies = latenciesOf(limitSamples);
  return {
    name,
    ours: rate(oursSamples),
    limit: rate(limitSamples),
    ratio: rate(oursSamples) / rate(limitSamples),
    unit,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
    limitP50: percentile(limitLatencies, 0.5),
    limitP95: percentile(limitLatencies, 0.95),
    limitP99: percentile(limitLatencies, 0.99),
  };
};
