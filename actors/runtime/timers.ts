import { after } from '../../concurrency/delay.ts';
import type { OwnEnvelope } from './envelope.ts';

/** The named timers of one incarnation. */
export interface Timers<Message> {
  /** Sets or replaces the timer of the name. */
  schedule(name: string, delayMs: number, message: Message): void;
  /** Cancels all. */
  clear(): void;
}

/**
 * No timers yet. A message of a timer that is cleared or replaced never arrives, not even when
 * the timer has fired and the message waits in the mailbox.
 */
export const createTimers = <Message>(post: (envelope: OwnEnvelope<Message>) => void): Timers<Message> => {
  const cancels = new Map<string, () => void>();
  const cancel = (name: string): void => {
    cancels.get(name)?.();
    cancels.delete(name);
  };
  return {
    schedule: (name, delayMs, message) => {
      cancel(name);
      const cancelTimer = after(delayMs, () => {
        post({
          kind: 'own',
          claim: () => cancels.get(name) === cancelTimer && cancels.delete(name),
          build: () => message,
        });
      });
      cancels.set(name, cancelTimer);
    },
    clear: () => {
      for (const name of cancels.keys()) cancel(name);
    },
  };
};
