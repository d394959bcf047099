/**
 * What every store does to record events beside raw INSERTs of the same rows: a transaction of its
 * own with one append, which is announced to the outbox relay after its commit. The raw side writes
 * the same event and outbox rows in one statement that is one transaction, over the same number of
 * connections to the same server. What ours adds is the aggregate's version, its check, the begin
 * and commit of the transaction, and the announcement.
 */
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../domain/events.ts';
import { appendInTransaction } from '../storage/event-log/event-store.ts';
import { inTransaction, type Pool, type Sql } from '../storage/pool/pool.ts';
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

/** The plainest statement there is: every value comes from here, nothing is read back. */
const rawInsert = async (sql: Sql, target: Target, events: readonly DomainEvent[]): Promise<void> => {
  const positions = events.map(() => String(++rawPosition));
  const versions = events.map((_, index) => target.version + 1 + index);
  await sql`
    with appended as (
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

/** The append that production makes, in a transaction of its own. */
export const append = async (sql: Sql, target: Target, events: readonly DomainEvent[]): Promise<void> => {
  const appends = events.map((event, index) => ({ event, expected: target.version + index }));
  await inTransaction(sql, (transaction) => appendInTransaction(transaction, appends, context));
};

const compareAppends = ({ sql }: Pool, name: string, batch: number): Promise<BenchmarkRow> =>
  compare({
    name,
    unit: 'events/s',
    rounds,
    ours: appendLoad(batch, (target, events) => append(sql, target, events)),
    limit: appendLoad(batch, (target, events) => rawInsert(sql, target, events)),
  });

/** Single appends at concurrency 16, and batches of ten. */
export const eventsBenchmark: Benchmark = () =>
  withScratchPostgres(writers, async (pool) => [
    await compareAppends(pool, 'append, 1 event, 16 writers', 1),
    await compareAppends(pool, 'append, 10 events, 16 writers', 10),
  ]);
