import type { Logger } from '../../../telemetry/logger.ts';
import type { ConsumerOptions, OutgoingMessage } from '../bus.ts';
import { countInFlight } from './consumption.ts';
import { deadLetterOf } from './dead-letter.ts';
import { deliveriesExhausted, type ReceivedMessage, type SettleableDelivery, settleable } from './settlement.ts';

/**
 * What an adapter tells its store about a message: done with, deliver again after a delay, or still
 * being worked on.
 */
export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'dead_lettered' }
  | { readonly kind: 'again'; readonly delayMs: number }
  | { readonly kind: 'working' };

/** An adapter's side of receiving. `Raw` is the message as its store knows it. */
export interface ReceiverOptions<Raw> {
  readonly consumer: Pick<ConsumerOptions, 'durable' | 'maxDeliveries'>;
  readonly publish: (letters: readonly OutgoingMessage[]) => Promise<void>;
  readonly answer: (raw: Raw, answer: Answer) => void;
  readonly log: Logger;
}

/** Turns messages as they arrive into deliveries, and keeps count of what is in hand. */
export interface Receiver<Raw> {
  /** Undefined for a message that was delivered too often: it is buried and not handed over. */
  receive(raw: Raw, message: ReceivedMessage): SettleableDelivery | undefined;
  /** Resolves the next time that nothing is in hand. */
  empty(): Promise<void>;
}

/**
 * Makes the receiver of one consumer. A message is given up only after its dead letter is stored:
 * when that fails it gets no answer at all, is delivered again in its time, and is buried then.
 */
export const createReceiver = <Raw>(options: ReceiverOptions<Raw>): Receiver<Raw> => {
  const { durable, maxDeliveries } = options.consumer;
  const inHand = countInFlight();

  const deadLetter = async (raw: Raw, message: ReceivedMessage, reason: string): Promise<void> => {
    const letter = deadLetterOf(message, durable, reason);
    try {
      if (letter !== undefined) await options.publish([letter]);
    } catch {
      return;
    }
    options.answer(raw, { kind: 'dead_lettered' });
    const { subject, sequence, attempt } = message;
    options.log.warn('bus.message.dead', { durable, subject, sequence, attempt, reason });
  };

  return {
    receive: (raw, message) => {
      inHand.take(1);
      const delivery = settleable(message, maxDeliveries, {
        settle: (verdict) => {
          if (verdict.kind === 'dead') {
            void deadLetter(raw, message, verdict.reason).then(inHand.settle);
            return;
          }
          options.answer(raw, verdict);
          inHand.settle();
        },
        working: () => options.answer(raw, { kind: 'working' }),
      });
      if (message.attempt <= maxDeliveries) return delivery;
      delivery.term(deliveriesExhausted(maxDeliveries));
      return undefined;
    },
    empty: inHand.empty,
  };
};
