import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseSeenOffers } from '../../../storage/erasure/seen-offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, putRows } from '../../support/stored-rows.ts';

describe('the rows of what credentials have seen of offers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    const { sql } = database.pool;
    await emptyTables(sql, ['observation_history', 'offer', 'offer_view']);
    await putRows(
      sql,
      'offer',
      offers.map((id) => ({ id, supplier_sku: id })),
    );
    const pairs = offers.flatMap((id) =>
      ['crd_acme', 'crd_acme_2', 'crd_globex'].map((credential) => ({ offer_id: id, credential_id: credential })),
    );
    await putRows(sql, 'offer_view', pairs);
    const seen = pairs.flatMap((pair) => ['first', 'second'].map((at) => ({ ...pair, observation_id: `obs_${at}` })));
    await putRows(
      sql,
      'observation_history',
      seen.map((row) => ({ ...row, recorded_at: new Date(), known: {} })),
    );
  });
  afterAll(() => database.close());

  const offers = ['ofr_1', 'ofr_2'];
  const left = async (table: 'offer_view' | 'observation_history') => {
    const rows = await database.pool.sql.unsafe<{ pair: string }[]>(
      `select offer_id || ' ' || credential_id as pair from ${table} order by 1`,
    );
    return rows.map(({ pair }) => pair);
  };

  it('go where they are of one of the credentials, with what was seen before, and are counted', async () => {
    const noted: object[] = [];
    await eraseSeenOffers(database.pool.sql, ['crd_acme', 'crd_acme_2'], async (_, erased) => {
      noted.push(erased);
    });
    // The second look has no offers any more.
    expect(noted).toEqual([
      { offer_view: 4, observation_history: 8 },
      { offer_view: 0, observation_history: 0 },
    ]);
    expect(await left('offer_view')).toEqual(['ofr_1 crd_globex', 'ofr_2 crd_globex']);
    expect(await left('observation_history')).toEqual([
      'ofr_1 crd_globex',
      'ofr_1 crd_globex',
      'ofr_2 crd_globex',
      'ofr_2 crd_globex',
    ]);
  });

  it('stay without a credential to go by', async () => {
    await eraseSeenOffers(database.pool.sql, [], async () => expect.unreachable());
    expect(await left('offer_view')).toHaveLength(6);
  });
});
