import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aggregateOf } from '../../../domain/events.ts';
import { type Append, appendInTransaction } from '../../../storage/event-log/event-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { type EventLog, eventLog } from '../../support/event-log.ts';
import { eventSamples, untraced, updated } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
const writes: [string, string, number][] = [];
const onWrite = (...write: [string, string, number]) => {
  writes.push(write);
};
beforeAll(async () => {
  database = await testDatabase({ maxConnections: 16 });
});
afterAll(() => database.close());

const open = (): EventLog => eventLog(database.pool.sql, onWrite);
const appendBatch = (batch: readonly Append[]) =>
  inTransaction(database.pool.sql, (sql) => appendInTransaction(sql, batch, untraced, { onWrite }));
const any = (productId: string, ...changed: string[]): Append => ({
  event: updated(productId, ...changed),
  expected: 'any',
});

describe('the event log', () => {
  let store: EventLog;
  beforeAll(() => {
    store = open();
  });

  test('an aggregate that has no events reads as none', async () => {
    expect(await store.read('product', 'prd_nobody')).toEqual([]);
  });

  test.each(Object.values(eventSamples))('$type comes back as it was appended, with its context', async (event) => {
    const aggregate = aggregateOf(event);
    const context = {
      correlationId: 'cor_7',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    const before = await store.read(aggregate.type, aggregate.id);

    const { version } = await store.append([event], before.length, context);

    const [stored] = (await store.read(aggregate.type, aggregate.id)).slice(before.length);
    expect(stored).toEqual({
      position: expect.any(BigInt),
      aggregateType: aggregate.type,
      aggregateId: aggregate.id,
      version,
      event,
      recordedAt: expect.any(Date),
      ...context,
    });
  });

  test('versions count from 1 without gaps, and positions grow with them', async () => {
    await store.append([updated('prd_versions', 'a'), updated('prd_versions', 'b')], 0, untraced);
    expect(await store.append([updated('prd_versions', 'c')], 2, untraced)).toEqual({ version: 3 });

    const events = await store.read('product', 'prd_versions');
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(events.map(({ event }) => event)).toEqual(['a', 'b', 'c'].map((field) => updated('prd_versions', field)));
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
  });

  test('another version than expected is a conflict that names both, and writes nothing', async () => {
    await store.append([updated('prd_conflict', 'a')], 0, untraced);
    await expect(store.append([updated('prd_conflict', 'b')], 0, untraced)).rejects.toMatchObject({
      kind: 'conflict',
      internal: 'product prd_conflict is at version 1, expected 0',
    });
    await expect(store.append([updated('prd_absent', 'b')], 4, untraced)).rejects.toMatchObject({
      kind: 'conflict',
      internal: 'product prd_absent is at version 0, expected 4',
    });
    expect(await store.read('product', 'prd_conflict')).toHaveLength(1);
    expect(await store.read('product', 'prd_absent')).toEqual([]);
  });

  test('of many writers that expect one version exactly one wins', async () => {
    const attempts = Array.from({ length: 12 }, (_, writer) =>
      store.append([updated('prd_race', String(writer))], 0, untraced),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.read('product', 'prd_race')).toHaveLength(1);
  });

  test('writers that expect any version all get in, each with a version of its own', async () => {
    const attempts = Array.from({ length: 12 }, (_, writer) =>
      store.append([updated('prd_any', String(writer))], 'any', untraced),
    );
    const versions = (await Promise.all(attempts)).map(({ version }) => version);
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });
});

test('writes are counted by aggregate and kind, and a refused append is not', async () => {
  writes.length = 0;
  const { 'offer.created': created, 'offer.repriced': repriced } = eventSamples;
  const offer = { offerId: 'off_counted' };
  await open().append(
    [
      { ...created, ...offer },
      { ...repriced, ...offer },
      { ...repriced, ...offer },
    ],
    0,
    untraced,
  );
  await open()
    .append([{ ...created, ...offer }], 0, untraced)
    .catch(() => undefined);
  expect(writes).toEqual([
    ['offer', 'offer.created', 1],
    ['offer', 'offer.repriced', 2],
  ]);
});

describe('a batch inside a transaction', () => {
  test('gives every aggregate consecutive versions in the order given', async () => {
    await open().append([updated('prd_b1', 'before')], 0, untraced);
    const versions = await appendBatch([any('prd_b2', 'x'), any('prd_b1', 'y'), any('prd_b2', 'z')]);
    expect(versions).toEqual([1, 2, 2]);
    expect((await open().read('product', 'prd_b2')).map(({ event }) => event)).toEqual([
      updated('prd_b2', 'x'),
      updated('prd_b2', 'z'),
    ]);
  });

  test('checks each expected version as if the events came one by one', async () => {
    const expecting = (expected: number): Append => ({ event: updated('prd_chain'), expected });
    await expect(appendBatch([expecting(0), expecting(1), expecting(2)])).resolves.toEqual([1, 2, 3]);
    await expect(appendBatch([expecting(3), expecting(3)])).rejects.toMatchObject({
      kind: 'conflict',
      internal: 'product prd_chain is at version 4, expected 3',
    });
    expect(await open().read('product', 'prd_chain')).toHaveLength(3);
  });

  test('writes nothing when the transaction fails afterwards', async () => {
    const failing = inTransaction(database.pool.sql, async (sql) => {
      await appendInTransaction(sql, [any('prd_rolled_back')], untraced);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await open().read('product', 'prd_rolled_back')).toEqual([]);
    const [row] = await database.pool.sql`
      select count(*)::int as rows from outbox where aggregate_id = 'prd_rolled_back'`;
    expect(row).toEqual({ rows: 0 });
  });

  test('never waits in a circle with another that holds the same aggregates in another order', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `prd_circle_${index}`);
    const batches = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? ids : ids.toReversed()));
    await Promise.all(batches.map((batch) => appendBatch(batch.map((id) => any(id)))));
    const [row] = await database.pool.sql`
      select count(*)::int as streams, min(version) as lowest, max(version) as highest
      from event_stream where aggregate_id like 'prd_circle_%'`;
    expect(row).toEqual({ streams: 40, lowest: 16, highest: 16 });
  });

  test('stores what the same events appended one by one would have stored', async () => {
    let run = 0;
    const batches = fc.array(fc.array(fc.tuple(fc.nat({ max: 4 }), fc.string()), { maxLength: 12 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        run += 1;
        const expected = new Map<string, unknown[]>();
        for (const batch of given) {
          const appends = batch.map(([product, field]) => any(`prd_${run}_${product}`, withoutNul(field)));
          await appendBatch(appends);
          for (const { event } of appends) {
            const { id } = aggregateOf(event);
            expected.set(id, [...(expected.get(id) ?? []), event]);
          }
        }
        for (const [id, events] of expected) {
          const stored = await open().read('product', id);
          expect(stored.map(({ event }) => event)).toEqual(events);
          expect(stored.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
        }
      }),
      { numRuns: 25 },
    );
  });
});

/** PostgreSQL's text cannot hold U+0000, and no field of an event may. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

test('every event has its row in the outbox, and every row its event', async () => {
  await appendBatch(['prd_rows_1', 'prd_rows_2'].map((id) => any(id, 'mpn')));
  const [row] = await database.pool.sql`
    select
      (select count(*)::int from event) as events,
      (select count(*)::int from outbox) as rows,
      (select count(*)::int from outbox join event using (position, aggregate_type, aggregate_id, version)) as pairs`;
  expect(row?.events).toBeGreaterThan(0);
  expect([row?.rows, row?.pairs]).toEqual([row?.events, row?.events]);
});
