/**
 * Appends with outbox beside raw INSERTs of the same rows. Both write an event row and an outbox
 * row per event, in one statement that is one transaction, over the same number of connections to
 * the same server. What ours adds is the aggregate's version, its check, and the announcement.
 */
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../domain/events.ts';
import { createEventStore } from '../storage/event-log/event-store.ts';
import type { Pool, Sql } from '../storage/pool/pool.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, compare } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const workers = 16;
const roundMs = 2_000;
const rounds = 4;
const context = { correlationId: 'bench-0123456789abcdef', traceparent: undefined };

/**
 * An offer that one worker writes to until it has had as many events as an offer gets in a while.
 */
interface Target {
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

/** A load in which every worker appends `batch` events a call to an offer of its own. */
const load = (
  batch: number,
  write: (target: Target, events: readonly [DomainEvent, ...DomainEvent[]]) => Promise<void>,
) => {
  const targets = Array.from({ length: workers }, freshTarget);
  return () =>
    closedLoop({
      workers,
      durationMs: roundMs,
      call: async (worker) => {
        const target = targets[worker]?.version === eventsPerOffer ? freshTarget() : (targets[worker] ?? freshTarget());
        targets[worker] = target;
        const rest = Array.from({ length: batch - 1 }, () => repriced(target.offerId));
        await write(target, [repriced(target.offerId), ...rest]);
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

const compareAppends = (pool: Pool, name: string, batch: number): Promise<BenchmarkRow> => {
  const store = createEventStore(pool.sql);
  return compare({
    name,
    unit: 'events/s',
    rounds,
    ours: load(batch, async (target, events) => {
      await store.append(events, target.version, context);
    }),
    limit: load(batch, (target, events) => rawInsert(pool.sql, target, events)),
  });
};

/** Single appends at concurrency 16, and batches of ten. */
export const eventsBenchmark: Benchmark = () =>
  withScratchPostgres(workers, async (pool) => [
    await compareAppends(pool, 'append, 1 event, 16 writers', 1),
    await compareAppends(pool, 'append, 10 events, 16 writers', 10),
  ]);
