import { afterAll, beforeAll } from 'vitest';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { tickStoreContract } from '../../contract/tick-store.contract.ts';
import { eventLog } from '../../support/event-log.ts';
import { putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

tickStoreContract(async () => ({
  store: createTickStore(database.pool.sql),
  events: eventLog(database.pool.sql),
  leases: createConnectorLeases(database.pool.sql),
}));
