import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteObserved, noteObservedBefore } from '../../../storage/catalog/observed-products.ts';
import { noteDescribed } from '../../../storage/catalog/statements-due.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { inTransaction, type Transaction } from '../../../storage/pool/pool.ts';
import { putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

/*
 * What a first import has of statistics is from before its offers had products. The planner then
 * takes the index of offers with a product for empty, and whoever looks a few of them up by their
 * ids would read all of them.
 */
describe('rows of offers that are read while a first import is matched', () => {
  const offers = 2_000;
  const few = Array.from({ length: 20 }, (_, at) => `ofr_${at + 1}`);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    const { sql } = database.pool;
    await putBorealis(createSupplierStore(sql, testSealer()));
    await sql`
      insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, quantities)
      select 'prd_' || mpn, 'default', 'YAGEO', 'Yageo', mpn, mpn, mpn, '{}' from unnest(array['few', 'many']) as mpn`;
    await sql`
      insert into offer (id, supplier_id, supplier_sku)
      select 'ofr_' || at, 'borealis', at::text from generate_series(1, ${offers}::int) as at`;
    await sql`analyze offer`;
    await sql`
      insert into offer_view (offer_id, credential_id, known, last_observed_at)
      select id, 'crd_system', '{}', now() from offer`;
    await sql`
      update offer set match_confidence = 'exact',
        product_id = case when id = any(${few}::text[]) then 'prd_few' else 'prd_many' end`;
  });
  afterAll(() => database.close());

  const readBy = (work: (sql: Transaction) => Promise<unknown>): Promise<number> =>
    inTransaction(database.pool.sql, async (sql) => {
      const readUntilNow = async (): Promise<number> => {
        const [table] = await sql<{ rows: number }[]>`
          select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
          where relname in ('offer', 'offer_view')`;
        return table?.rows ?? 0;
      };
      const before = await readUntilNow();
      await work(sql);
      return (await readUntilNow()) - before;
    });

  it.each<[string, (sql: Transaction) => Promise<unknown>]>([
    [
      'observed',
      (sql) =>
        noteObserved(
          sql,
          few.map((offerId) => ({ offerId, at: new Date() })),
        ),
    ],
    ['observed before', (sql) => noteObservedBefore(sql, few)],
    ['described', (sql) => noteDescribed(sql, few)],
  ])('are those of the offers that are noted as %s', async (_, note) => {
    expect(await readBy(note)).toBeLessThan(4 * few.length);
  });
});
