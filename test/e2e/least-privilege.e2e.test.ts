/**
 * The service as two processes on the roles that ops/roles.sql makes, with TLS to everything: it
 * runs whole, and neither role can change a table. The owner migrates; the worker, which opens no
 * secrets, has no key for them.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTlsFiles } from '../../domain/database-url.ts';
import { openPool, type Pool } from '../../storage/pool/pool.ts';
import { type TestAuthority, testAuthority } from '../support/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type Service, startService } from '../support/service.ts';
import { startProgram } from '../support/stopped-program.ts';
import { type TlsPostgres, tlsPassword, tlsPostgres } from '../support/tls-postgres.ts';

const customerKey = 'os_customer-key-of-least-privilege';
const logins = { offers_app: 'offerstream_service', offers_worker: 'offerstream_archiver' };

let authority: TestAuthority;
let server: TlsPostgres;
let nats: TestNats;
let folder: string;
let common: Record<string, string>;
const services: Service[] = [];
const pools: Pool[] = [];

/** What the program says, once it has ended. */
const migrated = (user: string) =>
  startProgram('cli/migrate.ts', [], { ...common, DATABASE_URL: server.urlOf(user, 'offers') }).ended;

const started = async (user: string, roles: string, more: Record<string, string>): Promise<Service> => {
  const service = await startService({ ...common, DATABASE_URL: server.urlOf(user, 'offers'), ROLES: roles, ...more });
  services.push(service);
  return service;
};

const poolOf = (user: string): Pool => {
  const files = { authorities: authority.file, certificate: undefined, key: undefined };
  const pool = openPool({ url: withTlsFiles(server.urlOf(user, 'offers'), files), maxConnections: 2 });
  pools.push(pool);
  return pool;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offerstream-roles-'));
  authority = await testAuthority();
  const certificate = await authority.issue('server');
  const { certFile, keyFile } = certificate;
  [server, nats] = await Promise.all([
    tlsPostgres(authority, certificate),
    testNats([
      `tls { cert_file: "${certFile}", key_file: "${keyFile}" }`,
      'authorization { user: "offers", password: "a-password-of-tests" }',
    ]),
  ]);
  common = {
    HOST: '127.0.0.1',
    DEMO: 'off',
    DATA_DIR: join(folder, 'data'),
    MIGRATE: 'off',
    REQUIRE_TLS: 'on',
    DATABASE_CA_FILE: authority.file,
    NATS_URL: nats.url.replace('nats://', 'tls://'),
    NATS_CA_FILE: authority.file,
    NATS_USER: 'offers',
    NATS_PASSWORD: 'a-password-of-tests',
  };
  const { sql } = server.admin;
  await sql.unsafe(await readFile(new URL('../../ops/roles.sql', import.meta.url), 'utf8'));
  await sql.unsafe(`create role offers_owner login password '${tlsPassword}' in role offerstream_request`);
  for (const [login, group] of Object.entries(logins)) {
    await sql.unsafe(`create role ${login} login password '${tlsPassword}' in role ${group}`);
  }
  await sql.unsafe('create database offers owner offers_owner');
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all(pools.map((pool) => pool.close()));
  await Promise.all([server.close(), nats.close()]);
  await authority.remove();
  await rm(folder, { recursive: true, force: true });
});

it('a service without migrations is told to run them as the owner, and so is a role that may not', async () => {
  const waiting = startProgram('main.ts', [], { ...common, DATABASE_URL: server.urlOf('offers_app', 'offers') });
  expect((await waiting.ended).said).toContain('0001_event_store.sql is not applied: run `npx offerstream migrate`');
  const refused = await migrated('offers_app');
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.said).toContain('may not change the schema');
});

it('the owner migrates once, and again finds nothing to do', async () => {
  const first = await migrated('offers_owner');
  expect(first.said).toBe('');
  expect(first.logged).toContain('0001_event_store.sql applied');
  expect(first.logged).toContain('the roles of the service may use it');
  expect((await migrated('offers_owner')).logged).not.toContain('applied');
});

