import { afterAll, beforeAll } from 'vitest';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialAdministration } from '../../../storage/connectors/credential-administration.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { credentialAdministrationContract } from '../../contract/credential-administration.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { eventLog } from '../../support/event-log.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

credentialAdministrationContract(async () => {
  await borealisAnew(database);
  const { sql } = database.pool;
  return {
    administration: createCredentialAdministration(sql, testSealer()),
    suppliers: createSupplierStore(sql, testSealer()),
    states: createCredentialStates(sql, testSealer()),
    leases: createConnectorLeases(sql),
    events: eventLog(sql),
  };
});
