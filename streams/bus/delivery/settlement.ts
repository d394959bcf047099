import type { Delivery } from '../bus.ts';

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
 * A class for its getter: an object that is written with a getter of its own has a hidden class of
 * its own, among the old objects, and with it keeps its message until the next full collection.
 */
class ReceivedDelivery implements SettleableDelivery {
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly attempt: number;
  readonly sequence: number;
  readonly publishedAt: Date;
  private readonly message: ReceivedMessage;
  private readonly maxDeliveries: number;
  private readonly sink: SettlementSink;
  private settled = false;

  constructor(message: ReceivedMessage, maxDeliveries: number, sink: SettlementSink) {
    this.subject = message.subject;
    this.payload = message.payload;
    this.attempt = message.attempt;
    this.sequence = message.sequence;
    this.publishedAt = message.publishedAt;
    this.message = message;
    this.maxDeliveries = maxDeliveries;
    this.sink = sink;
  }

  /** Decoding headers costs more than handing over a message, and not every consumer looks. */
  get headers(): Readonly<Record<string, string>> {
    return this.message.headers;
  }

  ack(): void {
    this.settle({ kind: 'done' });
  }

  nak(delayMs: number, reason: string): void {
    this.settle(this.attempt >= this.maxDeliveries ? { kind: 'dead', reason } : { kind: 'again', delayMs });
  }

  term(reason: string): void {
    this.settle({ kind: 'dead', reason });
  }

  working(): void {
    if (!this.settled) this.sink.working();
  }

  isSettled(): boolean {
    return this.settled;
  }

  private settle(verdict: Verdict): void {
    if (this.settled) return;
    this.settled = true;
    this.sink.settle(verdict);
  }
}

/**
 * Gives a received message its four ways out. The first of ack, nak and term counts and later calls
 * do nothing; a nak at the last of `maxDeliveries` means death.
 */
export const settleable = (message: ReceivedMessage, maxDeliveries: number, sink: SettlementSink): SettleableDelivery =>
  new ReceivedDelivery(message, maxDeliveries, sink);

/** The reason given for a message that was delivered as often as it may be and never settled. */
export const deliveriesExhausted = (maxDeliveries: number): string =>
  `not settled in ${maxDeliveries} deliveries: the consumer crashed, hung or lost the connection each time`;

/**
 * How long a message waits after its handler threw: doubled with each attempt from 100 ms up to 30
 * s.
 */
export const retryDelayMs = (attempt: number): number => Math.min(100 * 2 ** Math.min(attempt - 1, 10), 30_000);
