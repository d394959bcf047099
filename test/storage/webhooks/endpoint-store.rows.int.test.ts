import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookEndpoints } from '../../../storage/webhooks/endpoint-store.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';
import { emptyTables, fromNoon, putRows } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

describe('the rows of endpoints as their customer sees them', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await putRows(database.pool.sql, 'customer', [{ id: 'acme' }, { id: 'globex' }]);
  });
  beforeEach(async () => {
    await emptyTables(database.pool.sql, ['webhook_delivery', 'webhook_endpoint']);
    await put(
      { id: 'a', token: 5, owned_until: noon },
      { id: 'b' },
      { id: 'c', created_at: fromNoon(1) },
      { id: 'd', created_at: fromNoon(-1) },
      { id: 'x', customer_id: 'globex' },
    );
  });
  afterAll(() => database.close());

  const put = (...rows: readonly Row[]) => putRows(database.pool.sql, 'webhook_endpoint', rows);
  const store = () => createWebhookEndpoints(database.pool.sql, testSealer());
  const own = (endpointId: string) => ({ endpointId, customerId: 'acme' });
  const ids = async () => {
    const rows = await database.pool.sql<{ id: string }[]>`select id from webhook_endpoint order by id`;
    return rows.map(({ id }) => id).join('');
  };
  /** Versions and tokens of all. */
  const versions = async () => {
    const rows = await database.pool.sql<{ id: string; version: number; token: number }[]>`
      select id, version, token from webhook_endpoint order by id`;
    return rows.map(({ id, version, token }) => `${id} ${version} ${token}`);
  };
  const others = ['b 1 0', 'c 1 0', 'd 1 0', 'x 1 0'];

  it('are one by its id, and in pages from the latest on', async () => {
    const of = async (id: string) => (await store().endpoint(own(id)))?.id;
    expect([await of('a'), await of('b'), await of('x'), await of('none')]).toEqual(['a', 'b', undefined, undefined]);
    const page = async (after?: { readonly createdAt: Date; readonly id: string }, limit = 9) =>
      (await store().page('acme', after, limit)).map(({ id }) => id).join('');
    expect(await page()).toBe('cbad');
    expect(await page(undefined, 2)).toBe('cb');
    expect(await page({ createdAt: noon, id: 'b' })).toBe('ad');
  });

  it('are changed one at a time, and leave the hand of their process with another URL alone', async () => {
    expect(await store().change(own('x'), { description: 'other' }, noon)).toBeUndefined();
    expect(await store().change(own('a'), { description: 'other' }, noon)).toMatchObject({ id: 'a', version: 2 });
    expect(await versions()).toEqual(['a 2 5', ...others]);
    await store().change(own('a'), { url: 'https://other.example/' }, noon);
    expect(await versions()).toEqual(['a 3 6', ...others]);
  });

  it('get another secret one at a time', async () => {
    expect(await store().rotate(own('x'), 'secret', noon)).toBeUndefined();
    expect((await store().rotate(own('a'), 'secret', noon))?.endpoint.id).toBe('a');
    expect(await versions()).toEqual(['a 2 6', ...others]);
  });

  it('are removed one at a time, with their own deliveries', async () => {
    await putRows(database.pool.sql, 'webhook_delivery', [
      { id: 'not_1', endpoint_id: 'a', place: 1 },
      { id: 'not_1', endpoint_id: 'b', place: 2 },
    ]);
    expect(await store().remove(own('x'))).toBe(false);
    expect(await store().remove(own('a'))).toBe(true);
    expect(await ids()).toBe('bcdx');
    expect(await versions()).toEqual(others);
    expect(await database.pool.sql`select endpoint_id as of from webhook_delivery`).toEqual([{ of: 'b' }]);
  });
});
