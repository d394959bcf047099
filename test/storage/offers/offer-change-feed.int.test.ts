import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { inTransaction, type Sql } from '../../../storage/pool/pool.ts';
import { offerChangeFeedContract } from '../../contract/offer-change-feed.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { eventually } from '../../support/eventually.ts';
import { offerStoresOf } from '../../support/offer-stores.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = database.pool.sql;
});
beforeEach(() => borealisAnew(database));
afterAll(() => database.close());

offerChangeFeedContract(async () => offerStoresOf(database));

const putOffer = async (id: string): Promise<string> => {
  await sql`insert into offer (id, supplier_id, supplier_sku) values (${id}, 'borealis', ${id})`;
  return id;
};

test('a transaction that ends late is named when it has ended, once, whatever was committed in between', async () => {
  const store = createOfferChangeFeed(sql);
  const [early, late] = [await putOffer('ofr_early'), await putOffer('ofr_late')];
  const first = await store.mark();
  const hasWritten = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const slow = inTransaction(sql, async (transaction) => {
    await transaction`update offer set mpn = 'L' where id = ${late}`;
    hasWritten.resolve();
    await mayEnd.promise;
  });
  await hasWritten.promise;
  await sql`update offer set mpn = 'E' where id = ${early}`;
  const second = await store.changesSince(first);
  expect(second.offers).toEqual([early]);
  // Began before the mark and is not seen by it: nothing of it may be deleted.
  await store.forget(second.mark);
  mayEnd.resolve();
  await slow;
  const third = await store.changesSince(second.mark);
  expect(third.offers).toEqual([late]);
  expect((await store.changesSince(third.mark)).offers).toEqual([]);
});

test('what is rolled back is never named, and a part of a transaction that is rolled back neither', async () => {
  const store = createOfferChangeFeed(sql);
  const [kept, undone] = [await putOffer('ofr_kept'), await putOffer('ofr_undone')];
  const { mark } = await store.changesSince(await store.mark());
  await inTransaction(sql, async (transaction) => {
    await transaction`savepoint before`;
    await transaction`update offer set mpn = 'U' where id = ${undone}`;
    await transaction`rollback to savepoint before`;
    await transaction`savepoint again`;
    await transaction`update offer set mpn = 'K' where id = ${kept}`;
    await transaction`release savepoint again`;
  });
  const gaveUp = inTransaction(sql, async (transaction) => {
    await transaction`update offer set mpn = 'U' where id = ${undone}`;
    throw new RangeError('given up');
  });
  await expect(gaveUp).rejects.toThrow('given up');
  expect((await store.changesSince(mark)).offers).toEqual([kept]);
});

test('more changes than can be named are said to be more, and are all forgotten', async () => {
  const store = createOfferChangeFeed(sql);
  const mark = await store.mark();
  await sql`insert into offer_change (offer_id) select 'ofr_' || at from generate_series(1, 120000) as at`;
  const since = await store.changesSince(mark);
  expect(since.isCutShort).toBe(true);
  expect(await store.changesSince(since.mark)).toMatchObject({ offers: [], isCutShort: false });
  await eventually(async () => {
    await store.forget(await store.mark());
    expect(await sql`select from offer_change limit 1`).toHaveLength(0);
  });
});
