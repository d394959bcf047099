import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { pointKey, type RepeatableRequest, takeKey } from '../../../storage/idempotency/idempotency.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

describe('the key of a request that may be sent again', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    const callers = createCallerStore(database.pool.sql);
    for (const id of ['acme', 'globex']) await callers.putCustomer({ id, name: id, groupIds: [] });
  });
  afterAll(() => database.close());

  const request = (given: Partial<RepeatableRequest>): RepeatableRequest => ({
    customerId: 'acme',
    operation: 'estimate',
    key: 'list 7',
    digest: 'what is asked',
    resourceId: 'est_1',
    ...given,
  });
  const take = (given: Partial<RepeatableRequest>) =>
    database.pool.sql.begin((transaction) => takeKey(transaction, request(given)));
  /** As if all keys were taken so long ago. */
  const age = (by: string) => database.pool.sql`update idempotency_key set created_at = created_at - ${by}::interval`;

  it('leads to what was made under it for a day, and to nothing after it', async () => {
    expect(await take({})).toBeUndefined();
    expect(await take({ resourceId: 'est_2' })).toBe('est_1');
    await age('23 hours 50 minutes');
    expect(await take({ resourceId: 'est_2' })).toBe('est_1');
    await expect(take({ digest: 'something else', resourceId: 'est_2' })).rejects.toMatchObject({ kind: 'key_reused' });
    await age('20 minutes');
    expect(await take({ resourceId: 'est_3', digest: 'something else' })).toBeUndefined();
    expect(await take({ resourceId: 'est_4', digest: 'something else' })).toBe('est_3');
  });

  it('is of one customer and one operation', async () => {
    expect(await take({ key: 'shared', resourceId: 'est_5' })).toBeUndefined();
    expect(await take({ key: 'shared', resourceId: 'job_1', operation: 'enrichment' })).toBeUndefined();
  });

  it('is given what was there already, and no key of another customer, operation or name', async () => {
    const others = [{ customerId: 'globex' }, { operation: 'enrichment' }, { key: 'list 9' }];
    for (const other of [{}, ...others]) await take({ key: 'list 8', resourceId: 'est_6', ...other });
    await database.pool.sql.begin((transaction) => pointKey(transaction, request({ key: 'list 8' }), 'est_7'));
    expect(await take({ key: 'list 8', resourceId: 'est_8' })).toBe('est_7');
    for (const other of others) expect(await take({ key: 'list 8', resourceId: 'est_8', ...other })).toBe('est_6');
  });
});
