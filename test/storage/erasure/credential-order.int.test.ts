import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createCustomerErasures } from '../../../storage/erasure/customer-erasures.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
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
afterAll(() => database.close());

const someoneWaits = async (): Promise<boolean> => (await lockWaits(database.pool.sql)) > 0;

test('credentials of a customer are emptied while their secrets are sealed anew: one waits for the other', async () => {
  const { sql } = database.pool;
  const suppliers = createSupplierStore(sql, testSealer());
  await suppliers.putSupplier(borealis, byTest);
  await sql`insert into customer (id, name) values ('acme', 'Acme')`;
  const shared = { supplierId: borealis.id, scope: 'customer', ownerId: 'acme', label: 'own', secret: {} } as const;
  // As they come: the later one in the order of ids is found first.
  for (const id of ['crd_2', 'crd_1']) await suppliers.putCredential({ id, ...shared });
  const erasures = createCustomerErasures(sql);
  await erasures.begin('acme', byTest);
  const { erased } = await inTransaction(sql, async (transaction) => {
    await transaction`select from credential where id = 'crd_1' for no key update`;
    const erasing = erasures.eraseData('acme', untraced);
    erasing.catch(() => undefined);
    await eventually(someoneWaits);
    await transaction`select from credential where id = 'crd_2' for no key update`;
    return { erased: erasing };
  });
  await expect(erased).resolves.toBeUndefined();
});
