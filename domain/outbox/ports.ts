import type { AuditedAction } from '../audit/record.ts';
import type { EventType, StoredEvent } from '../events.ts';
import type { ReadOptions } from '../store-context.ts';

/** An event that the bus refused so often that it was set aside. Listeners lack it. */
export interface ParkedEvent {
  readonly position: bigint;
  readonly aggregateType: string;
  readonly aggregateId: string;
  readonly version: number;
  readonly type: EventType;
  readonly recordedAt: Date;
  readonly parkedAt: Date;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly reason: string | undefined;
}

/** The parked part of the outbox. */
export interface ParkedEvents {
  /** Up to `limit` of them in order of position, after the position. */
  page(after: bigint | undefined, limit: number, options?: ReadOptions): Promise<readonly ParkedEvent[]>;
  /**
   * Gives these another five attempts, or all; returns how many there were. They are published
   * within a second or so.
   */
  replay(which: readonly bigint[] | 'all', act?: AuditedAction): Promise<number>;
}

/**
 * What the relay reads and marks. One relay works at a time; `hold` says whether this process is
 * the one.
 */
export interface Outbox {
  /** Takes or keeps the right to publish; false while another process holds it. */
  hold(): Promise<boolean>;
  /**
   * The oldest unpublished, unparked events, in order; an aggregate with a failed event before is
   * left out until its turn.
   */
  pending(limit: number): Promise<readonly StoredEvent[]>;
  /** These are published. */
  published(positions: readonly bigint[]): Promise<void>;
  /** This one failed; after five times it is parked. Says whether it now is. */
  failed(position: bigint, reason: string): Promise<{ parked: boolean }>;
  stats(): Promise<{ unpublished: number; parked: number; oldestAgeSeconds: number }>;
  /** Calls back soon after something was appended by any process. Returns how to stop. */
  onAppend(listener: () => void): Promise<() => Promise<void>>;
  /** Gives up the right to publish. */
  release(): Promise<void>;
}
