import type { AnySql } from '../../../storage/pool/pool.ts';
import type { ConsumerOptions, LagByHeader, StreamName } from '../bus.ts';
import { deduplicationWindowMs } from '../delivery/topology.ts';

/**
 * Every statement of the bus. Each is a transaction of its own: no connection is held between two
 * statements, where losing it would have to be noticed, and nothing needs more than one of them to
 * be consistent.
 */

/** A message in the shape of its row. */
export interface MessageRow {
  readonly stream: StreamName;
  readonly messageId: string;
  readonly subject: string;
  /** A JSON object of texts. */
  readonly headers: string;
  readonly payload: Uint8Array;
}

/**
 * The channel on which consumers of other processes hear of new messages; the payload is the
 * stream.
 */
export const wakeChannel = 'bus';

/** An arbitrary number that no other lock uses. */
const publishLock = 7_200_105;

/**
 * The type of `bytea[]`, which the client cannot tell from a single `bytea`. Source: pg_type.dat of
 * PostgreSQL.
 */
const byteaArray = 1001;

/**
 * Stores messages in order, leaving out ids that are in the window already, and wakes consumers of
 * other processes.
 */
export const insertMessages = (sql: AnySql, rows: readonly MessageRow[]) => sql`
  select bus_publish(
    ${rows.map((row) => row.stream)}::text[],
    ${rows.map((row) => row.messageId)}::text[],
    ${rows.map((row) => row.subject)}::text[],
    ${rows.map((row) => row.headers)}::text[],
    ${sql.array(
      rows.map((row) => row.payload),
      byteaArray,
    )}::bytea[],
    ${wakeChannel}, ${publishLock}, ${deduplicationWindowMs}
  )`;

/** Makes the durable at the start of its stream, or gives it its subjects. */
export const putConsumer = (sql: AnySql, { stream, durable, subjects }: ConsumerOptions) => sql`
  insert into bus_consumer (stream, durable, subjects) values (${stream}, ${durable}, ${subjects ? [...subjects] : null})
  on conflict (stream, durable) do update set subjects = excluded.subjects`;

/**
 * Makes the commit of the statement that it is part of return before it is on the disk. Right for
 * reading and settling: what a crash of the database loses here is delivered once more.
 */
const relaxed = (sql: AnySql) => sql`set_config('synchronous_commit', 'off', true)`;

/** A message as pulled. */
export interface PulledRow {
  readonly sequence: bigint;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
  readonly published_at: Date;
  readonly deliveries: number;
}

/**
 * Hands out up to a batch in order: first what has become visible again, then what is new, as far
 * as `maxUnsettled` allows. The row of the durable is locked, so that consumers of one durable take
 * turns. When less than asked for is new, the position goes to the end of the stream, past messages
 * of other subjects.
 */
export const pullMessages = (sql: AnySql, options: ConsumerOptions) => sql<PulledRow[]>`
  with consumer as (
    select position, subjects, ${relaxed(sql)} from bus_consumer
    where stream = ${options.stream} and durable = ${options.durable}
    for update
  ), due as (
    update bus_unsettled hidden
    set deliveries = hidden.deliveries + 1, visible_at = now() + ${options.ackWaitMs}::int * interval '1 ms'
    from (
      select sequence from bus_unsettled
      where stream = ${options.stream} and durable = ${options.durable} and visible_at <= now()
      order by sequence limit ${options.batch} for update skip locked
    ) visible
    where hidden.stream = ${options.stream} and hidden.durable = ${options.durable}
      and hidden.sequence = visible.sequence
    returning hidden.sequence, hidden.deliveries
  ), room as (
    select greatest(0, least(
      ${options.batch} - (select count(*) from due),
      ${options.maxUnsettled} - (
        select count(*) from bus_unsettled where stream = ${options.stream} and durable = ${options.durable}
      )
    )) as count
  ), fresh as (
    select sequence from bus_message
    where stream = ${options.stream}
      and sequence > (select position from consumer)
      and ((select subjects from consumer) is null or subject = any((select subjects from consumer)::text[]))
    order by sequence limit (select count from room)
  ), handed as (
    insert into bus_unsettled (stream, durable, sequence, deliveries, visible_at)
    select ${options.stream}, ${options.durable}, sequence, 1, now() + ${options.ackWaitMs}::int * interval '1 ms'
    from fresh
    returning sequence, deliveries
  ), reached as (
    select case
      when (select count(*) from fresh) < (select count from room)
      then (select max(sequence) from bus_message where stream = ${options.stream})
      else (select max(sequence) from fresh)
    end as sequence
  ), moved as (
    update bus_consumer set position = reached.sequence
    from reached
    where stream = ${options.stream} and durable = ${options.durable} and position < reached.sequence
  )
  select message.sequence, subject, headers, payload, published_at, deliveries
  from (select * from due union all select * from handed) taken
  join bus_message message on message.stream = ${options.stream} and message.sequence = taken.sequence
  order by message.sequence`;

