import type { EventEmitter } from 'node:events';

/** Waits for events of a stream, again and again, with one listener for all of the waiting. */
export interface EventWaiter {
  /** Resolves at the next of the events, or when the signal is aborted. One may wait at a time. */
  next(): Promise<void>;
  /** Takes the listeners away; nobody waits any more. */
  release(): void;
}

/** Listens until it is released. */
export const createEventWaiter = (
  emitter: EventEmitter,
  events: readonly string[],
  signal: AbortSignal,
): EventWaiter => {
  let wake = (): void => undefined;
  const onEvent = (): void => wake();
  for (const event of events) emitter.on(event, onEvent);
  signal.addEventListener('abort', onEvent);
  return {
    next: () =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        else wake = resolve;
      }),
    release() {
      for (const event of events) emitter.off(event, onEvent);
      signal.removeEventListener('abort', onEvent);
    },
  };
};
