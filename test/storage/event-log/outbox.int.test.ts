import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendInTransaction } from '../../../storage/event-log/event-store.ts';
import { createOutbox } from '../../../storage/event-log/outbox.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { outboxContract } from '../../contract/outbox.contract.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced, updated } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

outboxContract(async () => {
  const database = await testDatabase();
  const { sql } = database.pool;
  return {
    store: eventLog(sql),
    outbox: createOutbox({ sql, url: database.url }),
    other: createOutbox({ sql, url: database.url }),
    close: database.close,
  };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('an event whose transaction commits after a higher position was published is not skipped', async () => {
  const { sql } = database.pool;
  const outbox = createOutbox({ sql, url: database.url });
  const appended = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = inTransaction(sql, async (transaction) => {
    await appendInTransaction(transaction, [{ event: updated('prd_slow'), expected: 'any' }], untraced);
    appended.resolve();
    await mayCommit.promise;
  });
  await appended.promise;
  await eventLog(sql).append([updated('prd_fast')], 'any', untraced);
  const [fast] = await outbox.pending(10);
  expect(fast?.aggregateId).toBe('prd_fast');
  await outbox.published(fast === undefined ? [] : [fast.position]);
  mayCommit.resolve();
  await slow;

  const late = await outbox.pending(10);
  expect(late.map(({ aggregateId }) => aggregateId)).toEqual(['prd_slow']);
  expect(late[0]?.position).toBeLessThan(fast?.position ?? 0n);
});

test('a holder whose session is ended loses the right, and another can take it at once', async () => {
  const { sql } = database.pool;
  const holder = createOutbox({ sql, url: database.url });
  const successor = createOutbox({ sql, url: database.url });
  expect(await holder.hold()).toBe(true);
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;
  await eventually(() => successor.hold());
  expect(await eventually(() => holder.hold().then((held) => ({ held })))).toEqual({ held: false });
  await Promise.all([holder.release(), successor.release()]);
});

test('telling how much waits reads a bounded number of rows, however many wait', async () => {
  const { sql } = database.pool;
  const waiting = 60_000;
  await sql`
    insert into outbox (position, aggregate_type, aggregate_id, version, enqueued_at)
    select 1000000000 + place, 'product', 'prd_' || place, 1, now() - interval '1 hour'
    from generate_series(1, ${waiting}) as place`;
  await sql`analyze outbox`;
  await sql.begin(async (transaction) => {
    // The statistics of a transaction count what it has read.
    const outbox = createOutbox({ sql: transaction as unknown as typeof sql, url: database.url });
    const { unpublished, oldestAgeSeconds } = await outbox.stats();
    const [read] = await transaction<{ rows: number }[]>`
      select (pg_stat_get_xact_tuples_returned('outbox'::regclass) + pg_stat_get_xact_tuples_fetched('outbox'::regclass))::int
        as rows`;
    expect(read?.rows).toBeLessThan(waiting / 2);
    expect(unpublished).toBeGreaterThan(waiting / 4);
    expect(oldestAgeSeconds).toBeGreaterThan(3_500);
  });
});
