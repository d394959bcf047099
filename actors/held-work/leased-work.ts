/**
 * The actor of a piece of work that this process holds a lease on: an estimate, an enrichment job.
 * It makes one step at a time outside its mailbox, and a step stores what it came to before the
 * next begins; after a crash another process goes on from there. What passes by itself is tried
 * again after a growing pause, inside the time limit; at the limit the step under way is aborted
 * and the work ends. An end that cannot be stored is stored again, alone. Work that was cancelled,
 * deleted, or taken over by another process is let go of at the next write, which fails as
 * `conflict`.
 *
 * Every effect runs under the correlation id and the trace of the request that asked for the work.
 *
 * Store down: nothing is shown, and the step is made again. Bus down: watchers are late, until they
 * look by themselves.
 */
import { isFailure, isTransient } from '../../domain/errors.ts';
import type { Cause } from '../../domain/store-context.ts';
import { enterTrace } from '../../telemetry/tracing.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';

/** What a step came to. */
export type Stepped<Work, End> =
  /** It is stored, and there is more to do after the wait. */
  | { readonly kind: 'continues'; readonly work: Work; readonly waitMs: number }
  /** The work is to end so. */
  | { readonly kind: 'ends'; readonly end: End }
  /** The step has stored the end itself. */
  | { readonly kind: 'ended' };

/** What the actor understands while it works. */
type WorkMessage<Work, End> =
  | { readonly kind: 'step_due' }
  | { readonly kind: 'stepped'; readonly stepped: Stepped<Work, End> }
  | { readonly kind: 'step_failed'; readonly error: unknown }
  | { readonly kind: 'time_over' };

/** What the actor understands. */
export type LeasedWorkMessage<Work, End> =
  | WorkMessage<Work, End>
  | { readonly kind: 'end_due'; readonly end: End }
  | { readonly kind: 'ended' }
  | { readonly kind: 'end_failed'; readonly end: End; readonly error: unknown };

/** What the actor holds. */
export interface LeasedWorkState<Work> {
  readonly work: Work;
  /** Steps in a row that failed. */
  readonly failures: number;
  readonly isEnding: boolean;
  /** Aborts the step under way. */
  readonly abort: AbortController;
}

/** A kind of work: its steps, its ends, and its patience. */
export interface LeasedWork<Work, End> {
  /** The metric label of its actors. */
  readonly family: string;
  readonly id: string;
  /** The request that asked for it. */
  readonly cause: Cause;
  /** From where this process goes on. */
  readonly work: Work;
  /** An end that is clear before the first step; undefined: the work begins with a step. */
  readonly endAtStart: End | undefined;
  /** Time that is left for everything. */
  readonly limitMs: (now: Date) => number;
  /** As spans and log lines name a step. */
  readonly operationOf: (work: Work) => string;
  readonly step: (work: Work, signal: AbortSignal) => Promise<Stepped<Work, End>>;
  /** Stores an end. */
  readonly end: (end: End, work: Work) => Promise<void>;
  /** The end for a fault that does not pass by itself. */
  readonly endOfFault: (error: unknown) => End;
  /** The end at the time limit, after so many failures in a row. */
  readonly endOfTime: (work: Work, failures: number) => End;
  /** The pause after the first failure; each one after it takes twice as long. */
  readonly pause: { readonly initialMs: number; readonly maxMs: number };
  /** Told of every failure that is not for want of the lease. */
  readonly onFault: (error: unknown, work: Work) => void;
  /** Called when this process has finished with the work. */
  readonly onLeft: () => void;
}

/** Pause before the store is asked again to take an end. */
const endAgainMs = 1_000;

const isLost = (error: unknown): boolean => isFailure(error, 'conflict');

/** The effects of the work, each under the trace of its cause. */
const createEffects = <Work, End>(leased: LeasedWork<Work, End>) => {
  const traced = <Result>(work: Work, signal: AbortSignal, effect: () => Promise<Result>): Promise<Result> =>
    enterTrace(
      {
        name: leased.operationOf(work),
        kind: 'consumer',
        traceparent: leased.cause.traceparent,
        context: {
          correlationId: leased.cause.correlationId,
          jobId: leased.id,
          component: leased.family,
          layer: 'actors',
        },
      },
      () =>
        effect().catch((error: unknown) => {
          if (!isLost(error) && !signal.aborted) leased.onFault(error, work);
          throw error;
        }),
    );
  return {
    step: (work: Work, signal: AbortSignal) => traced(work, signal, () => leased.step(work, signal)),
    end: (end: End, work: Work, signal: AbortSignal) => traced(work, signal, () => leased.end(end, work)),
  };
};

