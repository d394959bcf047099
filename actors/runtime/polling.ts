import type { Behaviour, Context } from './handle.ts';

/**
 * An actor that works off what others leave in a store: it looks by itself, rests when there is
 * nothing, and rests longer after a failure. One piece of work is under way at a time; it ends with
 * the actor.
 */

/** What such an actor understands. */
export type PollingMessage<Done> =
  | { readonly kind: 'poll' }
  | { readonly kind: 'done'; readonly done: Done }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What an actor works off, and how. */
export interface PollingOptions<Done> {
  readonly family: string;
  /** One piece of work. */
  readonly work: (now: Date, signal: AbortSignal) => Promise<Done>;
  /** Called with what it came to; how long to rest then, in milliseconds. 0: not at all. */
  readonly restAfter: (done: Done) => number;
  readonly onFailure: (error: unknown) => void;
}

const pauseAfterFailureMs = 5_000;

/** Makes the actor. */
export const pollingActor = <Done>(options: PollingOptions<Done>): Behaviour<PollingMessage<Done>, undefined> => {
  const { family, work, restAfter, onFailure } = options;
  type Ctx = Context<PollingMessage<Done>>;
  const begin = (context: Ctx): undefined => {
    context.perform(
      (signal) => work(context.now(), signal),
      (done) => ({ kind: 'done', done }),
      (error) => ({ kind: 'failed', error }),
    );
    return undefined;
  };
  const rest = (context: Ctx, delayMs: number): undefined => {
    context.schedule('poll', delayMs, { kind: 'poll' });
    return undefined;
  };
  return {
    family,
    mailboxCapacity: 16,
    start: begin,
    receive: (_, message, context) => {
      switch (message.kind) {
        case 'poll':
          return begin(context);
        case 'done': {
          const restMs = restAfter(message.done);
          return restMs > 0 ? rest(context, restMs) : begin(context);
        }
        case 'failed':
          onFailure(message.error);
          return rest(context, pauseAfterFailureMs);
      }
    },
  };
};
