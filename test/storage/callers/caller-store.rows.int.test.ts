import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createKeyUsage } from '../../../storage/callers/key-usage.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { emptyTables, fromNoon, putRows, type StoredTable } from '../../support/stored-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const hour = 3_600_000;
const hashOf = (byte: number): Buffer => Buffer.alloc(32, byte);
const column = (byte: number): string => `\\x${hashOf(byte).toString('hex')}`;

/** Rows as they may stand; times lie an hour before now or after it. */
describe('the rows of API keys', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await put('customer', { id: 'acme' });
  });
  beforeEach(() => emptyTables(database.pool.sql, ['api_key', 'api_key_usage']));
  afterAll(() => database.close());

  const put = (table: StoredTable, ...rows: readonly Row[]) => putRows(database.pool.sql, table, rows);
  const before = new Date(Date.now() - hour);
  const after = new Date(Date.now() + hour);
  const replacedBy = (until: Date) => ({ hash: column(2), previous_hash: column(1), previous_until: until });

  it.each<[string, Row, 'valid' | 'replaced' | 'revoked' | 'expired' | 'unknown']>([
    ['its own', {}, 'valid'],
    ['that of another', { hash: column(3) }, 'unknown'],
    ['its own before, for a while', replacedBy(after), 'valid'],
    ['its own before, too long ago', replacedBy(before), 'replaced'],
    ['that of a key that expires later', { expires_at: after }, 'valid'],
    ['that of a key that has expired', { expires_at: before }, 'expired'],
    ['that of a key that was revoked', { revoked_at: before }, 'revoked'],
    ['that of a key that was revoked and expires later', { revoked_at: before, expires_at: after }, 'revoked'],
    ['its own before, of a revoked key', { ...replacedBy(after), revoked_at: before }, 'revoked'],
    ['its own before, of an expired key', { ...replacedBy(after), expires_at: before }, 'expired'],
    ['its own, with one before', { previous_hash: column(2), previous_until: before }, 'valid'],
  ])('are known by their secret: %s', async (_, row, kind) => {
    await put('api_key', { id: 'key_1', hash: column(1), ...row }, { id: 'key_9', hash: column(9) });
    const store = createCallerStore(database.pool.sql);
    expect((await store.byKeyHash(hashOf(1)))?.keyId).toBe(kind === 'valid' ? 'key_1' : undefined);
    const statuses = await store.keyStatuses([hashOf(9), hashOf(1)]);
    expect(statuses.map((status) => status.kind)).toEqual(['valid', kind]);
  });

  it('are told what they have asked today, and not on other days or by other keys', async () => {
    await put('api_key', { id: 'key_1', hash: column(1) });
    const [days] = await database.pool.sql<{ today: string; yesterday: string }[]>`
      select current_date::text as today, (current_date - 1)::text as yesterday`;
    await put(
      'api_key_usage',
      { key_id: 'key_1', day: days?.yesterday, requests: 50 },
      { key_id: 'key_1', day: days?.today, requests: 3 },
      { key_id: 'key_9', day: days?.today, requests: 70 },
    );
    const caller = await createCallerStore(database.pool.sql).byKeyHash(hashOf(1));
    expect(caller?.allowance?.requestsToday).toBe(3);
  });

  it.each([
    ['never before', null, noon],
    ['in the minute before', fromNoon(-60_000), noon],
    ['in this minute', noon, noon],
    ['later', fromNoon(60_000), fromNoon(60_000)],
  ])('note the minute in which they were used last: one used %s', async (_, last, expected) => {
    await put('api_key', { id: 'key_1', hash: column(1), last_used_at: last }, { id: 'key_9', hash: column(9) });
    await createKeyUsage(database.pool.sql).add([{ keyId: 'key_1', requests: 1, lastUsedAt: fromNoon(59_999) }]);
    const rows = await database.pool.sql`select id, last_used_at as at from api_key order by id`;
    expect(rows).toEqual([
      { id: 'key_1', at: expected },
      { id: 'key_9', at: null },
    ]);
  });

  it('count on from what they have asked today, and forget what is older than ninety days', async () => {
    await put('api_key', { id: 'key_1', hash: column(1) });
    const days = await database.pool.sql<{ day: string; ago: number }[]>`
      select (current_date - ago)::text as day, ago from unnest(array[0, 90, 91]) as ago`;
    await put('api_key_usage', ...days.map(({ day, ago }) => ({ key_id: 'key_1', day, requests: 100 + ago })));
    const use = { keyId: 'key_1', requests: 5, lastUsedAt: noon };
    expect(await createKeyUsage(database.pool.sql).add([use])).toEqual(new Map([['key_1', 105]]));
    const rows = await database.pool.sql`select current_date - day as ago, requests::int from api_key_usage order by 1`;
    expect(rows).toEqual([
      { ago: 0, requests: 105 },
      { ago: 90, requests: 190 },
    ]);
  });
});