/** A month that is long over, and that the worker therefore moves into files. */
const oldMonth = `create table event_2020_01 partition of event for values from ('2020-01-01Z') to ('2020-02-01Z')`;

it('the service runs whole on its roles: a demo catalogue becomes offers and fresh prices', async () => {
  await poolOf('offers_owner').sql.unsafe(oldMonth);
  const keys = { BOOTSTRAP_CUSTOMER_KEY: customerKey, SECRETS_KEY: randomBytes(32).toString('base64') };
  const service = await started('offers_app', 'gateway,ingest', { DEMO: 'on', DEMO_PRODUCTS: '1000', ...keys });
  const worker = await started('offers_worker', 'worker', { ARCHIVE_DIRECTORY: join(folder, 'archive') });
  const asked = async (path: string, body?: object) => {
    const headers = { 'x-api-key': customerKey, 'content-type': 'application/json' };
    const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${service.httpUrl}${path}`, request);
    return (await answer.json()) as Record<string, unknown>;
  };
  const fresh = await eventually(async () => {
    for (const { id } of ((await asked('/v1/products?q=RC0603&limit=5')).items ?? []) as { id: string }[]) {
      for (const offer of (await asked(`/v1/products/${id}/offers`)).items as { id: string }[]) {
        const answer = await asked('/v1/pricing', { offer_id: offer.id, quantity: 100, delivery_zone: 'EU' });
        if ((answer.freshness as { status?: string } | undefined)?.status === 'FRESH') return { id, price: answer };
      }
    }
    return false;
  }, 90_000);
  expect(fresh.price.final_price).toBeGreaterThan(0);
  const history = await asked(`/v1/products/${fresh.id}/price-history`);
  expect((history.series as readonly object[]).length).toBeGreaterThan(0);
  // Estimates are worked out by the worker, in a process with connections of its own.
  const created = await asked('/v1/estimates', { lines: [{ raw_text: '10x LM358DR' }] });
  const done = await eventually(async () => {
    const estimate = await asked(`/v1/estimates/${String(created.id)}`);
    return ['ready', 'error'].includes(String(estimate.status)) ? estimate : false;
  }, 60_000);
  expect(done.status).toBe('ready');
  await eventually(async () => {
    const moved = await poolOf('offers_app').sql`select from event_archive where partition = 'event_2020_01'`;
    return moved.length === 1;
  }, 60_000);
  const bad = [...service.lines, ...worker.lines].filter(({ level }) => level === 'error');
  expect(bad).toEqual([]);
}, 400_000);

it.each(Object.keys(logins))(
  '%s connects by TLS and cannot make, change or drop a table, nor unwrite what is written',
  async (login) => {
    const { sql } = poolOf(login);
    expect(await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`).toEqual([{ ssl: true }]);
    for (const statement of [
      'create table mine (id int)',
      'alter table offer add column mine int',
      'alter table offer disable trigger all',
      'drop table offer',
      'truncate offer',
      'create or replace function epoch_ms() returns double precision language sql as $$ select 0.0 $$',
      `insert into schema_migration (id, name, checksum) values (9999, 'x', 'x')`,
      'delete from event',
      `update event set type = 'x'`,
      'set role offers_owner',
      'create role mine',
    ]) {
      await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    const [month] = await sql<{ name: string }[]>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'event'::regclass order by 1`;
    await expect(sql.unsafe(`delete from ${month?.name}`)).rejects.toMatchObject({ code: '42501' });
    await expect(sql.unsafe(`select ensure_month_partitions('event', 100000)`)).rejects.toThrow(
      '24 months ahead at most',
    );
  },
);

it('only the worker may drop a month of events, and only one of which the count is known', async () => {
  const drop = (login: string) => poolOf(login).sql.unsafe(`select drop_event_month('event_2999_01', 0)`);
  await expect(drop('offers_app')).rejects.toMatchObject({ code: '42501' });
  await expect(drop('offers_worker')).rejects.toThrow('event_2999_01 is no month of events');
});
