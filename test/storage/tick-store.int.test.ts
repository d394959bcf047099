import { afterAll, beforeAll } from 'vitest';
import { createConnectorLeases } from '../../storage/connector-leases.ts';
import { createEventStore } from '../../storage/event-store.ts';
import { createSupplierStore } from '../../storage/supplier-store.ts';
import { createTickStore } from '../../storage/tick-store.ts';
import { tickStoreContract } from '../contract/tick-store.contract.ts';
import { putBorealis } from '../support/observations.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testSealer } from '../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

tickStoreContract(async () => ({
  store: createTickStore(database.pool.sql),
  events: createEventStore(database.pool.sql),
  leases: createConnectorLeases(database.pool.sql),
}));
