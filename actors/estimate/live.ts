import type { EstimateQueue } from '../../domain/estimate/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';

/**
 * Hears which offers have changed and marks the estimates that rest on them. Changes are collected
 * while the store is asked, and one question is asked at a time, so that a whole catalogue that
 * comes in anew costs a bounded number of statements; an estimate that is marked already is not
 * marked again, however many of its offers change.
 *
 * Store down: what was heard is forgotten with a line in the log. Signals lost: the estimate shows
 * the change with the next one, and a request for it that finds it marked has it recomputed.
 */

/** What the actor understands. */
export type LiveMessage =
  | { readonly kind: 'changed'; readonly offerIds: readonly string[] }
  | { readonly kind: 'flush' }
  | { readonly kind: 'touched'; readonly inMs: number | undefined }
  | { readonly kind: 'touch_failed'; readonly error: unknown };

/** What the actor needs from outside. */
export interface LiveDependencies {
  readonly queue: Pick<EstimateQueue, 'markAffected'>;
  /**
   * Called when estimates become due for recomputation, with the time until then in milliseconds.
   */
  readonly onDue: (inMs: number) => void;
  readonly log: Logger;
}

/** What it holds. */
export interface LiveState {
  readonly waiting: ReadonlySet<string>;
  readonly isTouching: boolean;
}

/** An estimate is recomputed at most so often, whatever changes. */
export const recomputeGapMs = 1_000;

/** Changes of one moment are marked together. */
const collectMs = 50;

const maxAtOnce = 2_000;

/** Makes the actor. */
export const liveActor = ({ queue, onDue, log }: LiveDependencies): Behaviour<LiveMessage, LiveState> => {
  type Ctx = Context<LiveMessage>;

  const flush = (state: LiveState, context: Ctx): LiveState => {
    if (state.isTouching || state.waiting.size === 0) return state;
    const all = [...state.waiting];
    context.perform(
      () => queue.markAffected(all.slice(0, maxAtOnce), recomputeGapMs),
      (inMs) => ({ kind: 'touched', inMs }),
      (error) => ({ kind: 'touch_failed', error }),
    );
    return { waiting: new Set(all.slice(maxAtOnce)), isTouching: true };
  };

  return {
    family: 'estimate_live',
    mailboxCapacity: 4_096,
    start: () => ({ waiting: new Set(), isTouching: false }),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'changed':
          if (state.waiting.size === 0) context.schedule('flush', collectMs, { kind: 'flush' });
          return { ...state, waiting: state.waiting.union(new Set(message.offerIds)) };
        case 'flush':
          return flush(state, context);
        case 'touched':
          if (message.inMs !== undefined) onDue(message.inMs);
          return flush({ ...state, isTouching: false }, context);
        case 'touch_failed':
          log.warn('estimate.touch.failed', { err: message.error });
          return flush({ ...state, isTouching: false }, context);
      }
    },
  };
};
