import { afterAll, beforeAll } from 'vitest';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { tickStoreContract } from '../../contract/tick-store.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { eventLog } from '../../support/event-log.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

tickStoreContract(async () => {
  await borealisAnew(database);
  const { sql } = database.pool;
  return { store: createTickStore(sql), events: eventLog(sql), leases: createConnectorLeases(sql) };
});
