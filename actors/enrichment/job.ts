import { timeLimitMs } from '../../domain/enrichment/job-type.ts';
import type { ClaimedJob, EnrichmentQueue, JobEnd } from '../../domain/enrichment/ports.ts';
import { isFailure, isTransient } from '../../domain/errors.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import type { JobKinds, StepOutcome } from './job-kind.ts';

/**
 * The actor of one enrichment job that this process has in hand. It makes steps outside its
 * mailbox, one at a time, and keeps what each came to before it makes the next. What passes by
 * itself is tried again after a growing pause, inside the job's time limit; at the limit the step
 * under way is aborted and the job fails. A job that was cancelled, or taken over by another
 * process, is let go of at the next write, which fails.
 *
 * Store down: nothing is kept, so the step is made again. The time limit holds as soon as the store
 * takes the end.
 */

/** What the actor understands while it works. */
type WorkMessage =
  | { readonly kind: 'step_due' }
  | { readonly kind: 'stepped'; readonly outcome: StepOutcome }
  /** What a step came to is kept. */
  | { readonly kind: 'kept'; readonly checkpoint: unknown; readonly waitMs: number }
  | { readonly kind: 'step_failed'; readonly error: unknown }
  | { readonly kind: 'time_over' };

/** What the actor understands. */
export type JobMessage =
  | WorkMessage
  | { readonly kind: 'ended' }
  | { readonly kind: 'end_failed'; readonly end: JobEnd; readonly error: unknown }
  | { readonly kind: 'end_due'; readonly end: JobEnd };

/** What the actor needs from outside. */
export interface JobDependencies {
  readonly kinds: JobKinds;
  readonly queue: Pick<EnrichmentQueue, 'keep' | 'end'>;
  /** Told when watchers can see a difference. */
  readonly onChange: (jobId: string) => void;
  readonly newContext: () => WriteContext;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** What the actor holds. */
export interface JobActorState {
  readonly claimed: ClaimedJob;
  /** Steps in a row that failed. */
  readonly failures: number;
  readonly isEnding: boolean;
  /** Aborts the step under way. */
  readonly abort: AbortController;
}

const isLost = (error: unknown): boolean => isFailure(error, 'conflict');

/** Pause before the store is asked again to take a job's end. */
const endAgainMs = 1_000;

const pauseMs = (failures: number): number => Math.min(200 * 2 ** (failures - 1), 10_000);

/** Makes the actor of a job; `onLeft` is called when this process has finished with it. */
export const jobActor = (
  claimed: ClaimedJob,
  deps: JobDependencies,
  onLeft: () => void,
): Behaviour<JobMessage, JobActorState> => {
  type Ctx = Context<JobMessage>;
  const { queue, log, metrics } = deps;
  const { id, type } = claimed.job;

  const step = (state: JobActorState, context: Ctx): JobActorState => {
    const kind = deps.kinds[type];
    if (kind === undefined) return end(state, { kind: 'failed', reason: 'internal' }, context);
    context.perform(
      (signal) => kind.step(state.claimed, AbortSignal.any([signal, state.abort.signal])),
      (outcome) => ({ kind: 'stepped', outcome }),
      (error) => ({ kind: 'step_failed', error }),
    );
    return state;
  };

  const keep = (state: JobActorState, outcome: Extract<StepOutcome, { kind: 'continues' }>, context: Ctx): void => {
    const { progress, checkpoint, waitMs } = outcome;
    context.perform(
      async () => {
        if (await queue.keep(state.claimed, { progress, checkpoint })) deps.onChange(id);
      },
      () => ({ kind: 'kept', checkpoint, waitMs }),
      (error) => ({ kind: 'step_failed', error }),
    );
  };

  const end = (state: JobActorState, how: JobEnd, context: Ctx): JobActorState => {
    state.abort.abort(new Error('the job ends'));
    context.perform(
      async () => {
        const endedAt = context.now();
        await queue.end(state.claimed, how, endedAt, deps.newContext());
        report(how, endedAt);
        deps.onChange(id);
      },
      () => ({ kind: 'ended' }),
      (error) => ({ kind: 'end_failed', end: how, error }),
    );
    return { ...state, isEnding: true };
  };

  const report = (how: JobEnd, endedAt: Date): void => {
    metrics.enrichment.completed.inc({ type, status: how.kind });
    metrics.enrichment.duration.observe({ type }, (endedAt.getTime() - claimed.startedAt.getTime()) / 1_000);
    if (how.kind === 'completed') return;
    metrics.enrichment.failed.inc({ type, reason: how.reason });
    log.warn('enrichment.job.failed', { job_id: id, job_type: type, reason: how.reason });
  };

  const leave = (state: JobActorState, context: Ctx): JobActorState => {
    state.abort.abort(new Error('the job has ended'));
    onLeft();
    context.stop();
    return { ...state, isEnding: true };
  };

  const endFailed = (
    state: JobActorState,
    { end: how, error }: Extract<JobMessage, { kind: 'end_failed' }>,
    context: Ctx,
  ): JobActorState => {
    if (isLost(error)) return leave(state, context);
    log.warn('enrichment.step.failed', { job_id: id, job_type: type, err: error });
    context.schedule('end', endAgainMs, { kind: 'end_due', end: how });
    return state;
  };

  const failed = (state: JobActorState, error: unknown, context: Ctx): JobActorState => {
    if (isLost(error)) return leave(state, context);
    log.warn('enrichment.step.failed', { job_id: id, job_type: type, err: error });
    if (!isTransient(error)) return end(state, { kind: 'failed', reason: 'internal' }, context);
    const failures = state.failures + 1;
    context.schedule('step', pauseMs(failures), { kind: 'step_due' });
    return { ...state, failures };
  };

  const working = (state: JobActorState, message: WorkMessage, context: Ctx): JobActorState => {
    switch (message.kind) {
      case 'step_due':
        return step(state, context);
      case 'stepped': {
        const { outcome } = message;
        if (outcome.kind === 'done') return end(state, { ...outcome, kind: 'completed' }, context);
        if (outcome.kind === 'failed') return end(state, outcome, context);
        keep(state, outcome, context);
        return state;
      }
      case 'kept': {
        const { checkpoint, waitMs } = message;
        context.schedule('step', waitMs, { kind: 'step_due' });
        return { ...state, failures: 0, claimed: { ...state.claimed, checkpoint } };
      }
      case 'step_failed':
        return failed(state, message.error, context);
      case 'time_over':
        return end(state, { kind: 'failed', reason: 'timeout' }, context);
    }
  };

  return {
    family: 'enrichment_job',
    mailboxCapacity: 16,
    start: (context) => {
      const leftMs = claimed.startedAt.getTime() + timeLimitMs[type] - context.now().getTime();
      context.schedule('time', Math.max(0, leftMs), { kind: 'time_over' });
      return step({ claimed, failures: 0, isEnding: false, abort: new AbortController() }, context);
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'ended':
          return leave(state, context);
        case 'end_failed':
          return endFailed(state, message, context);
        case 'end_due':
          return end(state, message.end, context);
        default:
          // What a step is late with means nothing once the job ends.
          return state.isEnding ? state : working(state, message, context);
      }
    },
  };
};
