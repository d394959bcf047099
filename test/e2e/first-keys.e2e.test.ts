import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';

let database: TestDatabase;
let folder: string;
let service: Service | undefined;
beforeEach(async () => {
  [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'offerstream-first-keys-'))]);
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const adminKey = 'os_first-administrator-key-that-is-given';
const customerKey = 'os_first-customer-key-that-is-given';
const given = { BOOTSTRAP_ADMIN_KEY: adminKey, BOOTSTRAP_CUSTOMER_KEY: customerKey };

/** The service on the database of the test, or on one of its own in the folder. */
const start = async (where: 'server' | 'embedded', bootstrap: Readonly<Record<string, string>>): Promise<Service> => {
  await service?.stop();
  const onServer = { DATABASE_URL: database.url, SECRETS_KEY: Buffer.from(testKey(7)).toString('base64') };
  service = await startService({
    ...(where === 'server' ? onServer : {}),
    DATA_DIR: folder,
    BUS: 'embedded',
    DEMO: 'off',
    HOST: '127.0.0.1',
    BOOTSTRAP_ADMIN_KEY: '',
    BOOTSTRAP_CUSTOMER_KEY: '',
    ...bootstrap,
  });
  return service;
};

const call = async (path: string, key: string, method = 'GET', body?: object) => {
  const answer = await fetch(`${service?.httpUrl}/v1/admin/customers/${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as { secret: string } };
};

/** 200 for an administrator, 403 for a customer, 401 for a key that is dead. */
const statusOf = async (key: string): Promise<number> => (await call('demo', key)).status;

/** Both keys that the first start has made. */
const madeKeys = async () => {
  const text = await readFile(join(folder, 'first-keys.env'), 'utf8');
  const keyOf = (name: string): string => new RegExp(`^${name}=(os_[a-z2-7]{32})$`, 'm').exec(text)?.[1] ?? '';
  return { admin: keyOf('ADMIN_KEY'), customer: keyOf('CUSTOMER_KEY') };
};

/**
 * Gives the first administrator key another secret, takes a scope from the customer's, and tells
 * the new secret.
 */
const changeFirstKeys = async (admin: string): Promise<string> => {
  expect((await call('demo/keys/key_first_customer', admin, 'PATCH', { scopes: ['catalog'] })).status).toBe(200);
  const rotated = await call('operator/keys/key_first_admin/rotate', admin, 'POST', { overlap: '0s' });
  expect(rotated.status).toBe(200);
  return rotated.body.secret;
};

const scopesOfCustomer = async (admin: string): Promise<unknown> => {
  const { body } = await call('demo/keys', admin);
  return (body as unknown as { keys: readonly { scopes: unknown }[] }).keys[0]?.scopes;
};

/** None of the given keys stands in what the service has written by the end of its start. */
const expectUnprinted = async ({ notices, lines }: Service): Promise<void> => {
  await eventually(() => notices().includes('Offerstream is running'));
  const written = notices() + JSON.stringify(lines);
  expect(written).not.toContain(adminKey);
  expect(written).not.toContain(customerKey);
};

describe('a first key that was rotated stays dead, and one that may do less does so, after a restart', () => {
  it('when the service keeps its own database and made the keys', async () => {
    await start('embedded', {});
    const made = await madeKeys();
    const rotated = await changeFirstKeys(made.admin);
    await start('embedded', {});
    expect([await statusOf(made.admin), await statusOf(rotated)]).toEqual([401, 200]);
    expect(await scopesOfCustomer(rotated)).toEqual(['catalog']);
  });

  it('when the variables still name the keys, which no start prints', async () => {
    await expectUnprinted(await start('server', given));
    const rotated = await changeFirstKeys(adminKey);
    await expectUnprinted(await start('server', given));
    expect([await statusOf(adminKey), await statusOf(rotated)]).toEqual([401, 200]);
    expect(await scopesOfCustomer(rotated)).toEqual(['catalog']);
  });

  it('when the variables name other keys than before', async () => {
    await start('server', given);
    const other = { BOOTSTRAP_ADMIN_KEY: `${adminKey}-2`, BOOTSTRAP_CUSTOMER_KEY: `${customerKey}-2` };
    await start('server', other);
    expect([await statusOf(other.BOOTSTRAP_ADMIN_KEY), await statusOf(adminKey)]).toEqual([401, 200]);
    expect([await statusOf(other.BOOTSTRAP_CUSTOMER_KEY), await statusOf(customerKey)]).toEqual([401, 403]);
  });
});

it('a key that was made beside one that is given outlives restarts', async () => {
  await start('server', { BOOTSTRAP_ADMIN_KEY: adminKey });
  const hashes = async () => database.pool.sql`select id, hash from api_key order by id`;
  const before = await hashes();
  await start('server', { BOOTSTRAP_ADMIN_KEY: adminKey });
  expect(await hashes()).toEqual(before);
});

it('keys that are made without a terminal stand in a file that is named, and nowhere in what is written', async () => {
  const { notices, lines } = await start('server', {});
  await eventually(() => notices().includes(`. ${join(folder, 'first-keys.env')}`));
  const { admin, customer } = await madeKeys();
  expect([await statusOf(admin), await statusOf(customer)]).toEqual([200, 403]);
  const written = notices() + JSON.stringify(lines);
  for (const key of [admin, customer]) expect(written).not.toContain(key);
});
