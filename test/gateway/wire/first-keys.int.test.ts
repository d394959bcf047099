import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { ensureFirstKeys, generateKey } from '../../../gateway/wire/first-keys.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { createFirstKeyStore } from '../../../storage/callers/first-key-store.ts';
import { migrate, migrationsFolder } from '../../../storage/schema/migrate.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let dataDir: string;
let logged: string[];
let registered: string[];
beforeEach(async () => {
  [database, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'offerstream-first-keys-'))]);
  logged = [];
  registered = [];
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

const ensure = (
  bootstrap: { readonly adminKey?: string; readonly customerKey?: string } = {},
  { isTerminal = false, at = dataDir, on = database } = {},
) => {
  const { sql } = on.pool;
  return ensureFirstKeys(
    { bootstrap: { adminKey: undefined, customerKey: undefined, ...bootstrap }, dataDir: at },
    {
      stores: {
        callers: createCallerStore(sql),
        customers: createCustomerStore(sql),
        firstKeys: createFirstKeyStore(sql),
      },
      log: createLogger({ service: 'test', level: 'info', stream: { write: (line) => void logged.push(line) } }),
      redactor: { register: (secret) => void registered.push(secret) },
      isTerminal,
    },
  );
};

const callerOf = (key: string) => createCallerStore(database.pool.sql).byKeyHash(keyHash(key));

const keyIds = async (): Promise<readonly string[]> =>
  (await database.pool.sql<{ id: string }[]>`select id from api_key order by id`).map(({ id }) => id);

const both = ['key_first_admin', 'key_first_customer'];

describe('first keys that nobody gives', () => {
  test('go to a new file of their owner alone where no terminal is, and no log line holds them', async () => {
    const made = await ensure();
    expect(made?.file).toBe(join(dataDir, 'first-keys.env'));
    const file = made?.file ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { admin = '', customer = '' } = made?.keys ?? {};
    expect(await readFile(file, 'utf8')).toContain(`\nADMIN_KEY=${admin}\nCUSTOMER_KEY=${customer}\n`);
    expect((await callerOf(admin))?.scopes).toContain('admin');
    expect(await callerOf(customer)).toMatchObject({ customerId: 'demo' });
    expect(logged.join('')).toContain('first-keys.env');
    expect(logged.join('')).not.toMatch(new RegExp(`${admin}|${customer}`));
    expect(registered).toEqual([admin, customer]);
  });

  test('leave a file that lies there already as it is', async () => {
    await writeFile(join(dataDir, 'first-keys.env'), 'the keys of another database');
    expect((await ensure())?.file).toBe(join(dataDir, 'first-keys-2.env'));
    expect(await readFile(join(dataDir, 'first-keys.env'), 'utf8')).toBe('the keys of another database');
  });

  test('go to no file where a terminal is', async () => {
    const made = await ensure({}, { isTerminal: true });
    expect(made).toMatchObject({ keys: { admin: expect.any(String), customer: expect.any(String) }, file: undefined });
    expect(await readdir(dataDir)).toEqual([]);
    expect(await callerOf(made?.keys.admin ?? '')).toBeDefined();
  });

  test('are not made when they cannot be written, and the next start makes them', async () => {
    const inTheWay = join(dataDir, 'a-file');
    await writeFile(inTheWay, '');
    await expect(ensure({}, { at: inTheWay })).rejects.toThrow(/first keys cannot be written .*BOOTSTRAP_ADMIN_KEY/);
    expect(await keyIds()).toEqual([]);
    expect((await ensure())?.file).toBeDefined();
    expect(await keyIds()).toEqual(both);
  });

  test('are made once by gateways that start at once, which agree on whose are in force', async () => {
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => ensure({}, { isTerminal: true })));
    const made = outcomes.flatMap((outcome) => (outcome === undefined ? [] : [outcome.keys]));
    expect(made).toHaveLength(1);
    expect(await callerOf(made[0]?.admin ?? '')).toMatchObject({ keyId: 'key_first_admin' });
    expect(await callerOf(made[0]?.customer ?? '')).toMatchObject({ keyId: 'key_first_customer' });
  });

  test('are not made where keys are already', async () => {
    const callers = createCallerStore(database.pool.sql);
    await callers.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
    const key = {
      id: 'key_1',
      customerId: 'acme',
      hash: keyHash(generateKey()),
      scopes: ['admin'],
      label: 'x',
    } as const;
    await callers.putKey(key);
    expect(await ensure()).toBeUndefined();
    expect(await keyIds()).toEqual(['key_1']);
  });
});

