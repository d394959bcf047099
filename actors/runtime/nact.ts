/**
 * The only file that imports nact, and all that is used of it: a mailbox that hands over one
 * message at a time and, when a turn answers with a promise, the next one only after that promise
 * has settled.
 *
 * Our actors form a tree; their nact actors do not. All are direct children of the nact system,
 * because nact copies an actor's child map for every message it handles, and because its own stop,
 * supervision, asks and passivation are not used.
 */
import { dispatch, spawn, start, stop } from 'nact';

/** One nact system: the place where mailboxes are opened. */
export type NactSystem = ReturnType<typeof start>;

/** The queue of one actor. */
export interface Queue<Envelope> {
  push(envelope: Envelope): void;
  /** Drops what still waits and frees the nact actor; nothing may be pushed afterwards. */
  dispose(): void;
}

/** Starts a nact system of a name that no other system of the process has. */
export const startNact = (): NactSystem => start();

/**
 * Ends a nact system. Its actors must have been disposed of before: nact forgets them, but does not
 * stop them.
 */
export const stopNact = (system: NactSystem): void => stop(system);

/**
 * Opens a queue whose envelopes are given to `turn` in order, one at a time.
 *
 * @param name unique in the system, of letters and digits
 * @param turn must neither throw nor reject; were it to, the envelope is dropped and the next one
 * is handled
 */
export const openQueue = <Envelope>(
  system: NactSystem,
  name: string,
  turn: (envelope: Envelope) => undefined | Promise<undefined>,
): Queue<Envelope> => {
  const actor = spawn(system, (_state: undefined, envelope: Envelope) => turn(envelope), name, {
    // Left out, nact would print the message to standard output and stop the actor.
    onCrash: (_message, _error, context) => context.resume,
  });
  return { push: (envelope) => dispatch(actor, envelope), dispose: () => stop(actor) };
};
