/**
 * The event store: appends domain events to their aggregates, and to the outbox, in one round trip.
 *
 * An append locks the aggregate's row in `event_stream`, checks the expected version there, and
 * only then draws positions, so that writers of one aggregate follow one another and positions grow
 * with versions. Writers of different aggregates do not wait for each other. When the database does
 * not answer every function throws `Failure` of kind `unavailable`.
 */

import { archivedEvents } from '../../domain/archive/archived-events.ts';
import { aggregateOf, type DomainEvent, type EventType } from '../../domain/events.ts';
import type { EventStore, ExpectedVersion } from '../../domain/outbox/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';
import { announceAtCommit, appendAnnouncer } from './append-announcement.ts';
import { type EventRow, storedEvent } from './stored-event.ts';

/**
 * Called with the number of events of a kind. Called before the commit where the caller owns the
 * transaction.
 */
export type OnWrite = (aggregateType: string, eventType: EventType, count: number) => void;

/**
 * An event to append with the version that its aggregate must have before it: 0 for one that must
 * not exist.
 */
export interface Append {
  readonly event: DomainEvent;
  readonly expected: ExpectedVersion;
}

/** The event's own fields as JSON text; its type has a column of its own. */
const dataOf = ({ type: _, ...data }: DomainEvent): string => JSON.stringify(data);

const expectedOrNull = (expected: ExpectedVersion): number | null => (expected === 'any' ? null : expected);

const reportWrites = (events: readonly DomainEvent[], onWrite: OnWrite): void => {
  const counts = new Map<EventType, { aggregateType: string; count: number }>();
  for (const event of events) {
    const entry = counts.get(event.type) ?? { aggregateType: aggregateOf(event).type, count: 0 };
    entry.count += 1;
    counts.set(event.type, entry);
  }
  for (const [type, { aggregateType, count }] of counts) onWrite(aggregateType, type, count);
};

/**
 * Appends events of any number of aggregates as part of the caller's transaction, in one statement;
 * several events of one aggregate get consecutive versions in the order given. Returns each event's
 * version in the order given. Throws `Failure` of kind `conflict` when one is not at its expected
 * version; the transaction is lost then.
 */
export const appendInTransaction = async (
  sql: AnySql,
  events: readonly Append[],
  context: WriteContext,
  onWrite?: OnWrite,
): Promise<readonly number[]> => {
  if (events.length === 0) return [];
  const aggregates = events.map(({ event }) => aggregateOf(event));
  const [row] = await run(sql<{ versions: number[] }[]>`
    select append_to_streams(
      ${aggregates.map(({ type }) => type)}::text[],
      ${aggregates.map(({ id }) => id)}::text[],
      ${events.map(({ expected }) => expectedOrNull(expected))}::int[],
      ${events.map(({ event }) => event.type)}::text[],
      ${events.map(({ event }) => dataOf(event))}::text[],
      ${context.correlationId},
      ${context.traceparent ?? null}
    ) as versions, ${announceAtCommit(sql)}`);
  if (onWrite !== undefined)
    reportWrites(
      events.map(({ event }) => event),
      onWrite,
    );
  return row?.versions ?? [];
};

/** All events of an append belong to one aggregate, whose version is checked. */
const oneAggregate = (events: readonly [DomainEvent, ...DomainEvent[]]): { type: string; id: string } => {
  const aggregate = aggregateOf(events[0]);
  for (const event of events) {
    const { type, id } = aggregateOf(event);
    if (type !== aggregate.type || id !== aggregate.id) {
      throw new Error(`an append to ${aggregate.type} ${aggregate.id} holds an event of ${type} ${id}`);
    }
  }
  return aggregate;
};

/** Creates the event store on a migrated database. */
export const createEventStore = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): EventStore => {
  const announce = appendAnnouncer(sql);
  return {
    append: async (events, expected, context) => {
      const version = await append(sql, events, expected, context);
      announce();
      if (options.onWrite !== undefined) reportWrites(events, options.onWrite);
      return { version };
    },
    read: async (aggregateType, aggregateId) => {
      const rows = await run(selectStream(sql, aggregateType, aggregateId));
      const events = rows.filter((row) => row.position !== null).map(storedEvent);
      const written = rows[0]?.stream_version ?? 0;
      if (events.length < written) {
        throw archivedEvents(`${written - events.length} of ${written} events of ${aggregateType} ${aggregateId}`);
      }
      return events;
    },
  };
};

/**
 * The events of an aggregate beside its version, in one look at both; of one that has lost all its
 * events, one empty row.
 */
const selectStream = (sql: Sql, aggregateType: string, aggregateId: string) => sql<
  (EventRow & { readonly stream_version: number })[]
>`
  select position, aggregate_type, aggregate_id, event.version, type, data, correlation_id, traceparent, recorded_at,
    stream.version as stream_version
  from event_stream as stream left join event using (aggregate_type, aggregate_id)
  where aggregate_type = ${aggregateType} and aggregate_id = ${aggregateId}
  order by event.version`;

const append = async (
  sql: Sql,
  events: readonly [DomainEvent, ...DomainEvent[]],
  expected: ExpectedVersion,
  context: WriteContext,
): Promise<number> => {
  const { type, id } = oneAggregate(events);
  const [row] = await run(sql<{ version: number }[]>`
    select append_to_stream(
      ${type}, ${id}, ${expectedOrNull(expected)}::int,
      ${events.map((event) => event.type)}::text[], ${events.map(dataOf)}::text[],
      ${context.correlationId}, ${context.traceparent ?? null}
    ) as version`);
  if (row === undefined) throw new Error('append_to_stream returned nothing');
  return row.version;
};