/** What every turn comes down to: a step, an end, or letting go. */
const createMoves = <Work, End>(leased: LeasedWork<Work, End>) => {
  type State = LeasedWorkState<Work>;
  type Ctx = Context<LeasedWorkMessage<Work, End>>;
  const effects = createEffects(leased);
  return {
    step: (state: State, context: Ctx): State => {
      context.perform(
        (signal) => effects.step(state.work, AbortSignal.any([signal, state.abort.signal])),
        (stepped) => ({ kind: 'stepped', stepped }),
        (error) => ({ kind: 'step_failed', error }),
      );
      return state;
    },

    end: (state: State, how: End, context: Ctx): State => {
      state.abort.abort(new Error('the work ends'));
      context.perform(
        (signal) => effects.end(how, state.work, signal),
        () => ({ kind: 'ended' }),
        (error) => ({ kind: 'end_failed', end: how, error }),
      );
      return { ...state, isEnding: true };
    },

    leave: (state: State, context: Ctx): State => {
      state.abort.abort(new Error('the work is let go of'));
      leased.onLeft();
      context.stop();
      return { ...state, isEnding: true };
    },
  };
};

type Moves<Work, End> = ReturnType<typeof createMoves<Work, End>>;

/** What becomes of the messages of steps, and of the time limit. */
const whileWorking = <Work, End>(leased: LeasedWork<Work, End>, moves: Moves<Work, End>) => {
  type State = LeasedWorkState<Work>;
  type Ctx = Context<LeasedWorkMessage<Work, End>>;
  const { step, end, leave } = moves;

  const stepped = (state: State, outcome: Stepped<Work, End>, context: Ctx): State => {
    if (outcome.kind === 'ended') return leave(state, context);
    if (outcome.kind === 'ends') return end(state, outcome.end, context);
    const next = { ...state, failures: 0, work: outcome.work };
    if (outcome.waitMs === 0) return step(next, context);
    context.schedule('step', outcome.waitMs, { kind: 'step_due' });
    return next;
  };

  const stepFailed = (state: State, error: unknown, context: Ctx): State => {
    if (isLost(error)) return leave(state, context);
    if (!isTransient(error)) return end(state, leased.endOfFault(error), context);
    const { initialMs, maxMs } = leased.pause;
    context.schedule('step', Math.min(initialMs * 2 ** state.failures, maxMs), { kind: 'step_due' });
    return { ...state, failures: state.failures + 1 };
  };

  return (state: State, message: WorkMessage<Work, End>, context: Ctx): State => {
    switch (message.kind) {
      case 'step_due':
        return step(state, context);
      case 'stepped':
        return stepped(state, message.stepped, context);
      case 'step_failed':
        return stepFailed(state, message.error, context);
      case 'time_over':
        return end(state, leased.endOfTime(state.work, state.failures), context);
    }
  };
};

/** Makes the actor. */
export const leasedWork = <Work, End>(
  leased: LeasedWork<Work, End>,
): Behaviour<LeasedWorkMessage<Work, End>, LeasedWorkState<Work>> => {
  type State = LeasedWorkState<Work>;
  type Ctx = Context<LeasedWorkMessage<Work, End>>;
  const moves = createMoves(leased);
  const { step, end, leave } = moves;
  const working = whileWorking(leased, moves);

  const endFailed = (state: State, how: End, error: unknown, context: Ctx): State => {
    if (isLost(error)) return leave(state, context);
    context.schedule('end', endAgainMs, { kind: 'end_due', end: how });
    return state;
  };

  return {
    family: leased.family,
    mailboxCapacity: 16,
    start: (context) => {
      const state = { work: leased.work, failures: 0, isEnding: false, abort: new AbortController() };
      context.schedule('time', Math.max(0, leased.limitMs(context.now())), { kind: 'time_over' });
      return leased.endAtStart === undefined ? step(state, context) : end(state, leased.endAtStart, context);
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'ended':
          return leave(state, context);
        case 'end_failed':
          return endFailed(state, message.end, message.error, context);
        case 'end_due':
          return end(state, message.end, context);
        default:
          // What a step is late with was stored before the end was, or its write has failed.
          return state.isEnding ? state : working(state, message, context);
      }
    },
  };
};
