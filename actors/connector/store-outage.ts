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

/** An outage that goes on is told again after so long. */
const againMs = 3_600_000;

type Health =
  | { readonly kind: 'well' }
  | {
      readonly kind: 'failing';
      readonly sinceMs: number;
      readonly toldMs: number;
      readonly lastMs: number;
      readonly failures: number;
    };

/** What an outage is told with. */
interface OutageDependencies {
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly now: () => Date;
}

/** Makes it, for all the budgets of a process. */
export const createStoreOutage = ({ log, now }: OutageDependencies): StoreOutage => {
  let health: Health = { kind: 'well' };
  /** Ends an outage whose last failure is long ago, when anything is heard of the store again. */
  const endCalmed = (nowMs: number): void => {
    if (health.kind === 'well' || nowMs - health.lastMs < calmMs) return;
    const { sinceMs, lastMs, failures } = health;
    log.info('budget.store.recovered', { failures, duration_ms: lastMs - sinceMs });
    health = { kind: 'well' };
  };
  return {
    recordFailure: (key, error) => {
      const nowMs = now().getTime();
      endCalmed(nowMs);
      const isTold = health.kind === 'failing' && nowMs - health.toldMs < againMs;
      if (!isTold) log.warn('budget.store.failed', { key, err: error });
      const before = health.kind === 'failing' ? health : { sinceMs: nowMs, toldMs: nowMs, failures: 0 };
      health = {
        kind: 'failing',
        sinceMs: before.sinceMs,
        toldMs: isTold ? before.toldMs : nowMs,
        lastMs: nowMs,
        failures: before.failures + 1,
      };
    },
    recordAnswer: () => endCalmed(now().getTime()),
  };
};
