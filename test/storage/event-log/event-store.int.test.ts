import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aggregateOf } from '../../../domain/events.ts';
import type { EventStore } from '../../../domain/outbox/ports.ts';
import { type Append, appendInTransaction, createEventStore } from '../../../storage/event-log/event-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { eventStoreContract } from '../../contract/event-store.contract.ts';
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

const open = (): EventStore => createEventStore(database.pool.sql, { onWrite });
const appendBatch = (batch: readonly Append[]) =>
  inTransaction(database.pool.sql, (sql) => appendInTransaction(sql, batch, untraced, onWrite));
const any = (productId: string, ...changed: string[]): Append => ({
  event: updated(productId, ...changed),
  expected: 'any',
});

eventStoreContract(async () => open());

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
  const [row] = await database.pool.sql`
    select
      (select count(*)::int from event) as events,
      (select count(*)::int from outbox) as rows,
      (select count(*)::int from outbox join event using (position, aggregate_type, aggregate_id, version)) as pairs`;
  expect(row?.events).toBeGreaterThan(0);
  expect([row?.rows, row?.pairs]).toEqual([row?.events, row?.events]);
});
