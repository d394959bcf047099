import type { DomainEvent, EventType, StoredEvent } from '../../domain/events.ts';

/** A row of `event`, every column. */
export interface EventRow {
  readonly position: bigint;
  readonly aggregate_type: string;
  readonly aggregate_id: string;
  readonly version: number;
  readonly type: EventType;
  /** The event's fields without its type. */
  readonly data: object;
  readonly correlation_id: string;
  readonly traceparent: string | null;
  readonly recorded_at: Date;
}

/**
 * Only `append` writes these columns, always from one event, so that together they are that event
 * again.
 */
const eventIn = (row: EventRow): DomainEvent => ({ type: row.type, ...row.data }) as DomainEvent;

/** The row as an event of the domain. */
export const storedEvent = (row: EventRow): StoredEvent => ({
  position: row.position,
  aggregateType: row.aggregate_type,
  aggregateId: row.aggregate_id,
  version: row.version,
  event: eventIn(row),
  recordedAt: row.recorded_at,
  correlationId: row.correlation_id,
  traceparent: row.traceparent ?? undefined,
});
