import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordHolds } from '../../../storage/offers/held-prices.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows } from '../../support/stored-rows.ts';

describe('the rows of prices that are held back', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => emptyTables(database.pool.sql, ['held_price', 'offer_view']));
  afterAll(() => database.close());

  const hold = (offerId: string, since: Date | undefined, credentialId = 'crd_system') => ({
    offerId,
    credentialId,
    since,
  });
  const stored = () => database.pool.sql`
    select offer_id || ' ' || credential_id as view, since from held_price order by 1`;

  it('go where a hold has ended, follow one that began anew, and stay as they are where it goes on', async () => {
    const views = ['ended', 'anew', 'goes_on', 'untold'].map((id) => ({ offer_id: id }));
    await putRows(database.pool.sql, 'held_price', [...views, { offer_id: 'ended', credential_id: 'crd_other' }]);
    await putRows(database.pool.sql, 'offer_view', [
      { offer_id: 'begun' },
      { offer_id: 'begun', credential_id: 'crd_other' },
    ]);
    await inTransaction(database.pool.sql, (transaction) =>
      recordHolds(transaction, [
        hold('ended', undefined),
        hold('anew', fromNoon(1)),
        hold('goes_on', noon),
        hold('begun', fromNoon(2)),
        hold('begun', fromNoon(3), 'crd_other'),
        hold('never_held', undefined),
      ]),
    );
    expect(await stored()).toEqual([
      { view: 'anew crd_system', since: fromNoon(1) },
      { view: 'begun crd_other', since: fromNoon(3) },
      { view: 'begun crd_system', since: fromNoon(2) },
      { view: 'ended crd_other', since: noon },
      { view: 'goes_on crd_system', since: noon },
      { view: 'untold crd_system', since: noon },
    ]);
  });
});
