import type { Logger } from '../../telemetry/logger.ts';

/**
 * Tells of an outage of the shared budgets once, however many budgets meet it and however often it
 * comes back: a store on a busy machine answers in time and too late by turns. Every decision
 * without it is counted beside that.
 */
export interface StoreOutage {
  /** A budget had no answer in time. */
  recordFailure(key: string, error: unknown): void;
  /** A budget had its answer. */
  recordAnswer(): void;
}

/** An outage is over when the store has failed nobody for so long. */
const calmMs = 60_000;

type Health =
  | { readonly kind: 'well' }
  | { readonly kind: 'failing'; readonly sinceMs: number; readonly lastMs: number; readonly failures: number };

/** What an outage is told with. */
interface OutageDependencies {
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly now: () => Date;
}

/** Makes it, for all the budgets of a process. */
export const createStoreOutage = ({ log, now }: OutageDependencies): StoreOutage => {
  let health: Health = { kind: 'well' };
  return {
    recordFailure: (key, error) => {
      const nowMs = now().getTime();
      if (health.kind === 'well') {
        log.warn('budget.store.failed', { key, err: error });
        health = { kind: 'failing', sinceMs: nowMs, lastMs: nowMs, failures: 1 };
        return;
      }
      health = { ...health, lastMs: nowMs, failures: health.failures + 1 };
    },
    recordAnswer: () => {
      if (health.kind === 'well') return;
      const { sinceMs, lastMs, failures } = health;
      if (now().getTime() - lastMs < calmMs) return;
      log.info('budget.store.recovered', { failures, duration_ms: lastMs - sinceMs });
      health = { kind: 'well' };
    },
  };
};
