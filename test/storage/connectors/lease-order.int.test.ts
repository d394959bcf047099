import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConnectorLeases, holdLease } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialAdministration } from '../../../storage/connectors/credential-administration.ts';
import { createSupplierRetirement } from '../../../storage/connectors/retire-supplier.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { inTransaction, type Sql } from '../../../storage/pool/pool.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { byTest } from '../../support/by-test.ts';
import { eventually } from '../../support/eventually.ts';
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

/** What operators do to a credential that a connector works with. */
const operations: Readonly<Record<string, (sql: Sql) => Promise<unknown>>> = {
  'is disabled': (sql) => createCredentialAdministration(sql, testSealer()).setDisabled(of, true, byTest),
  'has its secret replaced': (sql) =>
    createCredentialAdministration(sql, testSealer()).rotate(of, { key: 'new' }, byTest),
  'is of a supplier that moves': (sql) =>
    createSupplierStore(sql, testSealer()).putSupplier({ ...borealis, baseUrl: 'https://other.example' }, byTest),
  'is of a supplier that is retired': (sql) => createSupplierRetirement(sql).retire('borealis', byTest),
};

const someoneWaits = async (): Promise<boolean> => {
  const waiting = await database.pool.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
};

test.each(Object.entries(operations))(
  'a credential %s while its connector stores: one waits for the other, and both end',
  async (_, operate) => {
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
