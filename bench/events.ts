/**
 * What stores do to record events beside raw INSERTs of the same rows: a transaction of its own
 * with one append, which is its last statement and is announced to the outbox relay after its
 * commit. All go over the same number of connections to the same server.
 *
 * The raw side is twice. Once it does the same work in the plainest way: a transaction of the
 * client library, and in it one statement that writes the version of the aggregate, the event and
 * the row of the outbox. Once it does less than any store can: the event and the row of the outbox
 * in a statement without a transaction, which no other write could be part of, and no version.
 */
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../domain/events.ts';
import { appendInTransaction } from '../storage/event-log/event-store.ts';
import { type AnySql, inTransaction, type Pool, type Sql } from '../storage/pool/pool.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, compare } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

/** Writers of every load; each waits for its append before the next. */
export const writers = 16;
const roundMs = 2_000;
/** Measured rounds of each side. */
export const rounds = 4;
const context = { correlationId: 'bench-0123456789abcdef', traceparent: undefined };

/**
 * An offer that one worker writes to until it has had as many events as an offer gets in a while.
 */
export interface Target {
  readonly offerId: string;
  version: number;
}

const eventsPerOffer = 20;

const freshTarget = (): Target => ({ offerId: `off_${randomUUID()}`, version: 0 });

const repriced = (offerId: string): DomainEvent => ({
  type: 'offer.repriced',
  offerId,
  credentialId: 'crd_bench',
  observationId: 'obs_0123456789abcdef0123456789abcdef',
});

/** A load in which every writer appends `batch` events a call to an offer of its own. */
export const appendLoad = (batch: number, write: (target: Target, events: readonly DomainEvent[]) => Promise<void>) => {
  const targets = Array.from({ length: writers }, freshTarget);
  return () =>
    closedLoop({
      workers: writers,
      durationMs: roundMs,
      call: async (writer) => {
        const target = targets[writer]?.version === eventsPerOffer ? freshTarget() : (targets[writer] ?? freshTarget());
        targets[writer] = target;
        await write(
          target,
          Array.from({ length: batch }, () => repriced(target.offerId)),
        );
        target.version += batch;
        return batch;
      },
    });
};

/** Far beyond what the sequence gives out in a benchmark. */
let rawPosition = 1_000_000_000_000n;

/** The plainest there is, behind a `with`: every value comes from here, nothing is read back. */
const insertRows = (sql: AnySql, target: Target, events: readonly DomainEvent[]) => {
  const positions = events.map(() => String(++rawPosition));
  const versions = events.map((_, index) => target.version + 1 + index);
  return sql`
    appended as (
      insert into event (position, aggregate_type, aggregate_id, version, type, data, correlation_id)
      select position, 'offer', ${target.offerId}, version, type, data::jsonb, ${context.correlationId}
      from unnest(
        ${positions}::bigint[], ${versions}::int[],
        ${events.map(({ type }) => type)}::text[], ${events.map(({ type: _, ...data }) => JSON.stringify(data))}::text[]
      ) as given (position, version, type, data)
    )
    insert into outbox (position, aggregate_type, aggregate_id, version, enqueued_at)
    select position, 'offer', ${target.offerId}, version, now()
    from unnest(${positions}::bigint[], ${versions}::int[]) as given (position, version)`;
};

const rawInsert = async (sql: Sql, target: Target, events: readonly DomainEvent[]): Promise<void> => {
  await sql`with ${insertRows(sql, target, events)}`;
};

/** The version of the aggregate too, in a transaction as the client library makes them. */
const rawTransaction = async (sql: Sql, target: Target, events: readonly DomainEvent[]): Promise<void> => {
  await sql.begin(
    (transaction) => transaction`
      with stream as (
        insert into event_stream as stream values ('offer', ${target.offerId}, ${events.length})
        on conflict (aggregate_type, aggregate_id) do update set version = stream.version + excluded.version
      ), ${insertRows(transaction, target, events)}`,
  );
};

/** The append that production makes, in a transaction of its own. */
export const append = async (sql: Sql, target: Target, events: readonly DomainEvent[]): Promise<void> => {
  const appends = events.map((event, index) => ({ event, expected: target.version + index }));
  await inTransaction(sql, (transaction) => appendInTransaction(transaction, appends, context, { isLast: true }));
};

const compareAppends = async ({ sql }: Pool, name: string, batch: number): Promise<readonly BenchmarkRow[]> => {
  const ours = appendLoad(batch, (target, events) => append(sql, target, events));
  const beside = (suffix: string, write: typeof rawInsert): Promise<BenchmarkRow> =>
    compare({
      name: `${name}${suffix}`,
      unit: 'events/s',
      rounds,
      ours,
      limit: appendLoad(batch, (target, events) => write(sql, target, events)),
    });
  return [
    await beside(', beside inserts in a transaction', rawTransaction),
    await beside(', beside an insert without one', rawInsert),
  ];
};

/** Single appends at concurrency 16, and batches of ten. */
export const eventsBenchmark: Benchmark = () =>
  withScratchPostgres(writers, async (pool) => [
    ...(await compareAppends(pool, `append, 1 event, ${writers} writers`, 1)),
    ...(await compareAppends(pool, `append, 10 events, ${writers} writers`, 10)),
  ]);
