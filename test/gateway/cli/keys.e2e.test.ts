import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '../../../domain/callers/caller.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { testAdmin } from '../../support/admin.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { eventLog } from '../../support/event-log.ts';
import { adminKey, startTestEdge, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { type Ended, startProgram } from '../../support/stopped-program.ts';

let database: TestDatabase;
let folder: string;
let out: string;
beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-keys-'));
  out = join(folder, 'key');
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => database.close());

const environment = () => ({ DATABASE_URL: database.url, DATA_DIR: folder });

const keys = (...args: readonly string[]): Promise<Ended> => startProgram('cli/keys.ts', args, environment()).ended;

const count = async (): Promise<number> => (await database.pool.sql`select from api_key`).length;

const made = async (...args: readonly string[]): Promise<string> => {
  expect(await keys('create', ...args, '--out', out)).toMatchObject({ status: 0, logged: '' });
  return (await readFile(out, 'utf8')).trim();
};

const callerOf = (key: string) => createCallerStore(database.pool.sql).byKeyHash(keyHash(key));

describe('npx offerstream keys', () => {
  it('tells without arguments how keys are made, with every scope that there is', async () => {
    const { status, logged, said } = await keys();
    expect([status, said]).toEqual([0, '']);
    for (const scope of scopes) expect(logged).toContain(scope);
    expect(logged).toContain('--out FILE');
  });

  it('makes a key in a new file of its owner alone, that works with what was asked for and nothing else', async () => {
    const wanted = ['--scopes', 'pricing,catalog', '--label', 'web shop', '--expires-at', '2099-01-01T00:00:00Z'];
    const key = await made('--customer', 'acme', ...wanted);
    expect(key).toMatch(/^os_[a-z2-7]{32}$/);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const { keyId = '', ...caller } = (await callerOf(key)) ?? {};
    expect(caller).toMatchObject({ customerId: 'acme', scopes: ['catalog', 'pricing'] });
    const listed = (await keys('list', '--customer', 'acme')).logged.split('\n').find((line) => line.includes(keyId));
    expect(listed).toBe(`acme\t${keyId}\tactive\tcatalog,pricing\t2099-01-01T00:00:00.000Z\tnever\tweb shop`);
    const [event] = await eventLog(database.pool.sql).read('api_key', keyId);
    expect(event?.event).toMatchObject({ type: 'api_key.created', by: 'command:keys', label: 'web shop' });
  });

  it('shows a key on a terminal, once', async () => {
    const command = [process.execPath, 'gateway/cli/keys.ts', 'create', '--customer', 'acme', '--scopes', 'catalog'];
    const { stdout } = await promisify(execFile)('script', ['-qec', command.join(' '), '/dev/null'], {
      env: { ...childEnvironment, ...environment() },
    });
    const [key = ''] = /os_[a-z2-7]{32}/.exec(stdout) ?? [];
    expect(await callerOf(key)).toMatchObject({ customerId: 'acme', scopes: ['catalog'] });
    const { logged, said } = await keys('list');
    expect(logged + said).not.toContain(key);
  });

  it('helps where every administrator key is lost, and over HTTP its key may do all', async () => {
    await database.pool.sql`update api_key set revoked_at = now()`;
    const key = await made('--customer', 'operator', '--scopes', 'admin');
    const edge = await startTestEdge(database.pool, { admin: testAdmin(database) });
    const status = async (sent: string) =>
      (await edge.send('/v1/admin/customers', { headers: { 'x-api-key': sent } })).status;
    expect([await status(adminKey), await status(key)]).toEqual([401, 200]);
    await edge.stop();
  });

  it('revokes a key', async () => {
    const key = await made('--customer', 'acme', '--scopes', 'catalog');
    const { keyId = '' } = (await callerOf(key)) ?? {};
    expect(await keys('revoke', '--customer', 'acme', '--key', keyId)).toMatchObject({
      status: 0,
      logged: `${keyId} revoked\n`,
    });
    expect(await callerOf(key)).toBeUndefined();
    expect((await keys('list')).logged).toContain(`acme\t${keyId}\trevoked\t`);
  });

  it('makes no key where it could be read by others: neither on a pipe nor in a file that is there', async () => {
    const before = await count();
    const order = ['create', '--customer', 'acme', '--scopes', 'catalog'];
    expect(await keys(...order)).toMatchObject({ status: 1, logged: '', said: expect.stringContaining('--out') });
    await writeFile(out, 'another file', { mode: 0o644 });
    expect(await keys(...order, '--out', out)).toMatchObject({ status: 1, said: expect.stringContaining('EEXIST') });
    expect(await readFile(out, 'utf8')).toBe('another file');
    expect(await count()).toBe(before);
  });

  it.each<[args: readonly string[], said: RegExp]>([
    [['--customer', 'acme', '--scopes', 'catalog,fly'], /scopes\.1.* must be some of/],
    [['--customer', 'acme', '--scopes', ''], /scopes/],
    [['--customer', 'acme', '--scopes', 'catalog', '--expires-at', 'soon'], /expires_at/],
    [['--customer', 'acme', '--scopes', 'catalog', '--expires-at', '2020-01-01T00:00:00Z'], /expires_at.*future/],
    [['--customer', 'acme', '--scopes', 'catalog', '--label', ' '], /label/],
    [['--customer', 'nobody', '--scopes', 'catalog'], /nobody/],
    [['--customer', 'acme'], /^usage/],
    [['--customer', 'acme', '--scopes', 'catalog', '--colour', 'red'], /--colour/],
  ])('create %j is refused with what is wrong, and leaves no file', async (args, said) => {
    const before = await count();
    const ended = await keys('create', ...args, '--out', out);
    expect(ended).toMatchObject({ status: 1, logged: '', said: expect.stringMatching(said) });
    expect(ended.said).not.toMatch(/^\s+at /m);
    expect(await readdir(folder)).toEqual([]);
    expect(await count()).toBe(before);
  });

  it.each<[args: readonly string[], said: RegExp]>([
    [['revoke', '--customer', 'acme', '--key', 'none'], /none/],
    [['revoke', '--customer', 'acme'], /^usage/],
    [['list', '--customer', 'nobody'], /nobody/],
    [['list', '--out', 'x'], /^usage/],
    [['make'], /^usage/],
  ])('%j is refused with what is wrong', async (args, said) => {
    expect(await keys(...args)).toMatchObject({ status: 1, logged: '', said: expect.stringMatching(said) });
  });
});
