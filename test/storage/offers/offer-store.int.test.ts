import { afterAll, beforeAll } from 'vitest';
import { offerStoreContract } from '../../contract/offer-store.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { offerStoresOf } from '../../support/offer-stores.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

offerStoreContract(async () => {
  await borealisAnew(database);
  return offerStoresOf(database);
});
