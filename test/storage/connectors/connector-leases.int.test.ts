import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { connectorLeasesContract } from '../../contract/connector-leases.contract.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => borealisAnew(database));
afterAll(() => database.close());

connectorLeasesContract(async () => ({
  leases: createConnectorLeases(database.pool.sql),
  ticks: createTickStore(database.pool.sql),
}));

it('a credential that is disabled has no owner, and stands in the way of no other', async () => {
  const leases = createConnectorLeases(database.pool.sql);
  await database.pool.sql`update credential set disabled_at = now() where id = 'crd_group'`;
  expect(await leases.acquire('crd_group', 'one', 60_000)).toBeUndefined();
  expect(await leases.acquire('crd_acme', 'one', 60_000)).toEqual(expect.any(BigInt));
  await database.pool.sql`update credential set disabled_at = null where id = 'crd_group'`;
  expect(await leases.acquire('crd_group', 'one', 60_000)).toEqual(expect.any(BigInt));
});
