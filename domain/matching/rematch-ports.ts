import type { AuditedAction } from '../audit/record.ts';
import type { ReadOptions, WriteContext } from '../store-context.ts';
import type { MatchDecision, PendingOffer } from './ports.ts';

/** Why offers are decided again. */
export const rematchTriggers = ['periodic', 'profile_changed', 'alias_changed', 'new_canonical'] as const;

/**
 * Why offers are decided again: it is time, an identity profile or an alias has changed, or there
 * are new products.
 */
export type RematchTrigger = (typeof rematchTriggers)[number];

/** A pass over offers that were decided before. */
export interface RematchRun {
  readonly id: string;
  readonly trigger: RematchTrigger;
  /** The key of the operator who asked for it. */
  readonly requestedBy: string | undefined;
  readonly requestedAt: Date;
  /** Undefined while it waits. */
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** The last offer that is done. */
  readonly cursor: string | undefined;
  /** Offers that were decided again. */
  readonly lookedAt: number;
  /** Those of which the decision became another one. */
  readonly changed: number;
}

/** One step of a run. */
export interface RematchStep {
  readonly run: RematchRun;
  readonly owner: string;
  /** What `batch` gave, decided, in its order; empty: the run is done. */
  readonly decisions: readonly MatchDecision[];
  readonly context: WriteContext;
  readonly now: Date;
}

/** Runs that decide offers again: bounded steps, one run at a time in the whole cluster. */
export interface RematchRuns {
  /** Asks for a run over all offers; false when one of that trigger waits already. */
  request(
    trigger: Exclude<RematchTrigger, 'new_canonical' | 'alias_changed'>,
    by: string | undefined,
    act?: AuditedAction,
  ): Promise<boolean>;
  /** Asks for a periodic run unless one was asked for within the interval, by the store's clock. */
  requestPeriodic(everyMs: number): Promise<void>;
  /**
   * Takes or keeps the lease and returns the run to work on, new products first, then aliases;
   * undefined: nothing to do, or not our turn.
   */
  claim(owner: string, ttlMs: number): Promise<RematchRun | undefined>;
  /** The next offers of a run. */
  batch(run: RematchRun, limit: number): Promise<readonly PendingOffer[]>;
  /**
   * Writes the decisions that became others, with their events, and moves the cursor, in one
   * transaction; without decisions the run is finished. Returns the run as it is then. Throws
   * `conflict` when the lease or the cursor is another's.
   */
  advance(step: RematchStep): Promise<RematchRun>;
  /** Whether so many offers wait for their first decision that these should come first. */
  isBacklogBusy(): Promise<boolean>;
  /** The latest runs, newest first. */
  latest(limit: number, options?: ReadOptions): Promise<readonly RematchRun[]>;
}
