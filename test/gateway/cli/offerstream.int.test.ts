import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { type TestNats, testNats } from '../../support/nats.ts';
import { putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

/** The command line as its users call it: a process of its own. */

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(import.meta.dirname, '../../..');

const offerstream = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { ...childEnvironment, ...environment };
    execFile(join(root, manifest.bin.offerstream), [...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

const commands = ['start', 'doctor', 'keys', 'import', 'import-rates', 'tick', 'migrate', 'archive', 'outbox'].concat([
  'analytics',
  'rotate-secrets',
  'audit',
]);

describe('offerstream', () => {
  it.each(commands)('%s --help tells on standard output how it is called, and does nothing', async (command) => {
    const { code, stdout, stderr } = await offerstream([command, '--help'], { DATA_DIR: '/nowhere/at/all' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^usage: /);
  });

  it.each(commands)('%s names an option that it does not have', async (command) => {
    const { code, stdout, stderr } = await offerstream([command, '--no-such-option'], { DATA_DIR: '/nowhere/at/all' });
    expect(code).toBeGreaterThan(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('usage: ');
  });

  it('lists its commands, and says which one was probably meant', async () => {
    const listed = await offerstream(['--help']);
    expect(listed.code).toBe(0);
    for (const command of commands) expect(listed.stdout).toContain(`  ${command} `);
    const mistyped = await offerstream(['docter']);
    expect(mistyped).toMatchObject({ code: 2, stdout: '' });
    expect(mistyped.stderr).toContain('there is no command "docter"; did you mean doctor?');
    expect((await offerstream([])).code).toBe(2);
  });
});

describe('a plug-in that cannot be loaded', () => {
  it.each(['start', 'migrate'])('stops %s before the schema is changed', async (command) => {
    const database = await testDatabase({ empty: true });
    try {
      const { code, stderr } = await offerstream([command], {
        DATABASE_URL: database.url,
        BUS: 'embedded',
        HTTP_PORT: '0',
        GRPC_PORT: '0',
        OFFERSTREAM_PLUGINS: 'offerstream-supplier-nowhere',
      });
      expect(code).toBe(1);
      expect(stderr).toContain('OFFERSTREAM_PLUGINS: offerstream-supplier-nowhere is no usable plug-in');
      const schemas = await database.pool.sql`select from pg_tables where schemaname = 'public'`;
      expect(schemas).toHaveLength(0);
    } finally {
      await database.close();
    }
  });
});

describe('offerstream doctor', () => {
  let database: TestDatabase;
  let nats: TestNats;
  let folder: string;
  let taken: Server;

  beforeAll(async () => {
    [database, nats] = await Promise.all([testDatabase(), testNats()]);
    folder = await mkdtemp(join(tmpdir(), 'offerstream-doctor-'));
    taken = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await Promise.all([database.close(), nats.close()]);
    taken.close();
    await rm(folder, { recursive: true, force: true });
  });

  const well = () => ({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    DATA_DIR: folder,
    SECRETS_KEY: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    HTTP_PORT: '0',
    GRPC_PORT: '0',
  });
  const findings = async (environment: Readonly<Record<string, string>>) => {
    const { code, stdout } = await offerstream(['doctor', '--json'], environment);
    const document = JSON.parse(stdout) as {
      readonly findings: readonly { name: string; state: string; says: string; advice?: string }[];
    };
    return { code, named: new Map(document.findings.map((finding) => [finding.name, finding])) };
  };

  it('finds a good installation good, in words and as a document', async () => {
    const { code, stdout } = await offerstream(['doctor'], well());
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok {7}database {5}PostgreSQL \d+/m);
    const { named } = await findings(well());
    expect([...named.values()].map(({ name, state }) => `${name} ${state}`)).toEqual([
      'configuration ok',
      'data folder ok',
      'database ok',
      'clock ok',
      'schema ok',
      'secrets ok',
      'bus ok',
      'HTTP ok',
      'gRPC ok',
    ]);
  });

  it('says what is wrong with the configuration, and no secret of it', async () => {
    const { code, named } = await findings({ ...well(), HTTP_PORT: 'eighty', NATS_TOKEN: 'a-token-to-keep' });
    expect(code).toBe(1);
    expect(named.get('configuration')).toMatchObject({ state: 'error', says: expect.stringContaining('HTTP_PORT') });
    expect(JSON.stringify([...named.values()])).not.toContain('a-token-to-keep');
  });

  it('says what is away or taken, and what to do', async () => {
    const { code, named } = await findings({
      ...well(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      NATS_URL: 'nats://127.0.0.1:1',
      HTTP_PORT: String((taken.address() as AddressInfo).port),
    });
    expect(code).toBe(1);
    expect(named.get('database')).toMatchObject({ state: 'error', advice: expect.stringContaining('DATABASE_URL') });
    expect(named.get('bus')).toMatchObject({ state: 'error', advice: expect.stringContaining('NATS_URL') });
    expect(named.get('HTTP')).toMatchObject({ state: 'warning', advice: expect.stringContaining('HTTP_PORT') });
  });

  it('names the supplier whose secret was sealed under a key that is not given', async () => {
    const sealed = await testDatabase();
    const { sql } = sealed.pool;
    await putBorealis(createSupplierStore(sql, testSealer()));
    await sql`update credential set secret = '9.2.sealed' where id = 'crd_acme'`;
    await sql`update credential set secret = '1.2.sealed' where id <> 'crd_acme'`;
    const { code, named } = await findings({ ...well(), DATABASE_URL: sealed.url });
    await sealed.close();
    expect(code).toBe(1);
    expect(named.get('secrets')).toMatchObject({ state: 'error', says: 'cannot be opened: 1 of borealis under key 9' });
  });
});
