import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { plainBinding } from '../../../domain/secret-binding.ts';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { credentialStatesContract } from '../../contract/credential-states.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { eventLog } from '../../support/event-log.ts';
import { borealis } from '../../support/observations.ts';
import { noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => borealisAnew(database));
afterAll(() => database.close());

credentialStatesContract(async () => ({
  states: createCredentialStates(database.pool.sql, testSealer()),
  suppliers: createSupplierStore(database.pool.sql, testSealer()),
  leases: createConnectorLeases(database.pool.sql),
  events: eventLog(database.pool.sql),
}));

test('a session is not readable in the database, and does not open as the secret of its credential', async () => {
  const { sql } = database.pool;
  const states = createCredentialStates(sql, testSealer());
  const token = (await createConnectorLeases(sql).acquire('crd_acme', 'the test', 60_000)) ?? 0n;
  const boundTo = plainBinding(borealis);
  const session = { token: 'clear-session-token', expiresAt: noon, refreshToken: 'clear-refresh-token' };
  await states.saveSession('crd_acme', session, token, boundTo);
  const [row] = await sql<{ all: string }[]>`select credential::text as all from credential where id = 'crd_acme'`;
  expect(row?.all).not.toContain('clear-');
  await sql`update credential set secret = session where id = 'crd_acme'`;
  const opened = await createSupplierStore(sql, testSealer()).credentials(borealis);
  expect(opened.map(({ id }) => id)).toEqual(['crd_group', 'crd_system']);
});
