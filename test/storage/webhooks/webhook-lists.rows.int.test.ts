import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryLog } from '../../../storage/webhooks/delivery-log.ts';
import { createWebhookAdministration } from '../../../storage/webhooks/endpoint-administration.ts';
import { createWatches } from '../../../storage/webhooks/watch-store.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const tables = ['watch', 'watch_notice', 'webhook_delivery', 'webhook_endpoint'] as const;

describe('the rows that customers and operators see of webhooks', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('customer', { id: 'acme' }, { id: 'globex' });
  });
  beforeEach(() => emptyTables(database.pool.sql, tables));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const watches = () => createWatches(database.pool.sql);
  const log = () => createDeliveryLog(database.pool.sql);
  const administration = () => createWebhookAdministration(database.pool.sql);

  const stored = () =>
    put(
      'watch',
      { id: 'a', offer_id: 'ofr_1', created_at: noon },
      { id: 'b', offer_id: 'ofr_1', created_at: noon },
      { id: 'c', offer_id: 'ofr_1', created_at: fromNoon(1) },
      { id: 'd', offer_id: 'ofr_1', created_at: fromNoon(-1) },
      { id: 'x', offer_id: 'ofr_1', customer_id: 'globex', created_at: noon },
    );

  it('are the watches of the customer, one by its id, and in pages from the latest on', async () => {
    await stored();
    const of = async (watchId: string) => (await watches().watch({ customerId: 'acme', watchId }))?.id;
    expect([await of('a'), await of('b'), await of('x'), await of('none')]).toEqual(['a', 'b', undefined, undefined]);
    const page = async (after: Parameters<ReturnType<typeof watches>['page']>[1], limit = 9) =>
      (await watches().page('acme', after, limit)).map(({ id }) => id);
    expect(await page(undefined)).toEqual(['c', 'b', 'a', 'd']);
    expect(await page(undefined, 2)).toEqual(['c', 'b']);
    expect(await page({ createdAt: noon, id: 'b' })).toEqual(['a', 'd']);
  });

  it('are the watches that are left when one is removed', async () => {
    await stored();
    expect(await watches().remove({ customerId: 'acme', watchId: 'x' })).toBe(false);
    expect(await watches().remove({ customerId: 'acme', watchId: 'a' })).toBe(true);
    const left = await database.pool.sql<{ id: string }[]>`select id from watch order by id`;
    expect(left.map(({ id }) => id)).toEqual(['b', 'c', 'd', 'x']);
  });

  it('are the notices of a watch behind a number', async () => {
    await put(
      'watch_notice',
      ...[3, 1, 2].map((number) => ({ watch_id: 'a', number })),
      { watch_id: 'b', number: 4 },
      { watch_id: 'x', number: 4, customer_id: 'globex' },
    );
    const notices = async (watchId: string, after: number, limit = 9) =>
      (await watches().notices({ customerId: 'acme', watchId }, after, limit)).map(({ number }) => number);
    expect(await notices('a', 0)).toEqual([1, 2, 3]);
    expect(await notices('a', 1)).toEqual([2, 3]);
    expect(await notices('a', 0, 2)).toEqual([1, 2]);
    expect(await notices('x', 0)).toEqual([]);
  });

  const own = { endpointId: 'whk_1', customerId: 'acme' };

  it('are the deliveries of an endpoint below a place, the latest first', async () => {
    await put(
      'webhook_delivery',
      ...[1, 3, 2].map((place) => ({ id: `not_${place}`, place })),
      { id: 'not_4', place: 4, endpoint_id: 'whk_2' },
      { id: 'not_5', place: 5, customer_id: 'globex', endpoint_id: 'whk_3' },
    );
    const page = async (below: number | undefined, limit = 9) =>
      (await log().page(own, below, limit)).map(({ place }) => place);
    expect(await page(undefined)).toEqual([3, 2, 1]);
    expect(await page(3)).toEqual([2, 1]);
    expect(await page(undefined, 1)).toEqual([3]);
  });

  it.each<[string, string, readonly string[]]>([
    ['all', 'all', ['dead_1', 'dead_2']],
    ['one', 'dead_2', ['dead_2']],
    ['none that was delivered', 'delivered', []],
  ])('are sent again that were given up: %s', async (_, which, again) => {
    await put('webhook_endpoint', { id: 'whk_1' }, { id: 'whk_2' });
    const dead = { state: 'dead', reason: 'deadline', settled_at: noon };
    await put(
      'webhook_delivery',
      { id: 'dead_1', place: 1, ...dead },
      { id: 'dead_2', place: 2, subject: 'two', ...dead },
      { id: 'delivered', place: 3, state: 'delivered', settled_at: noon },
      { id: 'dead_1', place: 4, endpoint_id: 'whk_2', ...dead },
      { id: 'dead_2', place: 5, endpoint_id: 'whk_2', ...dead },
    );
    expect(await log().replay(own, which, noon)).toBe(again.length);
    const rows = await database.pool.sql<{ id: string; endpoint: string; next: Date | null }[]>`
      select id, endpoint_id as endpoint, next_at as next from webhook_delivery where state = 'pending' order by id`;
    expect(rows).toEqual(again.map((id) => ({ id, endpoint: 'whk_1', next: noon })));
  });

  it.each([
    ['of another customer', { id: 'whk_1', customer_id: 'globex' }, 'not_found'],
    ['that is disabled', { id: 'whk_1', disabled_at: noon, disabled_why: 'gone' }, 'failed_precondition'],
    ['that is none', { id: 'whk_2' }, 'not_found'],
  ])('are not sent again to an endpoint %s', async (_, endpoint, kind) => {
    await put('webhook_endpoint', endpoint, { id: 'whk_9' });
    await expect(log().replay(own, 'all', noon)).rejects.toMatchObject({ kind });
  });

  it('are the endpoints that an operator asks for', async () => {
    const disabled = { disabled_at: noon, disabled_why: 'by_customer' };
    await put(
      'webhook_endpoint',
      { id: 'a', description: 'Orders' },
      { id: 'b', ...disabled },
      { id: 'c', customer_id: 'globex', url: 'https://orders.example/' },
    );
    type Asked = Parameters<ReturnType<typeof administration>['page']>[0];
    const page = async (query: Partial<Asked>, afterId?: string, limit = 9) => {
      const asked = { customerId: undefined, isEnabled: undefined, text: undefined, ...query };
      return (await administration().page(asked, { afterId, limit })).map(({ id }) => id).join('');
    };
    expect(await page({})).toBe('abc');
    expect(await page({}, 'a')).toBe('bc');
    expect(await page({}, undefined, 2)).toBe('ab');
    expect(await page({ customerId: 'acme' })).toBe('ab');
    expect([await page({ isEnabled: true }), await page({ isEnabled: false })]).toEqual(['ac', 'b']);
    expect([await page({ text: 'ORDERS' }), await page({ text: 'https' })]).toEqual(['ac', 'abc']);
    expect(await page({ customerId: 'acme', isEnabled: true, text: 'orders' })).toBe('a');
  });

  it('are an endpoint that an operator disables, whatever has disabled it before, and enables, and no other', async () => {
    const gone = { disabled_at: fromNoon(-1), disabled_why: 'gone' };
    await put(
      'webhook_endpoint',
      { id: 'a' },
      { id: 'b', ...gone },
      { id: 'c', ...gone },
      { id: 'd' },
      { id: 'e', ...gone },
    );
    for (const id of ['a', 'b']) await administration().setDisabled(id, true, noon);
    for (const id of ['c', 'd']) await administration().setDisabled(id, false, noon);
    const rows = await database.pool.sql`
      select id, disabled_at as at, disabled_why as why, version from webhook_endpoint order by id`;
    expect(rows).toEqual([
      { id: 'a', at: noon, why: 'by_operator', version: 2 },
      { id: 'b', at: fromNoon(-1), why: 'by_operator', version: 1 },
      { id: 'c', at: null, why: null, version: 2 },
      { id: 'd', at: null, why: null, version: 1 },
      { id: 'e', at: fromNoon(-1), why: 'gone', version: 1 },
    ]);
  });
});
