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
import { asLastStatement } from '../pool/last-statement.ts';
import { type AnySql, run, type Transaction } from '../pool/pool.ts';
import { announceAfterCommit } from './append-announcement.ts';

/** Called with the number of events of a kind once they are written, before the commit is known. */
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

/** What is appended in one statement, for which request, and whether the commit follows it. */
interface Writing<What> {
  readonly what: What;
  readonly context: WriteContext;
  readonly isLast: boolean;
}

/** By the plainer statement, which neither sorts nor numbers: most appends are of this kind. */
const appendAlone = async (
  sql: AnySql,
  { what: { type, id, expected, events }, context, isLast }: Writing<AppendToOne>,
): Promise<readonly number[]> => {
  const statement = sql<{ version: number }[]>`
    select append_to_stream(
      ${type}, ${id}, ${expectedOrNull(expected)}, ${events.map((event) => event.type)}::text[],
      ${events.map(dataOf)}::text[], ${context.correlationId}, ${context.traceparent ?? null}
    ) as version`;
  const [row] = await run(isLast ? asLastStatement(sql, statement) : statement);
  const latest = row?.version ?? 0;
  return events.map((_, place) => latest - events.length + place + 1);
};

const appendMany = async (
  sql: AnySql,
  { what: events, context, isLast }: Writing<readonly Append[]>,
): Promise<readonly number[]> => {
  const aggregates = events.map(({ event }) => aggregateOf(event));
  const statement = sql<{ versions: number[] }[]>`
    select append_to_streams(
      ${aggregates.map(({ type }) => type)}::text[],
      ${aggregates.map(({ id }) => id)}::text[],
      ${events.map(({ expected }) => expectedOrNull(expected))}::int[],
      ${events.map(({ event }) => event.type)}::text[],
      ${events.map(({ event }) => dataOf(event))}::text[],
      ${context.correlationId},
      ${context.traceparent ?? null}
    ) as versions`;
  const [row] = await run(isLast ? asLastStatement(sql, statement) : statement);
  return row?.versions ?? [];
};

/** What appends are written with. */
export interface AppendOptions {
  readonly onWrite?: OnWrite | undefined;
  /**
   * Whether it is the last statement of its transaction (`pool/last-statement.ts`); left out: no.
   * Nothing is committed by it when there is no event.
   */
  readonly isLast?: boolean;
}

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
  { onWrite, isLast = false }: AppendOptions = {},
): Promise<readonly number[]> => {
  if (events.length === 0) return [];
  const alone = ofOneAggregate(events);
  announceAfterCommit(sql);
  const versions =
    alone === undefined
      ? await appendMany(sql, { what: events, context, isLast })
      : await appendAlone(sql, { what: alone, context, isLast });
  if (onWrite !== undefined)
    reportWrites(
      events.map(({ event }) => event),
      onWrite,
    );
  return versions;
};

const atAnyVersion = (events: readonly DomainEvent[]): readonly Append[] =>
  events.map((event) => ({ event, expected: 'any' }));

/** The same for aggregates at any version. */
export const appendEvents = (
  sql: AnySql,
  events: readonly DomainEvent[],
  context: WriteContext,
  onWrite?: OnWrite,
): Promise<readonly number[]> => appendInTransaction(sql, atAnyVersion(events), context, { onWrite });

/**
 * The same as the last statement of the transaction, which is committed in the same round trip.
 * What the caller does afterwards must not fail, and asks the database nothing.
 */
export const appendAndCommit = (
  transaction: Transaction,
  events: readonly DomainEvent[],
  context: WriteContext,
  onWrite?: OnWrite,
): Promise<readonly number[]> =>
  appendInTransaction(transaction, atAnyVersion(events), context, { onWrite, isLast: true });
