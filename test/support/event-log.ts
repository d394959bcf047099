import type { DomainEvent, StoredEvent } from '../../domain/events.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { appendInTransaction, type ExpectedVersion, type OnWrite } from '../../storage/event-log/event-store.ts';
import { type EventRow, storedEvent } from '../../storage/event-log/stored-event.ts';
import { inTransaction, run, type Sql } from '../../storage/pool/pool.ts';

/** The event log of a database, appended to as every store does and read by aggregate. */
export const eventLog = (sql: Sql, onWrite?: OnWrite) => ({
  /** In a transaction of its own; several events of one aggregate expect consecutive versions. */
  append: async (events: readonly DomainEvent[], expected: ExpectedVersion, context: WriteContext) => {
    const appends = events.map((event, index) => ({
      event,
      expected: expected === 'any' ? expected : expected + index,
    }));
    const versions = await inTransaction(sql, (transaction) =>
      appendInTransaction(transaction, appends, context, { onWrite }),
    );
    return { version: versions.at(-1) ?? 0 };
  },
  /** The events of an aggregate that are in the database, in order. */
  read: async (aggregateType: string, aggregateId: string): Promise<readonly StoredEvent[]> => {
    const rows = await run(sql<EventRow[]>`
      select position, aggregate_type, aggregate_id, version, type, data, correlation_id, traceparent, recorded_at
      from event where aggregate_type = ${aggregateType} and aggregate_id = ${aggregateId} order by version`);
    return rows.map(storedEvent);
  },
});

/** What `eventLog` gives. */
export type EventLog = ReturnType<typeof eventLog>;
