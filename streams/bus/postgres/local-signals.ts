import type { Logger } from '../../../telemetry/logger.ts';
import type { Bus } from '../bus.ts';
import { subjectMatches } from '../delivery/subject.ts';

type Listener = Parameters<Bus['onSignal']>[1];

/**
 * Signals within one process. Listeners are called after the signaller's turn; one that throws does
 * not disturb the others.
 */
export const createLocalSignals = (log: Logger): Pick<Bus, 'signal' | 'onSignal'> => {
  const listeners = new Map<Listener, string>();
  const call = (listener: Listener, subject: string, payload: Uint8Array): void => {
    try {
      listener(subject, payload);
    } catch (error) {
      log.error('bus.listener.failed', { subject, err: error });
    }
  };
  return {
    signal: (subject, payload) => {
      queueMicrotask(() => {
        for (const [listener, pattern] of listeners) {
          if (subjectMatches(pattern, subject)) call(listener, subject, payload);
        }
      });
    },
    onSignal: (pattern, listener) => {
      const own: Listener = (subject, payload) => listener(subject, payload);
      listeners.set(own, pattern);
      return () => listeners.delete(own);
    },
  };
};
