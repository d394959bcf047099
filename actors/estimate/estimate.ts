import { isFailure, isTransient } from '../../domain/errors.ts';
import { productsOf } from '../../domain/estimate/draft.ts';
import type { EstimateFailure } from '../../domain/estimate/estimate.ts';
import { changedLines, type EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { ClaimedEstimate, EstimateQueue, EstimateTask, EstimateWork } from '../../domain/estimate/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import type { SourceParsed } from './parse-source.ts';
import type { EstimateSteps } from './steps.ts';

/**
 * The actor of one estimate that this process has in hand. It parses, or optimises, or recomputes,
 * outside its mailbox, and stores what each step came to before the next begins; after a crash
 * another process goes on from there. What passes by itself is tried again after a growing pause,
 * inside the time limit; at the limit the step under way is aborted and the estimate ends with an
 * error. A recomputation never ends a ready estimate: at worst the next change tries again. An
 * estimate that was cancelled, deleted, or taken over by another process is let go of at the next
 * write, which fails.
 *
 * Store down: nothing is shown, and the step is made again. Bus down: watchers are late, until they
 * look by themselves.
 */

/** What the actor understands while it works. */
type WorkMessage =
  | { readonly kind: 'step_due' }
  | { readonly kind: 'stepped'; readonly next: EstimateWork | undefined }
  | { readonly kind: 'step_failed'; readonly error: unknown }
  | { readonly kind: 'time_over' };

/** What the actor understands. */
export type EstimateMessage =
  | WorkMessage
  | { readonly kind: 'end_due'; readonly reason: EstimateFailure }
  | { readonly kind: 'ended' }
  | { readonly kind: 'end_failed'; readonly reason: EstimateFailure; readonly error: unknown };

/** What the actor needs from outside. */
export interface EstimateDependencies {
  readonly queue: EstimateQueue;
  readonly steps: EstimateSteps;
  /** Told when watchers can see a difference. */
  readonly onChange: (estimateId: string) => void;
  readonly newContext: () => WriteContext;
  readonly metrics: Metrics['estimates'];
  readonly log: Logger;
  readonly now: () => Date;
  /** Time for everything from the claim on; then the estimate ends as `timeout`. */
  readonly limitMs: number;
}

/** What the actor holds. */
export interface EstimateActorState {
  readonly work: EstimateWork;
  /** Steps in a row that failed. */
  readonly failures: number;
  readonly isEnding: boolean;
  /** Aborts the step under way. */
  readonly abort: AbortController;
}

const isTooLarge = (error: unknown): boolean => isFailure(error, 'too_large');

const isLost = (error: unknown): boolean => isFailure(error, 'conflict');

/** So many changes of hands before an end mean that the work itself brings processes down. */
const maxClaims = 60;

const endAgainMs = 1_000;

const pauseMs = (failures: number): number => Math.min(100 * 2 ** (failures - 1), 5_000);

/** Makes the actor of an estimate; `onLeft` is called when this process has finished with it. */
export const estimateActor = (
  claimed: ClaimedEstimate,
  deps: EstimateDependencies,
  onLeft: () => void,
): Behaviour<EstimateMessage, EstimateActorState> => {
  type Ctx = Context<EstimateMessage>;
  const { queue, steps, log, metrics, onChange, newContext } = deps;
  const { id, request, caller } = claimed;
  const estimate: EstimateTask = { id, request, caller };
  const { mode } = request;

  const ended = (status: 'ready' | 'error'): void => {
    metrics.ended.inc({ mode, status });
    metrics.duration.observe({ mode }, (deps.now().getTime() - claimed.createdAt.getTime()) / 1_000);
    onChange(id);
  };

  const fail = async (reason: EstimateFailure, detail?: string): Promise<void> => {
    await queue.fail(claimed, reason, detail, newContext());
    metrics.failed.inc({ reason });
    log.warn('estimate.failed', { estimate_id: id, reason });
    ended('error');
  };

  const parsed = async (source: SourceParsed): Promise<EstimateWork | undefined> => {
    if (source.kind === 'failed') {
      await fail(source.reason, source.detail);
      return undefined;
    }
    const { draft } = source;
    await queue.parsed(claimed, draft, productsOf(draft), newContext());
    onChange(id);
    return { kind: 'optimise', draft };
  };

  const better = async (outcome: EstimateOutcome): Promise<void> => {
    await queue.publishBetter(claimed, outcome);
    onChange(id);
  };

  const recomputed = async (before: EstimateOutcome, outcome: EstimateOutcome): Promise<void> => {
    const changed = changedLines(before, outcome);
    const isSame = changed.length === 0 && before.total === outcome.total;
    metrics.recomputed.inc({ outcome: isSame ? 'unchanged' : 'changed' });
    if (isSame) return queue.unchanged(claimed, outcome);
    await queue.ready(claimed, outcome, changed, newContext());
    onChange(id);
  };

  /** Makes a step; returns the next one, undefined when there is none. */
  const make = async (work: EstimateWork, signal: AbortSignal): Promise<EstimateWork | undefined> => {
    switch (work.kind) {
      case 'parse':
        return parsed(await steps.parse(estimate, signal));
      case 'optimise': {
        const outcome = await steps.choose({ draft: work.draft, estimate, publish: better }, signal);
        await queue.ready(claimed, outcome, [], newContext());
        metrics.gap.observe({ mode }, outcome.certificate.gap);
        ended('ready');
        return undefined;
      }
      case 'recompute':
        await recomputed(work.outcome, await steps.choose({ draft: work.draft, estimate }, signal));
        return undefined;
    }
  };

  const step = (state: EstimateActorState, context: Ctx): EstimateActorState => {
    context.perform(
      (signal) => make(state.work, AbortSignal.any([signal, state.abort.signal])),
      (next) => ({ kind: 'stepped', next }),
      (error) => ({ kind: 'step_failed', error }),
    );
    return state;
  };

  const leave = (state: EstimateActorState, context: Ctx): EstimateActorState => {
    state.abort.abort(new Error('the estimate is let go of'));
    onLeft();
    context.stop();
    return { ...state, isEnding: true };
  };

  /** A ready estimate keeps what it shows; the hold ends with it. */
  const giveUp = async (state: EstimateActorState, reason: EstimateFailure): Promise<void> => {
    if (state.work.kind !== 'recompute') return fail(reason);
    metrics.recomputed.inc({ outcome: 'failed' });
    await queue.unchanged(claimed, state.work.outcome);
  };

  const end = (state: EstimateActorState, reason: EstimateFailure, context: Ctx): EstimateActorState => {
    state.abort.abort(new Error('the estimate ends'));
    context.perform(
      () => giveUp(state, reason),
      () => ({ kind: 'ended' }),
      (error) => ({ kind: 'end_failed', reason, error }),
    );
    return { ...state, isEnding: true };
  };

  const stepFailed = (state: EstimateActorState, error: unknown, context: Ctx): EstimateActorState => {
    if (isLost(error)) return leave(state, context);
    log.warn('estimate.step.failed', { estimate_id: id, work: state.work.kind, err: error });
    if (!isTransient(error)) return end(state, isTooLarge(error) ? 'too_large' : 'internal', context);
    const failures = state.failures + 1;
    context.schedule('step', pauseMs(failures), { kind: 'step_due' });
    return { ...state, failures };
  };

  const endFailed = (state: EstimateActorState, reason: EstimateFailure, error: unknown, context: Ctx) => {
    if (isLost(error)) return leave(state, context);
    log.warn('estimate.step.failed', { estimate_id: id, work: state.work.kind, err: error });
    context.schedule('end', endAgainMs, { kind: 'end_due', reason });
    return state;
  };

  const working = (state: EstimateActorState, message: WorkMessage, context: Ctx): EstimateActorState => {
    switch (message.kind) {
      case 'step_due':
        return step(state, context);
      case 'stepped':
        if (message.next === undefined) return leave(state, context);
        return step({ ...state, failures: 0, work: message.next }, context);
      case 'step_failed':
        return stepFailed(state, message.error, context);
      case 'time_over': {
        const isForPrices = state.failures > 0 && state.work.kind !== 'parse';
        return end(state, isForPrices ? 'prices_unavailable' : 'timeout', context);
      }
    }
  };

  return {
    family: 'estimate',
    mailboxCapacity: 16,
    start: (context) => {
      const { work } = claimed;
      const state = { work, failures: 0, isEnding: false, abort: new AbortController() };
      context.schedule('time', deps.limitMs, { kind: 'time_over' });
      return claimed.token > maxClaims && work.kind !== 'recompute'
        ? end(state, 'internal', context)
        : step(state, context);
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'ended':
          return leave(state, context);
        case 'end_failed':
          return endFailed(state, message.reason, message.error, context);
        case 'end_due':
          return end(state, message.reason, context);
        default:
          // What a step is late with was stored before the end was, or its write has failed.
          return state.isEnding ? state : working(state, message, context);
      }
    },
  };
};
