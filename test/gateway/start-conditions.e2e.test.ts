import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSupplierStore } from '../../storage/connectors/supplier-store.ts';
import { createSealer } from '../../storage/secrets/sealing.ts';
import { byTest } from '../support/by-test.ts';
import { eventually } from '../support/eventually.ts';
import { testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Program, startProgram } from '../support/stopped-program.ts';
import { startTcpFront } from '../support/tcp-front.ts';

/** How long a process may take to come to a moment of its start. */
const momentMs = 90_000;

const keyText = (id: string, byte: number): string => `${id}:${Buffer.from(testKey(byte)).toString('base64')}`;

let database: TestDatabase;
let dataDir: string;
let common: Readonly<Record<string, string>>;
beforeAll(async () => {
  [database, dataDir] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'offerstream-start-'))]);
  common = {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    BUS: 'embedded',
    SECRETS_KEY: keyText('k1', 1),
    BOOTSTRAP_ADMIN_KEY: 'os_administrator-key-that-no-test-uses',
    BOOTSTRAP_CUSTOMER_KEY: 'os_customer-key-that-no-test-uses',
  };
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (environment: Readonly<Record<string, string>> = {}): Program =>
  startProgram('main.ts', [], { ...common, ...environment });

const says = (program: Program, text: string): Promise<boolean> =>
  eventually(() => program.output().includes(text), momentMs);

const isRunning = (program: Program): Promise<boolean> => says(program, 'Offerstream is running.');

describe('a start while a store is away waits, says for what, and goes on when it is there', () => {
  it('PostgreSQL', async () => {
    const url = new URL(database.url);
    const front = await startTcpFront(Number(url.port));
    front.shut();
    url.port = String(front.port);
    const program = start({ DATABASE_URL: url.href });
    await says(program, 'offerstream: waiting for PostgreSQL (DATABASE_URL): ');
    front.reopen();
    await isRunning(program);
    expect(await program.stop('SIGTERM')).toMatchObject({ status: 0 });
    await front.close();
  });

  it('NATS', async () => {
    const nats = await testNats();
    await nats.kill();
    const program = start({ NATS_URL: nats.url, BUS: 'jetstream' });
    await says(program, 'offerstream: waiting for NATS (NATS_URL): nats: no server answers');
    await nats.restart();
    await isRunning(program);
    expect(await program.stop('SIGTERM')).toMatchObject({ status: 0 });
    await nats.close();
  });

  it('no longer than START_WAIT_MS, and then ends with 1 and the cause', async () => {
    const program = start({ DATABASE_URL: 'postgres://us@127.0.0.1:1/none', START_WAIT_MS: '1' });
    const { status, said } = await program.ended;
    expect(status).toBe(1);
    expect(said).toContain('offerstream: postgres: ECONNREFUSED');
  });
});

describe('a start that no waiting helps ends at once with 1, and says the cause in words', () => {
  it('NATS refuses the user', async () => {
    const nats = await testNats(['authorization { user: "stream", password: "right" }']);
    const program = start({ NATS_URL: nats.url, BUS: 'jetstream', NATS_USER: 'stream', NATS_PASSWORD: 'hunter22' });
    const { status, said } = await program.ended;
    expect(status).toBe(1);
    expect(said).toContain('offerstream: nats: the server refuses NATS_USER and NATS_PASSWORD');
    expect(said).not.toContain('hunter22');
    await nats.close();
  });

  it('PostgreSQL has no such database', async () => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    const { status, said } = await start({ DATABASE_URL: url.href }).ended;
    expect(status).toBe(1);
    expect(said).toContain('offerstream: database "nowhere" does not exist');
  });

  it('another process has the embedded bus', async () => {
    const first = start();
    await isRunning(first);
    const { status, said } = await start({ ROLES: 'worker' }).ended;
    expect(status).toBe(1);
    expect(said).toContain('offerstream: another process has the embedded bus of this database');
    expect(said).toContain('NATS_URL');
    expect(await first.stop('SIGTERM')).toMatchObject({ status: 0 });
    const next = start();
    await isRunning(next);
    expect(await next.stop('SIGTERM')).toMatchObject({ status: 0 });
  });
});

describe('secrets that SECRETS_KEY does not open', () => {
  const putSupplier = async (id: string, keyId: string, byte: number): Promise<void> => {
    const sealer = createSealer({ activeKeyId: keyId, keys: new Map([[keyId, testKey(byte)]]) });
    const store = createSupplierStore(database.pool.sql, sealer);
    const plugin = { plugin: 'generic', baseUrl: 'https://shop.example', settings: {} };
    await store.putSupplier({ id, name: id, ...plugin, route: { supplierId: id }, createsProducts: true }, byTest);
    const secret = { apiKey: 'sesame' };
    const credential = {
      id: `crd_${id}`,
      supplierId: id,
      scope: 'system',
      ownerId: undefined,
      label: 'house',
    } as const;
    await store.putCredential({ ...credential, secret });
  };

  it('are told by supplier, and a process that only asks suppliers ends with 1 where none opens', async () => {
    await putSupplier('borealis', 'k1', 1);
    for (const key of [keyText('k2', 2), keyText('k1', 2)]) {
      const { status, said } = await start({ ROLES: 'ingest', SECRETS_KEY: key }).ended;
      expect(status).toBe(1);
      expect(said).toContain('offerstream: SECRETS_KEY opens no secret of borealis');
      expect(said).not.toContain('sesame');
    }
    const { status, said } = await start({ ROLES: 'ingest', SECRETS_KEY: '', DATA_DIR: join(dataDir, 'new') }).ended;
    expect(status).toBe(1);
    expect(said).toContain('offerstream: SECRETS_KEY opens no secret of borealis');
  });

  it('stop only their own credential', async () => {
    await putSupplier('cetus', 'k9', 9);
    const program = start();
    await isRunning(program);
    await says(program, 'offerstream: SECRETS_KEY opens no secret of cetus');
    await says(program, '"credential_ref":"crd_cetus"');
    const { status, said } = await program.stop('SIGTERM');
    expect(status).toBe(0);
    expect(said).not.toContain('borealis');
  });
});
