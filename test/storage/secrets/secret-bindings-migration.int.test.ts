import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownKnowledge } from '../../../gateway/wire/suppliers.ts';
import { createConnectorOverviews } from '../../../storage/connectors/connector-overviews.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { migrate, migrationsFolder } from '../../../storage/schema/migrate.ts';
import { byTest } from '../../support/by-test.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { sealedForRowAlone, testSealer } from '../../support/sealer.ts';

const { bindingOf } = ownKnowledge;

const bindings = '0031_secret_bindings.sql';

const nexar = {
  id: 'nexar',
  name: 'Nexar',
  plugin: 'nexar',
  baseUrl: 'https://API.nexar.com/',
  route: { supplierId: 'nexar' },
  createsProducts: false,
  settings: { identityUrl: 'https://id.example' },
};
const secret = { clientId: 'us', clientSecret: 'from before' };
const expiresAt = new Date('2026-03-01T12:00:00Z');

describe('secrets from before bindings', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await testDatabase({ empty: true });
    folder = await mkdtemp(join(tmpdir(), 'offerstream-migrations-'));
    for (const name of await readdir(migrationsFolder))
      if (name < bindings) await cp(join(migrationsFolder, name), join(folder, name));
    const { sql } = database.pool;
    await migrate(sql, folder);
    await sql`
      insert into supplier (id, name, plugin, base_url, creates_products, settings)
      values ('nexar', 'Nexar', 'nexar', ${nexar.baseUrl}, false, ${JSON.stringify(nexar.settings)}::text::jsonb)`;
    const session = { token: 'kept', expiresAt: expiresAt.toISOString() };
    await sql`
      insert into credential (id, supplier_id, scope, label, secret, session)
      values ('crd_1', 'nexar', 'system', 'house', ${sealedForRowAlone(secret, 'crd_1')},
        ${sealedForRowAlone(session, 'crd_1/session')})`;
    await migrate(sql);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const store = () => createSupplierStore(database.pool.sql, testSealer(), { bindingOf });
  const states = () => createCredentialStates(database.pool.sql, testSealer(), { bindingOf });
  const sealed = async () =>
    (await database.pool.sql<{ secret: string; session: string }[]>`select secret, session from credential`)[0];

  test('go on working, and are sealed with their binding when they are first read', async () => {
    expect(await store().credentials(nexar)).toMatchObject([{ id: 'crd_1', secret }]);
    expect(await sealed()).toEqual({
      secret: expect.stringMatching(/^k1\.2\./),
      session: expect.stringMatching(/^k1\.2\./),
    });
    expect(await store().credentials(nexar)).toMatchObject([{ id: 'crd_1', secret }]);
    expect(await states().session('crd_1', bindingOf(nexar))).toMatchObject({ token: 'kept', expiresAt });
    expect((await createConnectorOverviews(database.pool.sql, bindingOf).supplier('nexar'))?.credentials).toMatchObject(
      [{ secret: { kind: 'attached', origins: ['https://api.nexar.com', 'https://id.example'] } }],
    );
  });

  test.each([
    ['the base URL', { baseUrl: 'https://thief.example' }],
    ['the plug-in', { plugin: 'digikey' }],
    ['the host that signs in', { settings: { identityUrl: 'https://thief.example' } }],
  ])('do not open once %s was edited by hand', async (_, edited) => {
    const other = { ...nexar, ...edited };
    await database.pool.sql`
      update supplier set base_url = ${other.baseUrl}, plugin = ${other.plugin},
        settings = ${JSON.stringify(other.settings)}::text::jsonb`;
    expect(await store().credentials(other)).toEqual([]);
    expect(await states().session('crd_1', bindingOf(other))).toBeUndefined();
    // As it was: without its binding.
    expect((await sealed())?.secret.split('.')).toHaveLength(3);
  });

  test('stay with a supplier of which something else is changed, and are detached by another host', async () => {
    const renamed = { ...nexar, baseUrl: 'https://api.nexar.com/v2', settings: { ...nexar.settings, country: 'DE' } };
    await store().putSupplier(renamed, byTest);
    expect(await store().credentials(renamed)).toMatchObject([{ id: 'crd_1', secret }]);
    const moved = { ...renamed, settings: { identityUrl: 'https://id.elsewhere.example' } };
    await store().putSupplier(moved, byTest);
    expect(await sealed()).toEqual({ secret: null, session: null });
  });
});
