import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Attempt, maxKeptAttempts } from '../../../domain/webhooks/delivery.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { createDeliveryQueue } from '../../../storage/webhooks/delivery-queue.ts';
import { sealSigningSecret } from '../../../storage/webhooks/endpoint-row.ts';
import { lockEndpoints } from '../../../storage/webhooks/pending-deliveries.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const sealer = testSealer();

/** Rows as they may stand at noon, those at a bound exactly there and one millisecond beside it. */
describe('the rows of deliveries', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('customer', { id: 'acme' });
  });
  beforeEach(() => emptyTables(database.pool.sql, ['webhook_delivery', 'webhook_endpoint']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const queue = () => createDeliveryQueue(database.pool.sql, sealer);
  const claim = async (places = 10) => {
    const claimed = await queue().claim({ owner: 'own_1', ttlMs: hour, places, now: noon });
    return new Map(claimed.map((each) => [each.endpoint.id, each]));
  };
  const held = (token: number) => ({ endpoint: { id: 'whk_1', customerId: 'acme', url: '' }, token, secrets: [] });
  const attempt = (number: number): Attempt => ({
    number,
    at: noon,
    tookMs: 5,
    outcome: { kind: 'answered', status: 500 },
  });
  const again = { kind: 'again', nextAt: fromNoon(9) } as const;
  /** Where each delivery stands: its state, and when its next attempt is from noon on. */
  const stored = async () => {
    const rows = await database.pool.sql<{ of: string; state: string; next: Date | null }[]>`
      select endpoint_id || ' ' || id as of, state, next_at as next from webhook_delivery`;
    return Object.fromEntries(
      rows.map(({ of, state, next }) => [of, [state, next && next.getTime() - noon.getTime()]]),
    );
  };

  it('are taken of endpoints that are in use and in nobody’s hand, and have one that is due by now', async () => {
    const endpoints: readonly (readonly [string, Row, Date | null])[] = [
      ['due_now', {}, noon],
      ['due_soon', {}, fromNoon(1)],
      ['due_long', {}, fromNoon(-5)],
      ['waits', {}, null],
      ['disabled', { disabled_at: noon, disabled_why: 'gone' }, fromNoon(-9)],
      ['held', { owned_until: new Date(Date.now() + hour) }, fromNoon(-9)],
      ['held_before', { owned_until: new Date(Date.now() - hour) }, noon],
    ];
    await put('webhook_endpoint', ...endpoints.map(([id, row]) => ({ id, ...row })));
    await put(
      'webhook_delivery',
      ...endpoints.map(([id, , next], place) => ({ endpoint_id: id, id, place, next_at: next })),
    );
    expect([...(await claim(1)).keys()]).toEqual(['due_long']);
    expect([...(await claim()).keys()].toSorted()).toEqual(['due_now', 'held_before']);
  });

  it('are signed with the secret before, too, until its time is over', async () => {
    const sealed = (id: string, secret: string) => sealSigningSecret(sealer, id, secret);
    for (const [id, until] of [
      ['over', noon],
      ['holds', fromNoon(1)],
    ] as const) {
      await put('webhook_endpoint', {
        id,
        secret: sealed(id, 'new'),
        previous_secret: sealed(id, 'old'),
        previous_until: until,
      });
      await put('webhook_delivery', { endpoint_id: id, id, place: 1, next_at: noon });
    }
    const claimed = await claim();
    expect(claimed.get('over')?.secrets).toEqual(['new']);
    expect(claimed.get('holds')?.secrets).toEqual(['new', 'old']);
  });

  it('are due in the order of their time and place, those of one endpoint, until now', async () => {
    await put(
      'webhook_delivery',
      { id: 'second', place: 2, next_at: noon },
      { id: 'first', place: 1, next_at: noon },
      { id: 'early', place: 3, next_at: fromNoon(-1) },
      { id: 'soon', place: 4, next_at: fromNoon(1) },
      { id: 'waits', place: 5, next_at: null },
      { id: 'foreign', endpoint_id: 'whk_2', place: 6, next_at: fromNoon(-9) },
    );
    const due = async (limit: number) => (await queue().due('whk_1', noon, limit)).map(({ id }) => id);
    expect(await due(9)).toEqual(['early', 'first', 'second']);
    expect(await due(2)).toEqual(['early', 'first']);
  });

  it.each([
    ['another token', {}, 4],
    ['a disabled endpoint', { disabled_at: noon, disabled_why: 'gone' }, 5],
  ] as const)('are not written under %s', async (_, endpoint, token) => {
    await put('webhook_endpoint', { id: 'whk_1', token: 5, ...endpoint }, { id: 'whk_2', token: 4 });
    await put('webhook_delivery', { id: 'not_1', place: 1, next_at: noon });
    const conflict = expect.objectContaining({ kind: 'conflict' });
    await expect(queue().settle(held(token), 'not_1', attempt(1), again)).rejects.toEqual(conflict);
    await expect(queue().giveUp(held(token), ['not_1'], noon)).rejects.toEqual(conflict);
    expect(await stored()).toEqual({ 'whk_1 not_1': ['pending', 0] });
  });

  it.each([
    [maxKeptAttempts - 1, 1, maxKeptAttempts],
    [maxKeptAttempts, 2, maxKeptAttempts + 1],
  ])(
    'of %d attempts keep the latest, from number %d on to the new one, and count a failure',
    async (made, first, last) => {
      await put('webhook_endpoint', { id: 'whk_1' });
      const log = Array.from({ length: made }, (_, at) => attempt(at + 1));
      await put('webhook_delivery', { id: 'not_1', place: 1, next_at: noon, attempt_log: log, failures: 3 });
      await queue().settle(held(0), 'not_1', attempt(made + 1), again);
      const [row] = await database.pool.sql`
      select attempts, failures, attempt_log -> 0 -> 'number' as first, attempt_log -> -1 -> 'number' as last
      from webhook_delivery`;
      expect(row).toEqual({ attempts: made + 1, failures: 4, first, last });
    },
  );

  /** Two subjects of an endpoint, what has ended of the first, and the same at another endpoint. */
  const several = async () => {
    await put('webhook_endpoint', { id: 'whk_1', token: 5, owned_until: noon }, { id: 'whk_2' });
    await put(
      'webhook_delivery',
      { id: 'ended', place: 1, state: 'delivered', settled_at: noon },
      { id: 'one', place: 2, next_at: noon },
      { id: 'two', place: 4 },
      { id: 'three', place: 5 },
      { id: 'another', subject: 'other', place: 6, next_at: noon },
      { id: 'one', endpoint_id: 'whk_2', place: 3, next_at: noon },
    );
  };
  const others = {
    'whk_1 ended': ['delivered', null],
    'whk_1 another': ['pending', 0],
    'whk_2 one': ['pending', 0],
  };

  it.each([
    ['delivered make the next of their subject due', 'one', { kind: 'delivered' }, ['delivered', null], 5],
    ['tried again keep their place', 'one', again, ['pending', 9], null],
    ['out of time make the next of their subject due', 'one', { kind: 'dead' }, ['dead', null], 5],
    ['settled a second time stay as they are', 'ended', { kind: 'dead' }, ['pending', 0], null],
  ] as const)('that are %s, and touch no others', async (_, id, settlement, one, two) => {
    await several();
    await queue().settle(held(5), id, attempt(1), settlement);
    expect(await stored()).toEqual({
      ...others,
      'whk_1 one': one,
      'whk_1 two': ['pending', two],
      'whk_1 three': ['pending', null],
    });
  });

  it('that are given up make the next of their subject due, and touch no others', async () => {
    await several();
    await queue().giveUp(held(5), ['ended', 'one'], noon);
    expect(await stored()).toEqual({
      ...others,
      'whk_1 one': ['dead', null],
      'whk_1 two': ['pending', 0],
      'whk_1 three': ['pending', null],
    });
  });

  it('of an endpoint that is gone are given up, all that wait for it and no others', async () => {
    await several();
    await put('webhook_endpoint', { id: 'whk_3', disabled_at: fromNoon(-1), disabled_why: 'by_customer' });
    await queue().settle(held(5), 'one', attempt(1), { kind: 'gone' });
    const dead = ['dead', null];
    expect(await stored()).toEqual({
      ...others,
      'whk_1 one': dead,
      'whk_1 two': dead,
      'whk_1 three': dead,
      'whk_1 another': dead,
    });
    const endpoints = await database.pool.sql`
      select id, disabled_at as at, version, token, owned_until as owned from webhook_endpoint order by id`;
    expect(endpoints).toEqual([
      { id: 'whk_1', at: fromNoon(5), version: 2, token: 6, owned: null },
      { id: 'whk_2', at: null, version: 1, token: 0, owned: null },
      { id: 'whk_3', at: fromNoon(-1), version: 1, token: 0, owned: null },
    ]);
  });

  it('wait for the lock of the endpoints that are named and in use', async () => {
    await put(
      'webhook_endpoint',
      { id: 'one' },
      { id: 'two', disabled_at: noon, disabled_why: 'gone' },
      { id: 'three' },
    );
    const locked = await inTransaction(database.pool.sql, (transaction) => lockEndpoints(transaction, ['one', 'two']));
    expect([...locked]).toEqual(['one']);
  });

  it('are forgotten that ended before the instant, up to the limit', async () => {
    const ended = (id: string, place: number, at: Date | null) => ({ id, place, state: 'delivered', settled_at: at });
    await put(
      'webhook_delivery',
      ended('one', 1, fromNoon(-2)),
      ended('two', 2, fromNoon(-1)),
      ended('three', 3, noon),
    );
    expect([await queue().forget(noon, 1), await queue().forget(noon, 9)]).toEqual([1, 1]);
    expect(Object.keys(await stored())).toEqual(['whk_1 three']);
  });
});
