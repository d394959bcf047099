/**
 * The event log: appends domain events to their aggregates, and to the outbox, in one round trip.
 *
 * An append locks the aggregate's row in `event_stream`, checks the expected version there, and
 * only then draws positions, so that writers of one aggregate follow one another and positions grow
 * with versions. Writers of different aggregates do not wait for each other. When the database does
 * not answer every function throws `Failure` of kind `unavailable`.
 */

import { aggregateOf, type DomainEvent, type EventType } from '../../domain/events.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { type AnySql, run } from '../pool/pool.ts';
import { announceAfterCommit } from './append-announcement.ts';

/** Called with the number of events of a kind, before the commit of the transaction. */
export type OnWrite = (aggregateType: string, eventType: EventType, count: number) => void;

/** What an append must find; `any` skips the check. */
export type ExpectedVersion = number | 'any';

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

/** Events of one aggregate, with the version that it must have before the first. */
interface AppendToOne {
  readonly type: string;
  readonly id: string;
  readonly expected: ExpectedVersion;
  readonly events: readonly DomainEvent[];
}

/**
 * The events as an append to one aggregate. Undefined when there are several, or when they expect
 * anything but to follow one another.
 */
const ofOneAggregate = (appends: readonly Append[]): AppendToOne | undefined => {
  const [first] = appends;
  if (first === undefined) return undefined;
  const { type, id } = aggregateOf(first.event);
  const follows = ({ event, expected }: Append, place: number): boolean => {
    const aggregate = aggregateOf(event);
    const due = first.expected === 'any' ? 'any' : first.expected + place;
    return aggregate.type === type && aggregate.id === id && expected === due;
  };
  if (!appends.every(follows)) return undefined;
  return { type, id, expected: first.expected, events: appends.map(({ event }) => event) };
};

/** By the plainer statement, which neither sorts nor numbers: most appends are of this kind. */
const appendAlone = async (
  sql: AnySql,
  { type, id, expected, events }: AppendToOne,
  { correlationId, traceparent }: WriteContext,
): Promise<readonly number[]> => {
  const [row] = await run(sql<{ version: number }[]>`
    select append_to_stream(
      ${type}, ${id}, ${expectedOrNull(expected)}, ${events.map((event) => event.type)}::text[],
      ${events.map(dataOf)}::text[], ${correlationId}, ${traceparent ?? null}
    ) as version`);
  const latest = row?.version ?? 0;
  return events.map((_, place) => latest - events.length + place + 1);
};

const appendMany = async (
  sql: AnySql,
  events: readonly Append[],
  context: WriteContext,
): Promise<readonly number[]> => {
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
    ) as versions`);
  return row?.versions ?? [];
};

/**
 * Appends events of any number of aggregates as part of the caller's transaction, in one statement;
 * several events of one aggregate get consecutive versions in the order given. Returns each event's
 * version in the order given. Throws `Failure` of kind `conflict` when one is not at its expected
 * version; the transaction is lost then. The outbox relay hears of them soon after the commit.
 */
export const appendInTransaction = async (
  sql: AnySql,
  events: readonly Append[],
  context: WriteContext,
  onWrite?: OnWrite,
): Promise<readonly number[]> => {
  if (events.length === 0) return [];
  const alone = ofOneAggregate(events);
  const versions =
    alone === undefined ? await appendMany(sql, events, context) : await appendAlone(sql, alone, context);
  announceAfterCommit(sql);
  if (onWrite !== undefined)
    reportWrites(
      events.map(({ event }) => event),
      onWrite,
    );
  return versions;
};

/** The same for aggregates at any version. */
export const appendEvents = (
  sql: AnySql,
  events: readonly DomainEvent[],
  context: WriteContext,
  onWrite?: OnWrite,
): Promise<readonly number[]> =>
  appendInTransaction(
    sql,
    events.map((event) => ({ event, expected: 'any' })),
    context,
    onWrite,
  );
