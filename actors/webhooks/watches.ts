import type { Behaviour } from '../runtime/handle.ts';
import { type PollingMessage, pollingActor } from '../runtime/polling.ts';
import { type LookDependencies, lookAtWatches } from './look-at-watches.ts';

/**
 * Looks at watches that are due, a batch at a time. It asks by itself, because what they watch is
 * written in many places; what has changed is noted in the transaction of its change, so that a
 * crash delays and loses nothing.
 */

/** What the actor understands. */
export type WatchesMessage = PollingMessage<number>;

const pollEveryMs = 1_000;

/** Makes the actor. */
export const watchesActor = (deps: LookDependencies): Behaviour<WatchesMessage, undefined> =>
  pollingActor({
    family: 'watches',
    work: (_, signal) => lookAtWatches(deps, signal),
    restAfter: (count) => (count === 0 ? pollEveryMs : 0),
    onFailure: (err) => deps.log.warn('watch.claim.failed', { err }),
  });
