import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool, type Pool } from '../../../storage/pool/pool.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
/** One session, whose plans are made at their first use. */
let session: Pool;
beforeAll(async () => {
  database = await testDatabase();
  session = openPool({ url: database.url, maxConnections: 1 });
});
afterAll(async () => {
  await session.close();
  await database.close();
});

const products = 40_000;

it('a maker of many products is renamed within the time of a statement, after one of few in the same session', async () => {
  const { sql } = session;
  await sql`insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, origin)
    select 'prd_' || n, 'electronic-component', 'MAKER', 'Maker', 'M' || n, 'M' || n, 'M' || n, 'catalogue'
    from generate_series(1, ${products}) n`;
  await sql`truncate product_newcomer`;
  await sql`update product set manufacturer = 'Maker Inc.' where id = 'prd_1'`;
  await sql`update product set manufacturer = 'Maker Corporation'`;
  const [noted] = await sql<{ count: number }[]>`select count(*)::integer from product_newcomer`;
  expect(noted?.count).toBe(products);
});
