import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainBinding } from '../../../domain/secret-binding.ts';
import { createConnectorLeases, holdLease } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { createSealer } from '../../../storage/secrets/sealing.ts';
import { supplierStoreContract } from '../../contract/supplier-store.contract.ts';
import { byTest } from '../../support/by-test.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { borealis, credentials, putBorealis } from '../../support/observations.ts';
import { hoursBefore } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testKey, testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.pool.sql`truncate supplier cascade`.then(() => undefined));
afterAll(() => database.close());

supplierStoreContract(async () => createSupplierStore(database.pool.sql, testSealer()));

describe('stored secrets', () => {
  const withKeys = (activeKeyId: string, ...keyIds: string[]) => {
    const keys = new Map(keyIds.map((id) => [id, testKey(Number(id.slice(1)))]));
    return createSupplierStore(database.pool.sql, createSealer({ activeKeyId, keys }), {
      onUnfit: ({ id }) => void unfit.push(id),
    });
  };
  const unfit: string[] = [];
  const stored = () =>
    database.pool.sql<{ id: string; secret: string }[]>`select id, secret from credential order by id`;
  const secrets = credentials.map((each) => each.secret);
  const opened = async (store: ReturnType<typeof withKeys>) =>
    (await store.credentials(borealis)).map((each) => each.secret);
  beforeEach(async () => {
    await putBorealis(withKeys('k1', 'k1'));
    unfit.length = 0;
  });

  test('are not readable in the database', async () => {
    for (const { secret } of await stored()) expect(secret).not.toContain('sesame');
  });

  test('do not open in the row of another credential', async () => {
    await database.pool.sql`
      update credential set secret = (select secret from credential where id = 'crd_acme') where id = 'crd_group'`;
    expect((await withKeys('k1', 'k1').credentials(borealis)).map(({ id }) => id)).toEqual(['crd_acme', 'crd_system']);
    expect(unfit).toEqual(['crd_group']);
  });

  test('are sealed anew under the active key when they are next read, after which the old key may go', async () => {
    expect(await opened(withKeys('k2', 'k1', 'k2'))).toEqual(secrets);
    for (const { secret } of await stored()) expect(secret).toMatch(/^k2\./);
    expect(await opened(withKeys('k2', 'k2'))).toEqual(secrets);
  });

  test('under a key that is missing stop their own credential alone, which is told with the key, and stay', async () => {
    const { sql } = database.pool;
    await withKeys('k2', 'k1', 'k2').credentials(borealis);
    await sql`update credential set secret = 'k9' || substr(secret, 3) where id = 'crd_group'`;
    const before = await stored();
    const ids = (await withKeys('k2', 'k2').credentials(borealis)).map(({ id }) => id);
    expect(ids).toEqual(['crd_acme', 'crd_system']);
    expect(unfit).toEqual(['crd_group']);
    expect(await stored()).toEqual(before);
  });

  test('open also where the session beside them is sealed under a key that is missing', async () => {
    const { sql } = database.pool;
    await sql`update credential set session = 'k9.2.sealed.session' where id = 'crd_acme'`;
    expect(await opened(withKeys('k1', 'k1'))).toEqual(secrets);
    const states = createCredentialStates(sql, testSealer());
    expect(await states.session('crd_acme', plainBinding(borealis))).toBeUndefined();
  });
});

test('configuring a credential again leaves its failure and its plan alone', async () => {
  const { sql } = database.pool;
  const store = createSupplierStore(sql, testSealer());
  await putBorealis(store);
  await sql`update credential set failing_since = ${hoursBefore(1)}, next_tick_at = ${hoursBefore(-1)} where id = 'crd_acme'`;
  await putBorealis(store);
  expect((await store.credentials(borealis))[0]).toMatchObject({ id: 'crd_acme', failingSince: hoursBefore(1) });
  const [row] = await sql`select next_tick_at from credential where id = 'crd_acme'`;
  expect(row?.next_tick_at).toEqual(hoursBefore(-1));
});

test('a change of the origin waits for a checkpoint under way, which does not wait for it in turn', async () => {
  const { sql } = database.pool;
  const store = createSupplierStore(sql, testSealer());
  await putBorealis(store);
  const token = (await createConnectorLeases(sql).acquire('crd_acme', 'one', 60_000)) ?? 0n;
  let moving: Promise<void> | undefined;
  await inTransaction(sql, async (transaction) => {
    await holdLease(transaction, 'crd_acme', token);
    moving = store.putSupplier({ ...borealis, baseUrl: 'https://elsewhere.example' }, byTest);
    await eventually(async () => (await lockWaits(sql)) > 0);
    await transaction`
      insert into ingestion_tick (run_id, supplier_id, credential_id, kind, started_at, phase, page,
        items, prices, stocks, warehouses, pages)
      values ('run_1', 'borealis', 'crd_acme', 'catalogue', now(), 'catalogue', 1, 0, 0, 0, 0, 0)`;
  });
  await moving;
  expect(await store.credentials({ ...borealis, baseUrl: 'https://elsewhere.example' })).toEqual([]);
});
