import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChainHead, walkChain } from '../../../domain/audit/chain.ts';
import type { AuditTrail } from '../../../domain/audit/ports.ts';
import type { AuditEntry } from '../../../domain/audit/record.ts';
import { createAuditTrail } from '../../../storage/audit/audit-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let trail: AuditTrail;
beforeEach(async () => {
  database = await testDatabase();
  trail = createAuditTrail(database.pool.sql);
});
afterEach(() => database.close());

const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  actor: 'key:key_1',
  customerId: 'acme',
  origin: '127.0.0.1',
  requestId: 'cor_1',
  operation: 'admin.v1.Callers/UpdateCustomer',
  target: { kind: 'customer', id: 'bolt' },
  outcome: 'done',
  reason: undefined,
  before: '{"name":"Bölt"}',
  after: '{"name":"Bolt, \\"Ltd\\" ✓"}',
  ...given,
});

const appendSome = async (count: number): Promise<void> => {
  for (let n = 1; n <= count; n += 1) await trail.append(entry({ target: { kind: 'customer', id: `c${n}` } }));
};

const verify = async (kept?: ChainHead) => {
  const walk = walkChain(kept);
  walk.take(await trail.chain(0n, 1_000));
  return walk.end();
};

/** What somebody with every right on the database does. */
const tamper = async (statement: string): Promise<void> => {
  const { sql } = database.pool;
  await sql.unsafe('alter table audit_record disable trigger user');
  await sql.unsafe(statement);
  await sql.unsafe('alter table audit_record enable trigger user');
};

test('the database hashes a record as its verifier does, absent fields and letters of any script included', async () => {
  await appendSome(2);
  await trail.append(entry({ customerId: undefined, target: undefined, before: undefined, reason: '' }));
  const head = await trail.head();
  expect(await verify()).toEqual({ kind: 'intact', first: 1n, head, records: 3 });
});

test('records that are written at once stand one behind the other without a gap', async () => {
  await Promise.all(Array.from({ length: 40 }, () => trail.append(entry())));
  expect(await verify()).toMatchObject({ kind: 'intact', first: 1n, records: 40 });
});

describe('what was done to the chain is found', () => {
  beforeEach(() => appendSome(6));

  test.each([
    ['a field', `update audit_record set after = '{}' where position = 4`, 'altered', 4n],
    ['an absent field', `update audit_record set reason = '' where position = 2`, 'altered', 2n],
    [
      'the time',
      `update audit_record set recorded_at = recorded_at - interval '1 us' where position = 5`,
      'altered',
      5n,
    ],
    ['the last record', `update audit_record set actor = 'key:other' where position = 6`, 'altered', 6n],
    ['a removed record', 'delete from audit_record where position = 3', 'missing', 3n],
    ['a removed beginning', 'delete from audit_record where position <= 2', 'beginning_missing', 3n],
    [
      'an exchange of two places',
      `update audit_record set position = -position where position in (2, 3);
       update audit_record set position = 5 + position where position < 0`,
      'altered',
      2n,
    ],
  ])('%s', async (_, statement, kind, position) => {
    await tamper(statement);
    expect(await verify()).toEqual({ kind: 'broken', fault: { kind, position } });
  });

  test('a record put between, its successors moved on, does not link', async () => {
    await tamper('update audit_record set position = position + 100 where position > 3');
    await trail.append(entry());
    await tamper(`
      delete from audit_record where position = 107;
      update audit_record set position = position - 99 where position > 100;
      insert into audit_record select 4, recorded_at, actor, customer_id, origin, request_id, operation, target_kind,
        target_id, outcome, reason, before, after, hash, hash from audit_record where position = 3`);
    expect(await verify()).toMatchObject({ kind: 'broken', fault: { position: 4n } });
  });

  test('a removed last record is found by the head that was kept, and by nothing else', async () => {
    const kept = await trail.head();
    await tamper('delete from audit_record where position = 6');
    expect(await verify()).toMatchObject({ kind: 'intact' });
    expect(await verify(kept)).toEqual({ kind: 'broken', fault: { kind: 'tail_missing', position: 6n } });
  });

  test('a last record that was replaced by a sound one is found by the head that was kept', async () => {
    const kept = await trail.head();
    await tamper('delete from audit_record where position = 6');
    await trail.append(entry({ actor: 'key:other' }));
    expect(await verify()).toMatchObject({ kind: 'intact' });
    expect(await verify(kept)).toEqual({ kind: 'broken', fault: { kind: 'head_differs', position: 6n } });
  });

  test('a head that was kept long ago holds while the chain grows', async () => {
    const kept = await trail.head();
    await appendSome(3);
    expect(await verify(kept)).toMatchObject({ kind: 'intact', records: 9 });
  });
});

