import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginAuditedAction } from '../../../domain/audit/record.ts';
import { createAuditTrail } from '../../../storage/audit/audit-store.ts';
import { withAuditRecord } from '../../../storage/audit/with-audit-record.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { borealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const act = () =>
  beginAuditedAction({ actor: 'key:key_1', customerId: 'acme', origin: '::1', requestId: 'cor_1', operation: 'test' });

const change = () => ({ by: 'key_1', context: { ...untraced, act: act() } });

const last = async () => (await createAuditTrail(database.pool.sql).page({}, undefined, 1))[0];

const count = async (): Promise<number> => (await createAuditTrail(database.pool.sql).chain(0n, 1_000)).length;

/** Without anyone who asked for it. */
const createQuietly = (id: string) =>
  createCustomerStore(database.pool.sql).create(
    { id, name: 'Quiet', deliveryZone: undefined, groupIds: [] },
    { by: 'x', context: untraced },
  );

test('what looks like a secret in the settings of a supplier is not told, wherever it stands', async () => {
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  const settings = { api_token: 'SECRET-1', paging: { size: 50, session_password: 'SECRET-2' } };
  await suppliers.putSupplier({ ...borealis, settings }, change());
  const after = (await last())?.after ?? '';
  expect(JSON.parse(after).settings.paging.size).toBe(50);
  expect(after).not.toContain('SECRET');
});

test('a state that is too long is told by its length and a hash that tells two apart', async () => {
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  const settingsOf = (letter: string) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`s${n}`, letter.repeat(2_000)]));
  await suppliers.putSupplier({ ...borealis, settings: settingsOf('a') }, change());
  const one = (await last())?.after ?? '';
  await suppliers.putSupplier({ ...borealis, settings: settingsOf('b') }, change());
  const other = await last();
  expect(JSON.parse(one)).toEqual({ left_out: true, characters: expect.any(Number), sha256: expect.any(String) });
  expect(other?.before).toBe(one);
  expect(other?.after).not.toBe(one);
});

test('an act that is rolled back is not recorded, and does not count as recorded', async () => {
  const undone = act();
  const before = await count();
  const work = withAuditRecord(database.pool.sql, { act: undone, target: { kind: 'customer', id: 'x' } }, async () => {
    throw new Error('no');
  });
  await expect(work).rejects.toThrow();
  expect(undone.isRecorded).toBe(false);
  expect(await count()).toBe(before);
});

test('what nobody asked for is not recorded', async () => {
  const before = await count();
  await createQuietly('quiet');
  expect(await count()).toBe(before);
});

test('of two changes of one thing at one time, each is told what the other left', async () => {
  const customers = createCustomerStore(database.pool.sql);
  await createQuietly('renamed');
  const names = Array.from({ length: 12 }, (_, n) => `Name ${n}`);
  const from = await count();
  await Promise.all(names.map((name) => customers.update('renamed', { name }, change())));
  const records = (await createAuditTrail(database.pool.sql).chain(BigInt(from), 100)).filter(
    ({ target }) => target?.id === 'renamed',
  );
  expect(records).toHaveLength(names.length);
  for (const [at, record] of records.entries()) if (at > 0) expect(record.before).toBe(records[at - 1]?.after);
});
