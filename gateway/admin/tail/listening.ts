import type { ListenToMessages, PassingMessage } from '../../../domain/passing-messages.ts';

type Listener = (message: PassingMessage) => void;

/** One listening to the bus, for all that look. */
export interface SharedListening {
  /** How many look. */
  readonly count: () => number;
  /**
   * Tells every message from now on, each the same to all. Returns how to stop; the last one that
   * stops ends the listening.
   */
  readonly listen: (listener: Listener) => () => void;
}

/** Listens to the bus while anybody looks, whatever the number of those. */
export const shareListening = (listenToMessages: ListenToMessages): SharedListening => {
  const listeners = new Set<Listener>();
  let stopAll: (() => void) | undefined;
  return {
    count: () => listeners.size,
    listen: (listener) => {
      stopAll ??= listenToMessages('*.*.v1', (message) => {
        for (const each of listeners) each(message);
      });
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        const stop = stopAll;
        stopAll = undefined;
        stop?.();
      };
    },
  };
};
