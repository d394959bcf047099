import type { Act } from '../audit/record.ts';
import type { EventType } from '../events.ts';
import type { ReadOptions } from '../ports.ts';

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
  /** Gives these another five attempts, or all; returns how many there were. They are published within a second or so. */
  replay(which: readonly bigint[] | 'all', act?: Act): Promise<number>;
}
