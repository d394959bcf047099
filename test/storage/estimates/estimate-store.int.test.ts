import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEstimateStore } from '../../../storage/estimates/estimate-store.ts';
import { documentRequest } from '../../support/estimate-request.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database.pool;
  await sql`insert into customer (id, name) values ('acme', 'Acme'), ('globex', 'Globex')`;
});
afterAll(() => database.close());

const store = () => createEstimateStore(database.pool.sql);

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minute));

const create = async (id: string, customerId: string, minute: number, document?: Uint8Array): Promise<void> => {
  const caller = { customerId, keyId: `key_${customerId}`, groupIds: [] };
  await store().create(
    { id, request: documentRequest, caller, now: at(minute), ...(document !== undefined && { document }) } as never,
    untraced,
  );
};

describe('the estimates of a customer', () => {
  beforeAll(async () => {
    await create('est_b', 'acme', 1);
    await create('est_a', 'acme', 2);
    await create('est_c', 'acme', 2);
    await create('est_d', 'globex', 3);
  });

  it('are listed latest first, page by page, those of one instant by their ids backwards', async () => {
    const { page } = store();
    const ids = async (after: Parameters<typeof page>[1], limit = 10) =>
      (await page('acme', after, limit)).map(({ id }) => id);
    expect(await ids(undefined)).toEqual(['est_c', 'est_a', 'est_b']);
    expect(await ids(undefined, 1)).toEqual(['est_c']);
    expect(await ids({ createdAt: at(2), id: 'est_c' })).toEqual(['est_a', 'est_b']);
    expect(await ids({ createdAt: at(2), id: 'est_a' }, 1)).toEqual(['est_b']);
    expect(await ids({ createdAt: at(1), id: 'est_b' })).toEqual([]);
  });

  it('are read, cancelled, looked at and removed by it alone', async () => {
    const { estimate, cancel, remove, markViewed } = store();
    expect((await estimate('est_d', 'globex'))?.id).toBe('est_d');
    expect(await estimate('est_d', 'acme')).toBeUndefined();
    expect(await estimate('est_none', 'acme')).toBeUndefined();
    expect(await cancel('est_d', 'acme', untraced)).toBeUndefined();
    expect(await markViewed('est_d', 'acme', 0)).toBe(false);
    expect(await remove('est_d', 'acme', untraced)).toBe(false);
    expect((await estimate('est_d', 'globex'))?.state.kind).toBe('parsing');
    expect(await remove('est_d', 'globex', untraced)).toBe(true);
    expect(await remove('est_d', 'globex', untraced)).toBe(false);
    expect((await store().page('acme', undefined, 10)).map(({ id }) => id)).toEqual(['est_c', 'est_a', 'est_b']);
  });
});

it('a cancelled estimate has ended once, without its document, and others go on', async () => {
  const { cancel, estimate } = store();
  await create('est_gone', 'globex', 5, Buffer.from('a,b'));
  await create('est_stays', 'globex', 6, Buffer.from('a,b'));
  const before = await estimate('est_gone', 'globex');
  const first = await cancel('est_gone', 'globex', untraced);
  expect(first).toMatchObject({
    hasEnded: true,
    estimate: { state: { kind: 'error' }, version: (before?.version ?? 0) + 1 },
  });
  expect(await cancel('est_gone', 'globex', untraced)).toMatchObject({ hasEnded: false });
  const documents = await database.pool.sql`select estimate_id from estimate_document order by 1`;
  expect(documents).toEqual([{ estimate_id: 'est_stays' }]);
  expect((await estimate('est_stays', 'globex'))?.state.kind).toBe('parsing');
  const told = await eventLog(database.pool.sql).read('estimate', 'est_gone');
  expect(told.map(({ event }) => event.type)).toEqual(['estimate.started', 'estimate.error']);
});

describe('a look at an estimate', () => {
  const liveMs = 60_000;
  const looked = async (status: string, secondsAgo: number, isWanted: boolean) => {
    const { sql } = database.pool;
    const id = `est_${status}_${secondsAgo}_${isWanted}`;
    await create(id, 'globex', 7);
    await sql`
      update estimate set status = ${status}, seen_at = now() - ${secondsAgo} * interval '1 s',
        wanted_at = ${isWanted ? sql`now()` : null} where id = ${id}`;
    const answer = await store().markViewed(id, 'globex', liveMs);
    const [row] = await sql`
      select wanted_at is not null as wanted, seen_at > now() - interval '2 s' as seen from estimate where id = ${id}`;
    return [answer, row?.seen, row?.wanted];
  };

  it.each<[what: string, status: string, secondsAgo: number, isWanted: boolean, told: readonly boolean[]]>([
    ['right after another is not written', 'optimizing', 5, false, [false, false, false]],
    ['some time after another is written', 'optimizing', 20, false, [false, true, false]],
    ['after nobody looked wants it anew', 'optimizing', 90, false, [false, true, true]],
    ['right after another is written where it is wanted', 'optimizing', 5, true, [false, true, true]],
    ['after nobody looked wants none that is read', 'parsing', 90, false, [false, true, false]],
  ])('%s', async (_, status, secondsAgo, isWanted, told) => {
    expect(await looked(status, secondsAgo, isWanted)).toEqual(told);
  });
});
