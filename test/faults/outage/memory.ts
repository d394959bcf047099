import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../../support/processes.ts';
import type { Service } from '../../support/service.ts';

/** What a service held in memory at a time, in bytes. */
export interface MemorySample {
  /** Since the first sample, in milliseconds. */
  readonly atMs: number;
  /** Resident memory of the service and of the processes that it has started. */
  readonly resident: number;
  /** The heap in use, garbage included; undefined when the service did not say in time. */
  readonly heap: number | undefined;
}

const everyMs = 1_000;

const residentOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
};

const heapOf = async ({ httpUrl }: Service): Promise<number | undefined> => {
  const text = await fetch(`${httpUrl}/metrics`, { signal: AbortSignal.timeout(everyMs) })
    .then((answer) => answer.text())
    .catch(() => '');
  const value = /^nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
};

/** Samples once a second for so long. */
export const sampleMemory = async (service: Service, forMs: number): Promise<readonly MemorySample[]> => {
  const begin = performance.now();
  const samples: MemorySample[] = [];
  while (performance.now() - begin < forMs) {
    const pids = await processTree(service.pid);
    const [heap, ...resident] = await Promise.all([heapOf(service), ...pids.map(residentOf)]);
    const atMs = Math.round(performance.now() - begin);
    samples.push({ atMs, heap, resident: resident.reduce((sum: number, each) => sum + (each ?? 0), 0) });
    await delay(Math.max(0, atMs + everyMs - (performance.now() - begin)));
  }
  return samples;
};

/** How a figure grew from an early part of the time to the last. 1: not at all. */
export interface Growth {
  /** What is held when garbage has just been collected. */
  readonly heap: number;
  readonly resident: number;
}

const least = (values: readonly number[]): number => Math.min(...values);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Compares the last third of what comes after the warm-up with the first. Of the heap the least
 * value counts, which is the one after a collection; of the resident memory the one in the middle.
 */
export const growthOf = (samples: readonly MemorySample[], warmUpMs: number): Growth => {
  const warm = samples.filter(({ atMs }) => atMs >= warmUpMs);
  const third = Math.floor(warm.length / 3);
  const [early, late] = [warm.slice(0, third), warm.slice(-third)];
  const heap = (part: readonly MemorySample[]) => least(part.flatMap((sample) => sample.heap ?? []));
  const resident = (part: readonly MemorySample[]) => median(part.map((sample) => sample.resident));
  return { heap: heap(late) / heap(early), resident: resident(late) / resident(early) };
};
