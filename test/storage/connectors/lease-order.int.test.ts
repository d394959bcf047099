import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAuditedAction } from '../../../domain/audit/record.ts';
import type { Change } from '../../../domain/store-context.ts';
import { createConnectorLeases, holdLease } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialAdministration } from '../../../storage/connectors/credential-administration.ts';
import { createSupplierRetirement } from '../../../storage/connectors/retire-supplier.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { inTransaction, type Sql } from '../../../storage/pool/pool.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { borealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => borealisAnew(database));
afterAll(() => database.close());

const of = { supplierId: 'borealis', credentialId: 'crd_system' };

/** As an operator does it: with a record, for which the target is held before anything is done. */
const byOperator = (): Change => {
  const by = { actor: 'key:key_1', customerId: 'acme', origin: '::1', requestId: 'cor_1', operation: 'test' };
  return { by: 'key_1', context: { ...untraced, act: beginAuditedAction(by) } };
};

/** What is done to a credential that a connector works with. */
const operations: Readonly<Record<string, (sql: Sql, change: Change) => Promise<unknown>>> = {
  'is disabled': (sql, change) => createCredentialAdministration(sql, testSealer()).setDisabled(of, true, change),
  'has its secret replaced': (sql, change) =>
    createCredentialAdministration(sql, testSealer()).rotate(of, { key: 'new' }, change),
  'is of a supplier that moves': (sql, change) =>
    createSupplierStore(sql, testSealer()).putSupplier({ ...borealis, baseUrl: 'https://other.example' }, change),
  'is of a supplier that is retired': (sql, change) => createSupplierRetirement(sql).retire('borealis', change),
};

const cases = Object.entries(operations).flatMap(([what, operate]) => [
  { what, who: 'by itself', operate: (sql: Sql) => operate(sql, byTest) },
  { what, who: 'by an operator', operate: (sql: Sql) => operate(sql, byOperator()) },
]);

const someoneWaits = async (): Promise<boolean> => (await lockWaits(database.pool.sql)) > 0;
const twoWait = async (): Promise<boolean> => (await lockWaits(database.pool.sql)) === 2;

test.each(cases)(
  'a credential $what $who while its connector stores: one waits for the other, and both end',
  async ({ operate }) => {
    const { sql } = database.pool;
    const token = (await createConnectorLeases(sql).acquire(of.credentialId, 'the test', 60_000)) ?? 0n;
    const operated = await inTransaction(sql, async (transaction) => {
      await holdLease(transaction, of.credentialId, token);
      const operation = operate(sql);
      operation.catch(() => undefined);
      await eventually(someoneWaits);
      await transaction`update credential set failing_since = now() where id = ${of.credentialId}`;
      return { operation };
    });
    await expect(operated.operation).resolves.not.toBeInstanceOf(Error);
  },
);

test('the secret of a credential is replaced while its supplier moves: one waits for the other, and both end', async () => {
  const { sql } = database.pool;
  const { operation } = await inTransaction(sql, async (transaction) => {
    await transaction`select from supplier where id = ${of.supplierId} for no key update`;
    const replacing = createCredentialAdministration(sql, testSealer()).rotate(of, { key: 'new' }, byOperator());
    replacing.catch(() => undefined);
    await eventually(someoneWaits);
    await transaction`update credential set session = null where supplier_id = ${of.supplierId}`;
    return { operation: replacing };
  });
  await expect(operation).resolves.not.toBeInstanceOf(Error);
});

test.each(cases.filter(({ what }) => what !== 'has its secret replaced'))(
  'no lease is granted on a credential that $what $who while it is asked for',
  async ({ operate }) => {
    const { sql } = database.pool;
    const leases = createConnectorLeases(sql);
    const acquire = () => leases.acquire(of.credentialId, 'the test', 60_000);
    await acquire();
    const { operated, asked } = await inTransaction(sql, async (transaction) => {
      await transaction`select from credential where id = ${of.credentialId} for no key update`;
      const operation = operate(sql);
      await eventually(someoneWaits);
      const again = acquire();
      await eventually(twoWait);
      return { operated: operation, asked: again };
    });
    await operated;
    expect(await asked).toBeUndefined();
  },
);