describe('records are kept as they are', () => {
  test.each([
    ['changed', `update audit_record set reason = 'x'`],
    ['deleted', 'delete from audit_record'],
    ['emptied', 'truncate audit_record'],
  ])('they cannot be %s', async (_, statement) => {
    await appendSome(2);
    await expect(database.pool.sql.unsafe(statement)).rejects.toThrow(/neither changed nor deleted/);
    expect(await verify()).toMatchObject({ kind: 'intact', records: 2 });
  });

  test('the oldest are cut off, which a record tells, and what is left can still be verified', async () => {
    await appendSome(5);
    const kept = await trail.head();
    const third = (await trail.chain(0n, 10))[3];
    expect(await trail.cut(new Date('2000-01-01'), 100)).toBe(0);
    expect(await trail.cut(new Date(Date.now() + 60_000), 3)).toBe(3);
    const verdict = await verify(kept);
    expect(verdict).toMatchObject({ kind: 'intact', first: third?.position, records: 3 });
    const [cut] = await trail.page({}, undefined, 1);
    expect(cut).toMatchObject({ actor: 'service', operation: 'audit.cut', target: { kind: 'audit', id: '3' } });
  });

  test('a cut of everything leaves its own record, and one more cut leaves the chain sound', async () => {
    await appendSome(2);
    const later = () => new Date(Date.now() + 60_000);
    expect(await trail.cut(later(), 100)).toBe(2);
    expect(await trail.cut(later(), 100)).toBe(1);
    await appendSome(1);
    expect(await verify()).toMatchObject({ kind: 'intact', first: 4n, records: 2 });
  });

  test('a beginning that was removed is not taken for a cut', async () => {
    await appendSome(5);
    await trail.cut(new Date(Date.now() + 60_000), 2);
    await tamper('delete from audit_record where position = 3');
    expect(await verify()).toEqual({ kind: 'broken', fault: { kind: 'beginning_missing', position: 4n } });
  });
});

test('records are listed newest first, page by page, by who, what, on what, how it ended and when', async () => {
  await appendSome(1);
  // The times of records are of milliseconds; the second is to have another one.
  await database.pool.sql`select pg_sleep(0.002)`;
  for (const id of ['c2', 'c3', 'c4']) await trail.append(entry({ target: { kind: 'customer', id } }));
  await trail.append(entry({ actor: 'anonymous', operation: 'login', outcome: 'refused', target: undefined }));
  const positions = async (query: Parameters<AuditTrail['page']>[0], before?: bigint) =>
    (await trail.page(query, before, 3)).map(({ position }) => Number(position));
  expect(await positions({})).toEqual([5, 4, 3]);
  expect(await positions({}, 3n)).toEqual([2, 1]);
  expect(await positions({ actor: 'anonymous' })).toEqual([5]);
  expect(await positions({ operation: 'login' })).toEqual([5]);
  expect(await positions({ target: 'c2' })).toEqual([2]);
  expect(await positions({ target: 'c2', targetKind: 'customer' })).toEqual([2]);
  expect(await positions({ target: 'c2', targetKind: 'supplier' })).toEqual([]);
  expect(await positions({ outcome: 'refused' })).toEqual([5]);
  const second = new Date((await trail.chain(1n, 1))[0]?.recordedAt ?? 0);
  expect(await positions({ to: second })).toEqual([1]);
  expect((await positions({ from: second })).length).toBe(3);
});
