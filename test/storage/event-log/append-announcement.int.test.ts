import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onAnnouncement } from '../../../storage/event-log/append-announcement.ts';
import { appendEvents } from '../../../storage/event-log/event-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { untraced, updated } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let heard = 0;
/** How many events whoever hears of an append finds. */
let found: number[] = [];
let stop: () => Promise<void>;

const stored = async (): Promise<number> => {
  const [row] = await database.pool.sql<{ count: number }[]>`select count(*)::int from outbox`;
  return row?.count ?? 0;
};

beforeAll(async () => {
  database = await testDatabase({ maxConnections: 16 });
  stop = await onAnnouncement(database.pool.sql, () => {
    heard += 1;
    void stored().then((count) => found.push(count));
  });
  await eventually(() => found.length > 0);
});
afterAll(async () => {
  await stop();
  await database.close();
});
beforeEach(async () => {
  await database.pool.sql`truncate outbox`;
  [heard, found] = [0, []];
});

const append = (productId: string) =>
  inTransaction(database.pool.sql, (sql) => appendEvents(sql, [updated(productId)], untraced));

test('an append is heard of once it is there', async () => {
  await append('prd_heard');
  await eventually(() => found.length > 0);
  expect(found[0]).toBe(1);
});

test('one that is rolled back is not heard of', async () => {
  const failed = inTransaction(database.pool.sql, async (sql) => {
    await appendEvents(sql, [updated('prd_undone')], untraced);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  // What is heard of comes in the order in which it was announced.
  await append('prd_after');
  await eventually(() => found.length > 0);
  expect({ heard, found }).toEqual({ heard: 1, found: [1] });
});

test('appends of one moment are announced together, the last of them too', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, at) => append(`prd_${at}`)));
  await eventually(() => found.includes(200));
  expect(heard).toBeLessThan(200);
});
