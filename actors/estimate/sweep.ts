import type { BatchMarked, EstimateQueue } from '../../domain/estimate/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import { recomputeGapMs } from './live.ts';

/**
 * Hears that what all prices are made from has changed (rules, rates, policies), or what is known
 * of customers, and has the estimates recomputed that somebody looks at. They are marked in
 * batches of bounded length, one statement at a time; what changes meanwhile starts one more
 * sweep, however often it changes.
 *
 * It is told of rules, rates and policies when they are in force in this process. An estimate that
 * another process has taken and prices by what was in force before is marked again by that process
 * as soon as it follows, so none that is looked at keeps figures from before a change. An estimate
 * that is not viewed is recomputed when it is viewed again.
 *
 * Store down: the sweep goes on where it was as soon as the store answers.
 */

/** What the actor understands. */
export type SweepMessage =
  | { readonly kind: 'basis_changed' }
  | { readonly kind: 'customers_changed'; readonly customerIds: readonly string[] }
  | { readonly kind: 'batch_due' }
  | { readonly kind: 'batch_marked'; readonly touched: BatchMarked }
  | { readonly kind: 'batch_failed'; readonly error: unknown };

/** What the actor needs from outside. */
export interface SweepDependencies {
  readonly queue: Pick<EstimateQueue, 'markViewed'>;
  /** Estimates are kept up to date for so long after somebody has looked at them. */
  readonly liveMs: number;
  /**
   * Called when estimates become due for recomputation, with the time until then in milliseconds.
   */
  readonly onDue: (inMs: number) => void;
  readonly log: Logger;
  /** Estimates of a batch; left out: 500. */
  readonly batchSize?: number;
}

/** Whose estimates are concerned. */
type Scope = 'everybody' | ReadonlySet<string>;

/** What it holds. */
export interface SweepState {
  /** The customers whose estimates the next sweep marks; undefined: none is requested. */
  readonly waiting: Scope | undefined;
  /** The sweep in progress. */
  readonly underWay: { readonly scope: Scope; readonly after: string | undefined } | undefined;
}

/** Changes of one moment are one sweep. */
const collectMs = 50;

const againMs = 1_000;

const joined = (one: Scope | undefined, other: Scope): Scope => {
  if (one === undefined) return other;
  return one === 'everybody' || other === 'everybody' ? 'everybody' : one.union(other);
};

type Ctx = Context<SweepMessage>;

const requestSweep = (state: SweepState, scope: Scope, context: Ctx): SweepState => {
  const isIdle = state.waiting === undefined && state.underWay === undefined;
  if (isIdle) context.schedule('batch', collectMs, { kind: 'batch_due' });
  return { ...state, waiting: joined(state.waiting, scope) };
};

/** Makes the actor. */
export const sweepActor = (deps: SweepDependencies): Behaviour<SweepMessage, SweepState> => {
  const { queue, liveMs, onDue, log, batchSize = 500 } = deps;

  const markNextBatch = ({ waiting, underWay }: SweepState, context: Ctx): SweepState => {
    const sweep = underWay ?? (waiting && { scope: waiting, after: undefined });
    if (sweep === undefined) return { waiting, underWay };
    const { scope, after } = sweep;
    const customerIds = scope === 'everybody' ? undefined : [...scope];
    context.perform(
      () => queue.markViewed({ customerIds, liveMs, gapMs: recomputeGapMs, after, limit: batchSize }),
      (touched) => ({ kind: 'batch_marked', touched }),
      (error) => ({ kind: 'batch_failed', error }),
    );
    return { waiting: underWay === undefined ? undefined : waiting, underWay: sweep };
  };

  const batchMarked = (state: SweepState, { inMs, last }: BatchMarked, context: Ctx): SweepState => {
    if (inMs !== undefined) onDue(inMs);
    const underWay = state.underWay && last !== undefined ? { ...state.underWay, after: last } : undefined;
    return markNextBatch({ ...state, underWay }, context);
  };

  return {
    family: 'estimate_sweep',
    mailboxCapacity: 4_096,
    start: () => ({ waiting: undefined, underWay: undefined }),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'basis_changed':
          return requestSweep(state, 'everybody', context);
        case 'customers_changed':
          return requestSweep(state, new Set(message.customerIds), context);
        case 'batch_due':
          return markNextBatch(state, context);
        case 'batch_marked':
          return batchMarked(state, message.touched, context);
        case 'batch_failed':
          log.warn('estimate.sweep.failed', { err: message.error });
          context.schedule('batch', againMs, { kind: 'batch_due' });
          return state;
      }
    },
  };
};
