import type { Logger } from '../../../telemetry/logger.ts';
import type { Bus, PublishedMessage } from '../bus.ts';
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

/**
 * Tells messages that this process has published to its listeners; one that throws does not disturb
 * the others.
 */
export const createLocalMessages = (log: Logger, publish: Bus['publish']): Pick<Bus, 'publish' | 'onMessage'> => {
  const listeners = new Map<(message: PublishedMessage) => void, string>();
  const call = (listener: (message: PublishedMessage) => void, message: PublishedMessage): void => {
    try {
      listener(message);
    } catch (error) {
      log.error('bus.listener.failed', { subject: message.subject, err: error });
    }
  };
  return {
    publish: async (messages) => {
      await publish(messages);
      for (const [listener, pattern] of listeners)
        for (const message of messages) if (subjectMatches(pattern, message.subject)) call(listener, message);
    },
    onMessage: (pattern, listener) => {
      const own = (message: PublishedMessage): void => listener(message);
      listeners.set(own, pattern);
      return () => listeners.delete(own);
    },
  };
};