describe('a first key that is given', () => {
  const adminKey = 'os_administrator-key-that-is-given';

  test('is told to nobody, and only the one beside it is', async () => {
    const made = await ensure({ adminKey });
    expect(made?.keys).toEqual({ customer: expect.any(String) });
    expect(await readFile(made?.file ?? '', 'utf8')).not.toContain(adminKey);
    expect(await callerOf(adminKey)).toMatchObject({ keyId: 'key_first_admin', customerId: 'operator' });
    expect(await ensure({ adminKey })).toBeUndefined();
    expect(logged.join('')).not.toContain(adminKey);
    expect(logged.join('')).not.toContain('passed_over');
  });

  test.each([
    ['rotated', `update api_key set hash = sha256(id::bytea)`],
    ['revoked', 'update api_key set revoked_at = now()'],
    ['expired', `update api_key set expires_at = now() - interval '1 s'`],
    ['deleted', 'delete from api_key'],
  ])('and %s later stays dead at every start', async (_, statement) => {
    await ensure({ adminKey });
    await database.pool.sql.unsafe(statement);
    for (const bootstrap of [{ adminKey }, {}, { adminKey }]) expect(await ensure(bootstrap)).toBeUndefined();
    expect(await callerOf(adminKey)).toBeUndefined();
    expect(logged.join('')).not.toContain('passed_over');
  });

  test('after another was made is not used, which the log says with the name of the variable', async () => {
    await ensure({ adminKey });
    await ensure({ adminKey: `${adminKey}-2`, customerKey: 'os_customer-key-that-came-too-late' });
    expect(await callerOf(`${adminKey}-2`)).toBeUndefined();
    const warned = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'keys.first.passed_over');
    expect(warned.map(({ setting }) => setting)).toEqual(['BOOTSTRAP_ADMIN_KEY', 'BOOTSTRAP_CUSTOMER_KEY']);
    expect(logged.join('')).not.toContain(adminKey);
  });

  test('and is in use as another key already is refused', async () => {
    await expect(ensure({ adminKey, customerKey: adminKey })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await keyIds()).toEqual([]);
  });
});

test('a database that got its first keys before that was remembered gets no others', async () => {
  const old = await testDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-migrations-'));
  for (const name of (await readdir(migrationsFolder)).filter((each) => each < '0032'))
    await cp(join(migrationsFolder, name), join(folder, name));
  await migrate(old.pool.sql, folder);
  const callers = createCallerStore(old.pool.sql);
  const kept = 'os_a-key-that-was-made-long-ago';
  await callers.putCustomer({ id: 'operator', name: 'Operator', groupIds: [] });
  const key = { customerId: 'operator', scopes: ['admin'], label: 'first' } as const;
  await callers.putKey({ ...key, id: 'key_first_admin', hash: keyHash(kept) });
  await callers.putKey({ ...key, id: 'key_first_customer', hash: keyHash(generateKey()) });
  await migrate(old.pool.sql);
  const given = { adminKey: generateKey(), customerKey: generateKey() };
  for (const bootstrap of [{}, given]) expect(await ensure(bootstrap, { on: old })).toBeUndefined();
  expect(await callers.byKeyHash(keyHash(kept))).toMatchObject({ keyId: 'key_first_admin' });
  expect(await callers.byKeyHash(keyHash(given.adminKey))).toBeUndefined();
  await Promise.all([old.close(), rm(folder, { recursive: true })]);
});
