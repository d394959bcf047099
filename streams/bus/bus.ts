import type { StreamPosition } from '../../domain/stream-position.ts';
/** A message to publish. */
export interface OutgoingMessage {
  readonly subject: string;
  /**
   * Two messages of one stream with one id within the deduplication window (an hour) count once.
   */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
}

/** A message as a consumer gets it. Exactly one of ack, nak and term must be called. */
export interface Delivery {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
  /** 1 at the first delivery. */
  readonly attempt: number;
  /** Position in the stream; grows with the order of publication. */
  readonly sequence: number;
  readonly publishedAt: Date;
  /** Done; never delivered again. */
  ack(): void;
  /**
   * Not now: delivered again after the delay, or dead-lettered with the reason when this was the
   * last attempt.
   */
  nak(delayMs: number, reason: string): void;
  /** Never: dead-lettered at once with the reason. */
  term(reason: string): void;
  /** Still at it: restarts the time after which the bus would deliver it again. */
  working(): void;
}

/** A message as a listener is told of it. */
export interface PublishedMessage {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
}

/** How a durable consumer reads. */
export interface ConsumerOptions {
  /** One of the streams that exist. */
  readonly stream: StreamName;
  /** The name under which the position is kept; consumers of one name share the work. */
  readonly durable: string;
  /** Subjects of the stream to read; all when left out. */
  readonly subjects?: readonly string[];
  /** Messages handed over at a time. */
  readonly batch: number;
  /** The most that may be handed over and not yet settled. */
  readonly maxUnsettled: number;
  /** After this long without ack, nak or working a message is delivered again. */
  readonly ackWaitMs: number;
  /** After this many deliveries a message that is not acked goes to `dead.{subject}`. */
  readonly maxDeliveries: number;
}

/** A running consumer. */
export interface Consumption {
  /** Stops pulling, waits for the batch in hand to settle, then resolves. */
  drain(): Promise<void>;
  /** Resolves with the error that ended it, or undefined after `drain`. */
  readonly ended: Promise<Error | undefined>;
}

/** What is not settled, and by which header it is told apart. */
export interface LagByHeader {
  readonly stream: StreamName;
  readonly durable: string;
  readonly header: string;
  readonly atMost: number;
}

/** The streams that exist, by name. */
export type StreamName = 'OBSERVATIONS' | 'CONFIRMATIONS' | 'EVENTS' | 'PRICES' | 'DEAD';

/**
 * The message bus: durable streams with acknowledged publishing, and signals that are not stored.
 */
export interface Bus {
  /** Of which kind it is, as spans name it. */
  readonly system: 'nats' | 'postgresql';
  /**
   * Publishes in order. Resolves when every message is stored (a duplicate counts as stored);
   * rejects with `unavailable` when the bus did not acknowledge in time, after which any part may
   * have been stored: publish again with the same ids.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /**
   * Hands batches to `handle` one after another; a throw naks what the handler left unsettled in
   * that batch.
   */
  consume(options: ConsumerOptions, handle: (batch: readonly Delivery[]) => Promise<void>): Promise<Consumption>;
  /** Messages of the durable's subjects that are not yet acked. */
  lag(stream: StreamName, durable: string): Promise<number>;
  /**
   * The same by the value of a header, '' for messages without it: counted up to `atMost` messages
   * from the oldest on, of which the rest is taken to be alike. Undefined where there is no such
   * durable, of which it is not known what it has settled.
   */
  lagBy(lag: LagByHeader): Promise<ReadonlyMap<string, number> | undefined>;
  /** The position of the durable in the stream. */
  position(stream: StreamName, durable: string): Promise<StreamPosition>;
  /** Notifies the current listeners; not stored, not acknowledged, may be lost. */
  signal(subject: string, payload: Uint8Array): void;
  /** Listens to signals; `*` stands for one token, `>` for the rest. Returns how to stop. */
  onSignal(subject: string, listener: (subject: string, payload: Uint8Array) => void): () => void;
  /**
   * Tells messages of the streams as they are published to whoever listens, `*` and `>` as for
   * signals. Nothing is kept for the listener: what passes while the connection is away is missed,
   * and what is published again is told again. Without NATS only those of this process are told.
   * Returns how to stop.
   */
  onMessage(subject: string, listener: (message: PublishedMessage) => void): () => void;
  /** Whether the bus answers right now. */
  isHealthy(): Promise<boolean>;
  /** Lets go of everything; consumers must be drained before. */
  close(): Promise<void>;
}
