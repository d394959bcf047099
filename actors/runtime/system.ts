/**
 * The actor runtime: a tree of actors with bounded mailboxes, supervision and an orderly end, on
 * nact's mailboxes.
 *
 * What it guarantees, each held by a test of the same name in `test/actors/runtime/`:
 * - Messages of one sender to one actor arrive in order; an actor handles one message at a time.
 * - A mailbox holds at most its capacity of messages from outside. Room for an actor's own
 *   messages, which are its timers and the results of its effects, is kept beside that, so they are
 *   never refused.
 * - A message that was `accepted` is handled, or reported as a dead letter, or answers an asker
 *   that has given up.
 * - An ask settles exactly once: with the reply, or with an error as soon as it is sure that no
 *   reply will come.
 * - A fault reaches supervision and nothing else. A restart aborts effects, clears timers, stops
 *   the children, waits for the back-off and then starts; the messages that wait stay in the
 *   mailbox.
 * - A stop refuses messages at once and ends the tree from the leaves: an actor's `onStop` runs
 *   after those of its children. Nothing is handled after a stop has begun.
 * - Two actors of one place and name never overlap: the later one starts when the earlier one's
 *   `onStop` has ended.
 *
 * It depends on nothing but the process: mailboxes are in memory and a crash loses them. What must
 * survive is in storage before it is acknowledged, and an actor loads it in `start` by an effect.
 */

import { after } from '../../concurrency/delay.ts';
import { createActor, type Runtime } from './actor.ts';
import { createActorCounts } from './actor-counts.ts';
import { createBranch } from './branch.ts';
import type { ActorSystem, RuntimeObserver } from './handle.ts';
import { startNact, stopNact } from './nact.ts';

/** What an actor system is made of. */
export interface ActorSystemOptions {
  readonly now: () => Date;
  /** Uniform in [0, 1); only spreads restarts in time. */
  readonly random: () => number;
  readonly observer: RuntimeObserver;
  /**
   * How long one `onStop` may take when an actor stops while the system goes on. Left out: ten
   * seconds.
   */
  readonly stopDeadlineMs?: number;
}

/** Creates an actor system without actors. */
export const createActorSystem = (options: ActorSystemOptions): ActorSystem => {
  const { now, random, observer, stopDeadlineMs = 10_000 } = options;
  const nact = startNact();
  const census = createActorCounts();
  const forced = new AbortController();
  let mailboxes = 0;
  const nextName = (): string => {
    mailboxes += 1;
    return `m${mailboxes}`;
  };
  const runtime: Runtime = { nact, now, random, observer, census, nextName, stopDeadlineMs, forceStop: forced.signal };

  const root = createBranch('', (path, behaviour, place) =>
    createActor(runtime, behaviour, {
      ...place,
      path,
      escalate: (fault) => {
        observer.escalated(fault.path, fault.cause);
        void root.children.close();
      },
    }),
  );

  return {
    spawn: root.child,
    stop: async (deadlineMs) => {
      const cancel = after(deadlineMs, () => forced.abort());
      await root.children.close();
      cancel();
      stopNact(nact);
    },
    census: census.snapshot,
  };
};
