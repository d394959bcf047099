import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type Ended, type SilentServer, silentServer, startProgram } from '../support/stopped-program.ts';

/** How long a process may take to come to a moment of its start. */
const momentMs = 90_000;

const endedWell = { status: 0, signal: null };

const expectNoTrace = ({ said }: Ended): void => expect(said).not.toMatch(/^\s+at /m);

describe('a service that is asked to stop while it starts ends with 0, in good order', () => {
  let database: TestDatabase;
  let silent: SilentServer;
  let dataDir: string;
  let common: Readonly<Record<string, string>>;
  beforeAll(async () => {
    [database, silent, dataDir] = await Promise.all([
      testDatabase(),
      silentServer(),
      mkdtemp(join(tmpdir(), 'offerstream-main-')),
    ]);
    common = { HOST: '127.0.0.1', DEMO: 'off', DATA_DIR: dataDir };
  });
  afterAll(async () => {
    await Promise.all([database.close(), silent.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('while PostgreSQL does not answer', async () => {
    const before = silent.connections();
    const program = startProgram('main.ts', [], {
      ...common,
      DATABASE_URL: `postgres://us@127.0.0.1:${silent.port}/none`,
    });
    await eventually(() => silent.connections() > before, momentMs);
    const ended = await program.stop('SIGTERM');
    expect(ended).toMatchObject(endedWell);
    expectNoTrace(ended);
  });

  it('while another process migrates', async () => {
    await database.pool.sql.begin(async (transaction) => {
      // One that migrates is busy, and not ended for saying nothing.
      await transaction`set local idle_in_transaction_session_timeout = 0`;
      await transaction`select pg_advisory_xact_lock(7200101)`;
      const program = startProgram('main.ts', [], { ...common, DATABASE_URL: database.url });
      await eventually(async () => {
        const waiting = await database.pool.sql`
          select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
        return waiting.length > 0;
      }, momentMs);
      const ended = await program.stop('SIGTERM');
      expect(ended).toMatchObject(endedWell);
      expectNoTrace(ended);
    });
  });

  it('while the bus does not answer', async () => {
    const before = silent.connections();
    const program = startProgram('main.ts', [], {
      ...common,
      DATABASE_URL: database.url,
      NATS_URL: `nats://127.0.0.1:${silent.port}`,
    });
    await eventually(() => silent.connections() > before, momentMs);
    const ended = await program.stop('SIGINT');
    expect(ended).toMatchObject(endedWell);
    expectNoTrace(ended);
    expect(ended.logged).toContain('service.stopped');
  });

  it('while its own PostgreSQL starts, and leaves none behind', async () => {
    const own = join(dataDir, 'own');
    const program = startProgram('main.ts', [], { HOST: '127.0.0.1', DEMO: 'off', DATA_DIR: own });
    const cluster = join(own, 'postgres');
    await eventually(() => existsSync(cluster) || existsSync(join(own, 'connection.json')), momentMs);
    const ended = await program.stop('SIGTERM');
    expect(ended).toMatchObject(endedWell);
    expectNoTrace(ended);
    expect(existsSync(join(own, 'connection.json'))).toBe(false);
  });
});

it('a service that cannot start and is not asked to stop ends with 1 and says why', async () => {
  const program = startProgram('main.ts', [], { DATABASE_URL: 'postgres://us@127.0.0.1:1/none', START_WAIT_MS: '0' });
  const { status, said } = await program.ended;
  expect(status).toBe(1);
  expect(said).toContain('offerstream: ');
});
