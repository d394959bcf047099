import type { EventEmitter } from 'node:events';

/**
 * Resolves at the first of the events, or when the signal is aborted; leaves no listener behind
 * either way.
 */
export const firstEvent = (emitter: EventEmitter, events: readonly string[], signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      for (const event of events) emitter.off(event, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted) return resolve();
    for (const event of events) emitter.once(event, done);
    signal.addEventListener('abort', done, { once: true });
  });
