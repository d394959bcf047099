import { afterAll, beforeAll } from 'vitest';
import { createConnectorOrders } from '../../../storage/connectors/connector-orders.ts';
import { connectorOrdersContract } from '../../contract/connector-orders.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { eventLog } from '../../support/event-log.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

connectorOrdersContract(async () => {
  await borealisAnew(database);
  return { orders: createConnectorOrders(database.pool.sql), events: eventLog(database.pool.sql) };
});