/** Hides messages until a delay has passed, counted from now. */
export const hideMessages = (
  sql: AnySql,
  { stream, durable }: ConsumerOptions,
  delaysMs: ReadonlyMap<number, number>,
) => sql`
  update bus_unsettled set visible_at = now() + delay_ms * interval '1 ms'
  from unnest(${[...delaysMs.keys()]}::bigint[], ${[...delaysMs.values()]}::int[]) as hidden (hidden_sequence, delay_ms)
  where stream = ${stream} and durable = ${durable} and sequence = hidden_sequence
    and (select ${relaxed(sql)}) = 'off'`;

/** Forgets messages that are settled. */
export const forgetMessages = (sql: AnySql, { stream, durable }: ConsumerOptions, sequences: readonly number[]) => sql`
  delete from bus_unsettled
  where stream = ${stream} and durable = ${durable} and sequence = any(${[...sequences]}::bigint[])
    and (select ${relaxed(sql)}) = 'off'`;

/**
 * How long until the next hidden message becomes visible, in milliseconds; null when none is
 * hidden.
 */
export const untilNextVisible = (sql: AnySql, { stream, durable }: ConsumerOptions) => sql<{ ms: number | null }[]>`
  select ceil(extract(epoch from min(visible_at) - now()) * 1000)::int as ms
  from bus_unsettled where stream = ${stream} and durable = ${durable}`;

/**
 * Messages of the durable's subjects that are not yet settled; no row when there is no such
 * durable.
 */
export const countLag = (sql: AnySql, stream: StreamName, durable: string) => sql<{ lag: number }[]>`
  select (
    (select count(*) from bus_unsettled where stream = ${stream} and durable = ${durable}) +
    (select count(*) from bus_message
     where stream = ${stream} and sequence > consumer.position
       and (consumer.subjects is null or subject = any(consumer.subjects)))
  )::int as lag
  from bus_consumer consumer where stream = ${stream} and durable = ${durable}`;

/** The oldest of them by the value of a header, '' for those without it. */
export const countByHeader = (sql: AnySql, { stream, durable, header, atMost }: LagByHeader) => sql<
  { value: string; count: number }[]
>`
  select coalesce(headers ->> ${header}::text, '') as value, count(*)::int as count
  from (
    select message.sequence, headers
    from bus_unsettled unsettled
    join bus_message message on message.stream = unsettled.stream and message.sequence = unsettled.sequence
    where unsettled.stream = ${stream} and durable = ${durable}
    union all
    (select message.sequence, headers
     from bus_consumer consumer
     join bus_message message on message.stream = consumer.stream and message.sequence > consumer.position
       and (consumer.subjects is null or message.subject = any(consumer.subjects))
     where consumer.stream = ${stream} and durable = ${durable}
     order by message.sequence limit ${atMost})
    order by sequence limit ${atMost}
  ) oldest
  group by value`;

/**
 * The newest sequence of a stream, and up to which nothing is unsettled; no row when there is no
 * such durable.
 */
export const readPosition = (sql: AnySql, stream: StreamName, durable: string) => sql<
  { newest: number; settled: number }[]
>`
  select greatest(newest.sequence, consumer.position)::float8 as newest,
    coalesce(
      (select min(sequence) from bus_unsettled where stream = ${stream} and durable = ${durable}) - 1,
      case when exists (
        select from bus_message where stream = ${stream} and sequence > consumer.position
          and (consumer.subjects is null or subject = any(consumer.subjects)))
      then consumer.position else greatest(newest.sequence, consumer.position) end
    )::float8 as settled
  from bus_consumer as consumer,
    (select coalesce(max(sequence), 0) as sequence from bus_message where stream = ${stream}) as newest
  where consumer.stream = ${stream} and consumer.durable = ${durable}`;

/** Deletes up to `limit` of a stream's oldest messages, as far as they are past their time. */
export const deleteExpired = (sql: AnySql, stream: StreamName, retentionMs: number, limit: number) => sql`
  delete from bus_message
  where stream = ${stream} and sequence in (
    select sequence from bus_message where stream = ${stream} order by sequence limit ${limit}
  ) and published_at < now() - ${retentionMs}::float8 * interval '1 ms'`;

/** Forgets what was handed over and is no longer in its stream. */
export const forgetExpired = (sql: AnySql) => sql`
  delete from bus_unsettled hidden
  where not exists (
    select from bus_message where stream = hidden.stream and sequence = hidden.sequence
  )`;
