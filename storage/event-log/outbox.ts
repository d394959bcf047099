/**
 * The outbox: events that are stored and not yet published.
 *
 * A row lives from its append until it is published, and the relay reads what is there in order of
 * position. Positions are drawn before a transaction commits, so a lower one can appear after a
 * higher one was published; it is simply read then, because nothing here remembers how far it got.
 * Within one aggregate that cannot happen: appends hold the aggregate's lock until they commit.
 * When the database does not answer every function throws `Failure` of kind `unavailable`.
 */
import type { Outbox } from '../../domain/outbox/ports.ts';
import { toFailure } from '../pool/failures.ts';
import { run, type Sql } from '../pool/pool.ts';
import { sessionLock } from '../pool/session-lock.ts';
import { onAnnouncement } from './append-announcement.ts';
import { type EventRow, storedEvent } from './stored-event.ts';

const relayLockKey = 7_200_103;

/** After so many failures an event is parked. */
const maxAttempts = 5;

/** The wait after the first failure; it doubles with each. */
const firstRetryMs = 500;

/**
 * Creates the outbox of a migrated database. `url` leads to it directly, not through a pooler that
 * shares sessions.
 */
export const createOutbox = (options: { readonly sql: Sql; readonly url: string }): Outbox => {
  const { sql, url } = options;
  const lock = sessionLock(url, relayLockKey);
  return {
    hold: lock.hold,
    release: lock.release,
    pending: async (limit) => (await run(pendingRows(sql, limit))).map(storedEvent),
    published: async (positions) => {
      await run(sql`delete from outbox where position = any(${positions.map(String)}::bigint[])`);
    },
    failed: async (position, reason) => {
      const [row] = await run(recordFailure(sql, position, reason));
      return { parked: row?.parked ?? false };
    },
    stats: () => stats(sql),
    onAppend: async (listener) => {
      try {
        return await onAnnouncement(sql, listener);
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
};

/**
 * The oldest rows with their events, without the aggregates of which one waits for another try. It
 * is written so that the plan does not hang on estimates, which are worthless for a table that is
 * empty one minute and full the next: `not in` is a filter on a scan in order of position, where
 * `not exists` would be a join of the whole table and `parked_at is null` would promise next to no
 * rows; the limit in the lateral part has each event looked up by its key.
 */
const pendingRows = (sql: Sql, limit: number) => sql<EventRow[]>`
  with due as materialized (
    select position, aggregate_type, aggregate_id, version, enqueued_at
    from outbox
    where attempts < ${maxAttempts}
      and (aggregate_type, aggregate_id) not in (
        select aggregate_type, aggregate_id from outbox where retry_at > now()
      )
    order by position
    limit ${limit}
  )
  select
    due.position, due.aggregate_type, due.aggregate_id, due.version,
    event.type, event.data, event.correlation_id, event.traceparent, event.recorded_at
  from due
  cross join lateral (
    select type, data, correlation_id, traceparent, recorded_at from event
    where aggregate_type = due.aggregate_type and aggregate_id = due.aggregate_id
      and version = due.version and recorded_at = due.enqueued_at
    limit 1
  ) as event
  order by due.position`;

const recordFailure = (sql: Sql, position: bigint, reason: string) => sql<{ parked: boolean }[]>`
  update outbox set
    attempts = attempts + 1,
    last_error = ${reason},
    parked_at = case when attempts + 1 >= ${maxAttempts} then now() end,
    retry_at = case when attempts + 1 < ${maxAttempts}
      then now() + make_interval(secs => ${firstRetryMs / 1000}::float8 * 2 ^ attempts) end
  where position = ${position} and parked_at is null
  returning parked_at is not null as parked`;

/**
 * So many rows are counted one by one, in order of position, which is nearly that of their age;
 * beyond, the statistics of the table answer, which follow a second behind. More than the alert
 * about unpublished events asks for.
 */
const countedExactly = 20_000;

const stats = async (sql: Sql) => {
  const [row] = await run(sql<{ waiting: number; parked: number; live: number; oldestAgeSeconds: number }[]>`
    with waiting as materialized (
      select enqueued_at from outbox where parked_at is null order by position limit ${countedExactly}
    ), parked as materialized (
      select from outbox where parked_at is not null limit ${countedExactly}
    )
    select
      (select count(*)::int from waiting) as waiting,
      (select count(*)::int from parked) as parked,
      pg_stat_get_live_tuples('outbox'::regclass)::float8 as live,
      coalesce(extract(epoch from clock_timestamp() - (select min(enqueued_at) from waiting)), 0)::float8
        as "oldestAgeSeconds"`);
  const { waiting = 0, parked = 0, live = 0, oldestAgeSeconds = 0 } = row ?? {};
  const unpublished = waiting < countedExactly ? waiting : Math.max(waiting, live - parked);
  return { unpublished, parked, oldestAgeSeconds };
};
