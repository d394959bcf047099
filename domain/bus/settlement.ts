import type { Delivery } from '../ports.ts';

/** What becomes of a delivered message. */
type Verdict =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly delayMs: number }
  | { readonly kind: 'dead'; readonly reason: string };

/** What a message is, before it can be settled. */
export type ReceivedMessage = Omit<Delivery, 'ack' | 'nak' | 'term' | 'working'>;

/** What an adapter does with a verdict, and with a sign of life before there is one. */
export interface SettlementSink {
  settle(verdict: Verdict): void;
  working(): void;
}

/** A delivery that knows whether it has been settled. */
export interface SettleableDelivery extends Delivery {
  isSettled(): boolean;
}

/**
 * Gives a received message its four ways out. The first of ack, nak and term counts and later calls do nothing; a nak at the
 * last of `maxDeliveries` means death.
 */
export const settleable = (
  message: ReceivedMessage,
  maxDeliveries: number,
  sink: SettlementSink,
): SettleableDelivery => {
  let settled = false;
  const once = (verdict: Verdict): void => {
    if (settled) return;
    settled = true;
    sink.settle(verdict);
  };
  return {
    subject: message.subject,
    // Decoding headers costs more than handing over a message, and not every consumer looks.
    get headers() {
      return message.headers;
    },
    payload: message.payload,
    attempt: message.attempt,
    sequence: message.sequence,
    publishedAt: message.publishedAt,
    ack: () => once({ kind: 'done' }),
    nak: (delayMs, reason) =>
      once(message.attempt >= maxDeliveries ? { kind: 'dead', reason } : { kind: 'again', delayMs }),
    term: (reason) => once({ kind: 'dead', reason }),
    working: () => {
      if (!settled) sink.working();
    },
    isSettled: () => settled,
  };
};

/** The reason given for a message that was delivered as often as it may be and never settled. */
export const neverSettled = (maxDeliveries: number): string =>
  `not settled in ${maxDeliveries} deliveries: the consumer crashed, hung or lost the connection each time`;

/** How long a message waits after its handler threw: doubled with each attempt from 100 ms up to 30 s. */
export const retryDelayMs = (attempt: number): number => Math.min(100 * 2 ** Math.min(attempt - 1, 10), 30_000);
