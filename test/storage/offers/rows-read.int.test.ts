import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteObserved, noteObservedBefore } from '../../../storage/catalog/observed-products.ts';
import { noteDescribed } from '../../../storage/catalog/statements-due.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { lockKnownOffers } from '../../../storage/matching/offer-descriptions.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { findApplied, readViews } from '../../../storage/offers/offer-views.ts';
import { inTransaction, openPool, type Pool, type Sql } from '../../../storage/pool/pool.ts';
import { observation, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

/*
 * What a first import has of statistics is from before there was anything, or before its offers had
 * products. The planner takes what it then believes to be empty for the best place to begin, and
 * whoever looks a few offers up by their ids would read all of them.
 */
describe('rows that are read during a first import', () => {
  const offers = 10_000;
  const few = Array.from({ length: 500 }, (_, at) => `ofr_${at + 1}`);
  let database: TestDatabase;
  let connection: Pool;

  beforeAll(async () => {
    database = await testDatabase();
    connection = openPool({ url: database.url, maxConnections: 1 });
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
      insert into offer_view (offer_id, credential_id, known, last_observed_at, digested_at, digests)
      select id, 'crd_system', '{"stated":[]}', at, at, '{}'
      from (select id, now() - row_number() over () * interval '1 ms' as at from offer) as seen`;
    await sql`analyze offer_view`;
    await sql`
      update offer set match_confidence = 'exact',
        product_id = case when id = any(${few}::text[]) then 'prd_few' else 'prd_many' end`;
  });
  afterAll(async () => {
    await connection.close();
    await database.close();
  });

  /** How many rows of offers and views the only connection for transactions has read. */
  const readUntilNow = async (): Promise<number> => {
    const { sql } = connection;
    await inTransaction(sql, (transaction) => transaction`select pg_stat_force_next_flush()`);
    const [table] = await sql<{ rows: number }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables
      where relname in ('offer', 'offer_view')`;
    return table?.rows ?? 0;
  };

  const confirm = (sql: Sql) => {
    const statements = few.map((offerId) => ({ offerId, terms: { price: 'another' }, description: 'another' }));
    return createOfferConfirmations(sql).confirm('crd_system', new Date(), statements);
  };
  const noted = few.map((offerId) => ({ offerId, at: new Date() }));
  const observed = few.map((offerId) => ({ offerId, observation: observation(offerId) }));
  it.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['noted as observed', (sql) => inTransaction(sql, (transaction) => noteObserved(transaction, noted))],
    ['noted as observed before', (sql) => inTransaction(sql, (transaction) => noteObservedBefore(transaction, few))],
    ['noted as described', (sql) => inTransaction(sql, (transaction) => noteDescribed(transaction, few))],
    ['confirmed, or not', confirm],
    ['read with what is known of them', (sql) => inTransaction(sql, (transaction) => readViews(transaction, observed))],
    ['looked up in the history', (sql) => inTransaction(sql, (transaction) => findApplied(transaction, observed))],
    ['locked', (sql) => inTransaction(sql, (transaction) => lockKnownOffers(transaction, new Set(few)))],
  ])('are those of the offers that are %s', async (_, work) => {
    const before = await readUntilNow();
    await work(connection.sql);
    expect((await readUntilNow()) - before).toBeLessThan(4 * few.length);
  });
});
