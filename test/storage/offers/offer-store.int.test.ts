import { afterAll, beforeAll } from 'vitest';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { offerStoreContract } from '../../contract/offer-store.contract.ts';
import { putBorealis } from '../../support/observations.ts';
import { offerStoresOf } from '../../support/offer-stores.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

offerStoreContract(async () => offerStoresOf(database));
