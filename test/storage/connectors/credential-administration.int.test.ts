import { afterAll, beforeAll } from 'vitest';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialAdministration } from '../../../storage/connectors/credential-administration.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { credentialAdministrationContract } from '../../contract/credential-administration.contract.ts';
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

credentialAdministrationContract(async () => ({
  administration: createCredentialAdministration(database.pool.sql, testSealer()),
  suppliers: createSupplierStore(database.pool.sql, testSealer()),
  states: createCredentialStates(database.pool.sql, testSealer()),
  leases: createConnectorLeases(database.pool.sql),
  events: eventLog(database.pool.sql),
}));
