import { afterAll, beforeAll } from 'vitest';
import { createConnectorOrders } from '../../../storage/connectors/connector-orders.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { connectorOrdersContract } from '../../contract/connector-orders.contract.ts';
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

connectorOrdersContract(async () => ({
  orders: createConnectorOrders(database.pool.sql),
  events: eventLog(database.pool.sql),
}));
