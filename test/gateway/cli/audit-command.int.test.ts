import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginAuditedAction } from '../../../domain/audit/record.ts';
import { createAuditTrail } from '../../../storage/audit/audit-store.ts';
import { withAuditRecord } from '../../../storage/audit/with-audit-record.ts';
import type { Sql } from '../../../storage/pool/pool.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testKey } from '../../support/sealer.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'offerstream-audit-'))]);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a tool on the database. */
const run = (tool: string, ...args: string[]): Promise<{ status: number; said: string; told: string }> =>
  new Promise((resolve) => {
    const cwd = join(import.meta.dirname, '..', '..', '..');
    // With a key of its own, so that none is made in the data folder of whoever runs the tests.
    const sealing = { SECRETS_KEY: Buffer.from(testKey(7)).toString('base64') };
    const options = { cwd, env: { ...childEnvironment, DATABASE_URL: database.url, ...sealing } };
    execFile(process.execPath, [`gateway/cli/${tool}.ts`, ...args], options, (error, said, told) =>
      resolve({ status: error === null ? 0 : Number(error.code), said, told }),
    );
  });

const records = () => createAuditTrail(database.pool.sql).chain(0n, 1_000);

describe('a tool that is run on the machine leaves records with its name and the user', () => {
  const origin = `${userInfo().username}@${hostname()}`;
  const since = async (work: () => Promise<unknown>) => {
    const before = (await records()).length;
    await work();
    return (await records()).slice(before).map(({ actor, operation, outcome, after, ...rest }) => {
      expect(rest.origin).toBe(origin);
      return { actor, operation, outcome, after: after === undefined ? undefined : JSON.parse(after) };
    });
  };

  it('npx offerstream outbox replay', async () => {
    expect(await since(() => run('outbox', 'replay'))).toEqual([
      { actor: 'tool:outbox', operation: 'outbox.replay', outcome: 'done', after: { replayed: 0 } },
    ]);
    expect(await since(() => run('outbox', 'list'))).toEqual([]);
  });

  it('npx offerstream import-rates', async () => {
    const file = join(folder, 'rates.csv');
    await writeFile(file, 'Date, USD,\n2026-01-05, 1.1,\n');
    expect(await since(() => run('import-rates', file))).toEqual([
      {
        actor: 'tool:import-rates',
        operation: 'exchange_rates.import',
        outcome: 'done',
        after: { added: 1, unchanged: 0 },
      },
    ]);
  });

  it('npx offerstream import, before it begins and when it ends, whichever way', async () => {
    const file = join(folder, 'products.csv');
    await writeFile(file, 'manufacturer,mpn\nYageo,RC0603\n');
    const actor = 'tool:import';
    expect(await since(() => run('import', file, '--rejects', join(folder, 'rejects.csv')))).toMatchObject([
      { actor, operation: 'import.begin', outcome: 'done' },
      { actor, operation: 'import.end', outcome: 'done', after: { kind: 'products', upserted: 1, created: 1 } },
    ]);
    expect(await since(() => run('import', join(folder, 'nothing.csv')))).toMatchObject([
      { actor, operation: 'import.begin', outcome: 'done' },
      { actor, operation: 'import.end', outcome: 'failed' },
    ]);
  });

  it('npx offerstream keys create and revoke, without the key', async () => {
    const out = join(folder, 'new.key');
    const made = await since(() =>
      run('keys', 'create', '--customer', 'operator', '--scopes', 'admin:read', '--out', out),
    );
    expect(made).toMatchObject([{ actor: 'tool:keys', operation: 'keys.create', outcome: 'done' }]);
    expect(JSON.stringify(made)).not.toContain((await readFile(out, 'utf8')).trim());
    expect(await since(() => run('keys', 'list'))).toEqual([]);
    const [key] = await database.pool.sql<{ id: string }[]>`select id from api_key where customer_id = 'operator'`;
    expect(await since(() => run('keys', 'revoke', '--customer', 'operator', '--key', key?.id ?? ''))).toMatchObject([
      { actor: 'tool:keys', operation: 'keys.revoke', outcome: 'done' },
    ]);
  });

  it('npx offerstream rotate-secrets', async () => {
    expect(await since(() => run('rotate-secrets'))).toMatchObject([
      { actor: 'tool:rotate-secrets', operation: 'secrets.rotate.begin' },
      { actor: 'tool:rotate-secrets', operation: 'secrets.rotate.end', after: { resealed: 0, left: 0 } },
    ]);
  });

  it('npm run export:labels', async () => {
    expect(await since(() => run('export-labels', join(folder, 'labels.ndjson')))).toMatchObject([
      { actor: 'tool:export-labels', operation: 'labels.export.begin' },
      { actor: 'tool:export-labels', operation: 'labels.export.end', after: { pairs: 0 } },
    ]);
  });
});

describe('npx offerstream audit', () => {
  const record = () => {
    const origin = { customerId: undefined, origin: '::1', requestId: 'cor_1' };
    const act = beginAuditedAction({ ...origin, actor: 'tool:test', operation: 'test' });
    return withAuditRecord(database.pool.sql, { act, target: { kind: 'customer', id: 'x' } }, async () => undefined);
  };
  const withoutGuards = async (work: (sql: Sql) => Promise<unknown>): Promise<void> => {
    const { sql } = database.pool;
    await sql.unsafe('alter table audit_record disable trigger user');
    await work(sql);
    await sql.unsafe('alter table audit_record enable trigger user');
  };
  beforeEach(async () => {
    await withoutGuards((sql) => sql`truncate audit_record`);
    for (let count = 0; count < 3; count += 1) await record();
  });

  it('prints the newest place, and finds the chain intact, with that place too', async () => {
    const head = (await run('audit', 'head')).said.trim();
    const last = (await records()).at(-1);
    expect(head).toBe(`${last?.position}:${last?.hash}`);
    const count = (await records()).length;
    const expected = { status: 0, said: `intact: ${count} records from 1 on, head ${head}\n`, told: '' };
    expect(await run('audit', 'verify')).toEqual(expected);
    expect(await run('audit', 'verify', '--head', head)).toEqual(expected);
  });

  it('names the first record that was altered or removed, and exits with 1', async () => {
    const head = (await run('audit', 'head')).said.trim();
    const count = (await records()).length;
    await withoutGuards((sql) => sql`delete from audit_record where position = ${count}`);
    expect(await run('audit', 'verify')).toMatchObject({ status: 0 });
    expect(await run('audit', 'verify', '--head', head)).toEqual({
      status: 1,
      said: '',
      told: `audit: record ${count}, and those up to the kept one, were removed\n`,
    });
    await withoutGuards((sql) => sql`update audit_record set actor = 'tool:nobody' where position = 2`);
    expect(await run('audit', 'verify')).toEqual({ status: 1, said: '', told: 'audit: record 2 was altered\n' });
  });

  it.each([[[]], [['verify', '--head', 'x']], [['head', 'more']], [['forge']]])(
    'refuses %j with its usage',
    async (args) => {
      const { status, told } = await run('audit', ...args);
      expect(status).toBe(1);
      expect(told).toContain('usage: npx offerstream audit');
    },
  );
});
