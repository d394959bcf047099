import { AsyncLocalStorage } from 'node:async_hooks';

/** What a demo supplier has served, so that a test can compare it with what arrived. */

/** One page and how often it was served. */
export interface ServedPage {
  readonly phase: string;
  /** From 1; lookups have no pages and are all counted as page 1. */
  readonly page: number;
  readonly times: number;
  /** Rows served over all times. */
  readonly rows: number;
}

/** Counts what was served. */
export interface Ledger {
  record(phase: string, page: number, rows: number): void;
  /** Runs what makes an answer that will not arrive whole: what it records does not count. */
  withoutRecording<T>(make: () => Promise<T>): Promise<T>;
  /** Every page, in the order of its first serving. */
  pages(): readonly ServedPage[];
}

/** An empty ledger. */
export const createLedger = (): Ledger => {
  const served = new Map<string, ServedPage>();
  const isSpoiled = new AsyncLocalStorage<true>();
  return {
    record: (phase, page, rows) => {
      if (isSpoiled.getStore()) return;
      const key = `${phase}|${page}`;
      const before = served.get(key) ?? { phase, page, times: 0, rows: 0 };
      served.set(key, { ...before, times: before.times + 1, rows: before.rows + rows });
    },
    withoutRecording: (make) => isSpoiled.run(true, make),
    pages: () => [...served.values()],
  };
};
