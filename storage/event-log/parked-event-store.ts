import type { ParkedEvent, ParkedEvents } from '../../domain/outbox/ports.ts';
import { withAuditRecord } from '../audit/with-audit-record.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';

/** Positions are named up to so many in a record. */
const maxNamed = 100;

const idOf = (which: readonly bigint[] | 'all'): string =>
  which === 'all' ? which : which.slice(0, maxNamed).join(',') + (which.length > maxNamed ? ',…' : '');

const toldReplay = (replayed: number) => ({ replayed });

/**
 * The parked events of a migrated database. Every function throws `unavailable` when the database
 * does not answer.
 */
export const createParkedEventStore = (sql: Sql): ParkedEvents => ({
  page: async (after = 0n, limit, options) => {
    const rows = await run(
      sql<Nullable<ParkedEvent>[]>`
        select outbox.position, outbox.aggregate_type as "aggregateType", outbox.aggregate_id as "aggregateId",
          outbox.version, event.type, enqueued_at as "recordedAt", parked_at as "parkedAt", attempts,
          last_error as reason
        from outbox join event on event.aggregate_type = outbox.aggregate_type
          and event.aggregate_id = outbox.aggregate_id and event.version = outbox.version and recorded_at = enqueued_at
        where parked_at is not null and outbox.position > ${after}
        order by outbox.position
        limit ${limit}`,
      options,
    );
    return rows.map(withoutNulls<ParkedEvent>);
  },

  replay: (which, act) =>
    withAuditRecord(
      sql,
      { act, target: { kind: 'parked_events', id: idOf(which) }, tell: toldReplay },
      async (transaction) => {
        const { count } = await run(transaction`
        update outbox set attempts = 0, parked_at = null, retry_at = null, last_error = null
        where parked_at is not null
          ${which === 'all' ? sql`` : sql`and position = any(${which.map(String)}::bigint[])`}`);
        return count;
      },
    ),
});
