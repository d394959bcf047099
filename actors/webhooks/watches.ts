import type { Behaviour, Context } from '../runtime/handle.ts';
import { type LookDependencies, lookAtWatches } from './look-at-watches.ts';

/**
 * Looks at watches that are due, a batch at a time. It asks by itself, because what they watch is
 * written in many places; what has changed is noted in the transaction of its change, so that a
 * crash delays and loses nothing.
 */

/** What the actor understands. */
export type WatchesMessage =
  | { readonly kind: 'poll' }
  | { readonly kind: 'looked'; readonly count: number }
  | { readonly kind: 'failed'; readonly error: unknown };

const pollEveryMs = 1_000;
const pauseAfterFailureMs = 5_000;

type Ctx = Context<WatchesMessage>;

const work = (deps: LookDependencies, context: Ctx): undefined => {
  context.perform(
    (signal) => lookAtWatches(deps, signal),
    (count) => ({ kind: 'looked', count }),
    (error) => ({ kind: 'failed', error }),
  );
  return undefined;
};

const rest = (context: Ctx, delayMs: number): undefined => {
  context.schedule('poll', delayMs, { kind: 'poll' });
  return undefined;
};

/** Makes the actor. */
export const watchesActor = (deps: LookDependencies): Behaviour<WatchesMessage, undefined> => ({
  family: 'watches',
  mailboxCapacity: 16,
  start: (context) => work(deps, context),
  receive: (_, message, context) => {
    switch (message.kind) {
      case 'poll':
        return work(deps, context);
      case 'looked':
        return message.count === 0 ? rest(context, pollEveryMs) : work(deps, context);
      case 'failed':
        deps.log.warn('watch.claim.failed', { err: message.error });
        return rest(context, pauseAfterFailureMs);
    }
  },
});
