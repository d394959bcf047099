import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsErasure } from '../../../domain/erasure/ports.ts';
import { unavailable } from '../../../domain/errors.ts';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { retainedTables } from '../../../storage/erasure/retained-tables.ts';
import { testAdmin } from '../../support/admin.ts';
import { type TestAudit, testAudit } from '../../support/audit.ts';
import { eventLog } from '../../support/event-log.ts';
import { adminKey, fullKey, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { fillMarket, hiddenOffer, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let edge: TestEdge;
let audit: TestAudit;
let key: string;
let analyticsErasure: AnalyticsErasure;

const send = async (method: string, path: string, body?: unknown, sentKey = adminKey) => {
  const headers = { 'x-api-key': sentKey, 'content-type': 'application/json' };
  const answer = await edge.send(path, { method, headers }, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body) };
};

const erase = (customer = 'globex') => send('POST', `/v1/admin/customers/${customer}/erasure`, {});

/** Everything that the service can have of a customer. */
const fill = async (customer: string): Promise<void> => {
  const { sql } = database.pool;
  const request = JSON.stringify({ source: { kind: 'document', name: `${customer}-parts.csv` } });
  await sql`
    insert into estimate (id, customer_id, key_id, group_ids, request, mode, source_name, status, created_at)
    select 'est_' || ${customer} || n, ${customer}, 'key_' || ${customer}, '{buyers-club}', ${request}::text::json,
      'min_price', ${`${customer}-parts.csv`}, 'parsing', now()
    from generate_series(1, 3) as n`;
  await sql`insert into estimate_document select id, 'bytes' from estimate where customer_id = ${customer}`;
  await sql`
    insert into estimate_product select ${resistorId(0)}, id from estimate where customer_id = ${customer}`;
  await sql`
    insert into idempotency_key values (${customer}, 'estimate', 'once', 'digest', ${`est_${customer}1`})`;
  await sql`
    insert into line_choice (customer_id, line_key, product_id, description)
    values (${customer}, 'line', ${resistorId(0)}, ${`${customer} wants this`})`;
  await sql`
    insert into lookup (credential_id, product_id, is_top, due_at)
    values (${`crd_${customer}`}, ${resistorId(0)}, false, now())`;
  await sql`
    insert into webhook_endpoint (id, customer_id, url, event_types, secret, created_at)
    values (${`whk_${customer}`}, ${customer}, ${`https://${customer}.example/`}, '{estimate.ready}', 'sealed', now())`;
  await sql`
    insert into webhook_delivery (endpoint_id, id, customer_id, type, subject, body, correlation_id, created_at, state,
      deadline_at)
    values (${`whk_${customer}`}, 'msg_1', ${customer}, 'estimate.ready', 'estimate/1', '{}', 'cor_1', now(), 'pending', now())`;
  await sql`
    insert into watch (id, customer_id, key_id, group_ids, product_id, quantity, rule, state, created_at, due_at)
    values (${`wat_${customer}`}, ${customer}, 'key_1', '{}', ${resistorId(0)}, 1, '{}', '{}', now(), now())`;
  await sql`
    insert into watch_notice (watch_id, number, customer_id, type, data, occurred_at, correlation_id)
    values (${`wat_${customer}`}, 1, ${customer}, 'watch.stock', '{}', now(), 'cor_1')`;
  await sql`insert into rate_budget (key, arrivals, starts_at) values (${`ratelimit:borealis:crd_${customer}:all`}, '{}', 0)`;
  await sql`
    insert into ingestion_tick (run_id, supplier_id, credential_id, kind, started_at, phase, page, items, prices, stocks,
      warehouses, pages)
    values (${`run_${customer}`}, 'borealis', ${`crd_${customer}`}, 'prices', now(), 'prices', 0, 0, 0, 0, 0, 0)`;
};

const job = async (id: string, ...requesters: readonly [string, ...string[]]): Promise<void> => {
  const { sql } = database.pool;
  await sql`
    insert into enrichment_job (id, type, target, target_key, priority, customer_id, created_at, turn_at)
    values (${id}, 'discovery', '{}', ${id}, 'normal', ${requesters[0]}, now(), now())`;
  for (const requester of requesters)
    await sql`insert into enrichment_requester (job_id, customer_id, created_at) values (${id}, ${requester}, now())`;
};

beforeEach(async () => {
  database = await testDatabase();
  const { sql } = database.pool;
  await storeKeys(database.pool);
  await fillMarket(database.pool);
  analyticsErasure = { eraseCustomer: async () => ({ 'clickhouse.price_given': 7 }) };
  audit = testAudit(database);
  const auth = createAuthenticator({ callers: createCallerStore(sql), now: () => new Date() });
  edge = await startTestEdge(database.pool, {
    admin: testAdmin(database, {
      announceCallers: auth.forget,
      analyticsErasure: {
        eraseCustomer: (customerId, credentialIds) => analyticsErasure.eraseCustomer(customerId, credentialIds),
      },
    }),
    auth,
    audit: audit.desk,
    maxBodyBytes: 100_000,
  });
  await send('PUT', '/v1/admin/customer-groups/buyers-club', { name: 'Buyers' });
  await send('POST', '/v1/admin/customers', { id: 'globex', name: 'Hank Scorpio', groups: ['buyers-club'] });
  const made = await send('POST', '/v1/admin/customers/globex/keys', { label: 'desk of Hank', scopes: ['catalog'] });
  key = made.body.secret ?? made.body.api_key;
  await sql`insert into api_key_usage (key_id, day, requests) select id, current_date, 5 from api_key where customer_id = 'globex'`;
  for (const customer of ['globex', 'acme']) await fill(customer);
  await job('job_own', 'globex');
  await job('job_shared', 'globex', 'acme');
  await job('job_joined', 'acme', 'globex');
});
afterEach(async () => {
  await edge.stop();
  await database.close();
});

/** The tables in which a text stands anywhere, with how many rows. */
const tablesWith = async (text: string): Promise<Readonly<Record<string, number>>> => {
  const { sql } = database.pool;
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition order by 1`;
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number }[]>`
      select count(*)::int as rows from ${sql(name)} as given where position(${text} in given::text) > 0`;
    if (row !== undefined && row.rows > 0) found[name] = row.rows;
  }
  return found;
};

const rowsOf = (report: { erased: readonly { place: string; rows: number }[] }): Record<string, number> =>
  Object.fromEntries(report.erased.map(({ place, rows }) => [place, rows]));

describe('the erasure of a customer', () => {
  it('takes everything that tells of it, tells how much, and leaves other customers as they were', async () => {
    await send('POST', '/v1/admin/customers', { id: 'initech', name: 'Bill Lumbergh', groups: ['buyers-club'] });
    await send('POST', '/v1/admin/customers/initech/keys', { label: 'desk of Lumbergh', scopes: ['catalog'] });
    const acmeBefore = await tablesWith('acme');
    const othersBefore = await tablesWith('Lumbergh');
    expect(othersBefore).toMatchObject({ event: 2 });
    expect((await send('GET', '/v1/products/prd_1', undefined, key)).status).toBe(501);
    const { status, body } = await erase();
    expect([status, body]).toEqual([200, expect.objectContaining({ customer_id: 'globex' })]);
    expect(rowsOf(body)).toEqual({
      api_key: 1,
      api_key_usage: 1,
      credential: 1,
      customer: 1,
      'clickhouse.price_given': 7,
      enrichment_job: 2,
      enrichment_requester: 3,
      estimate: 3,
      estimate_document: 3,
      estimate_product: 3,
      event: 2,
      group_member: 1,
      idempotency_key: 1,
      ingestion_tick: 1,
      line_choice: 1,
      lookup: 1,
      observation_history: expect.any(Number),
      offer_view: expect.any(Number),
      rate_budget: 1,
      watch: 1,
      watch_notice: 1,
      webhook_delivery: 1,
      webhook_endpoint: 1,
    });
    expect((await send('GET', '/v1/products/prd_1', undefined, key)).status).toBe(401);
    expect((await send('GET', '/v1/admin/customers/globex')).status).toBe(404);

    for (const name of ['Hank', 'globex-parts.csv', 'globex wants', 'globex at borealis'])
      expect([name, await tablesWith(name)]).toEqual([name, {}]);
    // The outbox and its like hold ids of estimates until they are worked off.
    const told = ['credential', 'event', 'event_stream', 'outbox', 'webhook_cause', ...Object.keys(retainedTables)];
    expect(Object.keys(await tablesWith('globex')).filter((table) => !told.includes(table))).toEqual([]);
    const { sql } = database.pool;
    expect(await sql`select from offer_view where credential_id = 'crd_globex'`).toHaveLength(0);
    expect(await sql`select from observation_history where credential_id = 'crd_globex'`).toHaveLength(0);
    expect(await sql`select from offer where id = ${hiddenOffer}`).toHaveLength(1);
    expect(await sql`select from offer_view where offer_id = ${sharedOffer}`).not.toHaveLength(0);

    expect(await tablesWith('Lumbergh')).toEqual(othersBefore);
    const acmeAfter = await tablesWith('acme');
    for (const [table, rows] of Object.entries(acmeBefore))
      if (table !== 'audit_record')
        expect([table, acmeAfter[table]]).toEqual([table, table === 'enrichment_job' ? 2 : rows]);
  });

  it('ends its credential for good, without its secret, and leaves those of others in use', async () => {
    await erase();
    const store = createSupplierStore(database.pool.sql, testSealer());
    const borealis = (await store.suppliers()).find(({ id }) => id === 'borealis');
    const inUse = borealis === undefined ? [] : await store.credentials(borealis);
    expect(inUse.map(({ id }) => id)).toEqual(['crd_acme', 'crd_group', 'crd_system']);
    const [row] = await database.pool.sql`
      select label, owner_id, secret, session, sealed_for, disabled_at is not null as disabled from credential where id = 'crd_globex'`;
    const gone = { secret: null, session: null, sealed_for: null };
    expect(row).toMatchObject({ label: 'erased', owner_id: 'erased:globex', ...gone, disabled: true });
  });

  it('passes a job that others wait for on to them, and ends one that nobody else waits for', async () => {
    await erase();
    const jobs = await database.pool.sql`select id, customer_id from enrichment_job order by id`;
    expect(jobs).toEqual([
      { id: 'job_joined', customer_id: 'acme' },
      { id: 'job_shared', customer_id: 'acme' },
    ]);
    const told = await eventLog(database.pool.sql).read('enrichment_job', 'job_own');
    expect(told.map(({ event }) => event)).toMatchObject([{ type: 'enrichment_job.failed', reason: 'cancelled' }]);
    const estimate = await eventLog(database.pool.sql).read('estimate', 'est_globex1');
    expect(estimate.map(({ event }) => event.type)).toEqual(['estimate.deleted']);
  });

  it('tells nobody of a job that had ended', async () => {
    await job('job_ended', 'globex');
    await database.pool.sql`update enrichment_job set finished_at = now(), result = '{}' where id = 'job_ended'`;
    await erase();
    expect(await database.pool.sql`select from enrichment_job where id = 'job_ended'`).toHaveLength(0);
    expect(await eventLog(database.pool.sql).read('enrichment_job', 'job_ended')).toEqual([]);
  });

  it('names policies that name the customer now, and none that did once or names others', async () => {
    const policy = (customer: string) => ({
      label: 'Theirs',
      target: 'product',
      effect: 'deny',
      condition: `caller.customer == "${customer}"`,
    });
    const made = async (customer: string) =>
      (await send('POST', '/v1/admin/visibility-policies', policy(customer))).body;
    const [once, now] = [await made('globex'), await made('acme')];
    await made('initech');
    const path = (id: string) => `/v1/admin/visibility-policies/${id}`;
    await send('PUT', path(once.id), { ...policy('acme'), expected_version: 1 });
    await send('PUT', path(now.id), { ...policy('globex'), expected_version: 1 });
    const { kept } = (await erase()).body as { kept: readonly { place: string; names?: readonly string[] }[] };
    expect(kept.flatMap(({ place, names = [] }) => (place === 'visibility_policy' ? names : []))).toEqual([now.id]);
  });

  it('tells what stays and why, with the policies that name the customer, and the archives that hold its events', async () => {
    const condition = 'caller.customer == "globex"';
    const policy = { label: 'Theirs', target: 'product', effect: 'deny', condition };
    const { id } = (await send('POST', '/v1/admin/visibility-policies', policy)).body;
    await database.pool.sql`
      insert into event_archive (partition, events, manifest_sha256) values ('event_2020_01', 1, 'x'), ('event_2999_01', 1, 'x')`;
    const { body } = await erase();
    expect(body.kept).toContainEqual({ place: 'visibility_policy', names: [id], why: expect.any(String) });
    expect(body.kept).toContainEqual({ place: 'credential', names: ['crd_globex'], why: expect.any(String) });
    expect(body.kept).toContainEqual({ place: 'audit_record', why: expect.any(String) });
    expect(body.unreachable[0]).toEqual({ place: 'event archive', names: ['event_2999_01'], why: expect.any(String) });
  });

  it('goes on where it was cut off, and the report counts everything once', async () => {
    const { sql } = database.pool;
    await sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
      create trigger fail before delete on line_choice execute function fail()`);
    expect((await erase()).status).toBe(500);
    expect((await send('GET', '/v1/products/prd_1', undefined, key)).status).toBe(401);
    await sql.unsafe('drop trigger fail on line_choice');
    const away = { eraseCustomer: () => Promise.reject(unavailable('clickhouse', 1_000)) };
    analyticsErasure = away;
    expect((await erase()).status).toBe(503);
    analyticsErasure = { eraseCustomer: async () => ({ 'clickhouse.price_given': 2 }) };
    const { status, body } = await erase();
    expect(status).toBe(200);
    expect(rowsOf(body)).toMatchObject({
      estimate: 3,
      line_choice: 1,
      api_key: 1,
      customer: 1,
      'clickhouse.price_given': 2,
    });
    const again = await erase();
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ requested_at: body.requested_at, finished_at: body.finished_at });
    expect(rowsOf(again.body)).toMatchObject({ estimate: 3, line_choice: 1, api_key: 1, customer: 1 });
  });

  it('takes what was written for the customer while it was under way', async () => {
    analyticsErasure = {
      eraseCustomer: async () => {
        await database.pool.sql`
          insert into line_choice (customer_id, line_key, product_id) values ('globex', 'late', ${resistorId(1)})`;
        return {};
      },
    };
    expect(rowsOf((await erase()).body)).toMatchObject({ line_choice: 2, customer: 1 });
    const late = database.pool.sql`
      insert into line_choice (customer_id, line_key, product_id) values ('globex', 'later', ${resistorId(1)})`;
    await expect(late).rejects.toThrow(/foreign key/);
  });

  it('is recorded when it begins and when it ends, with the counts and without the name', async () => {
    const before = (await audit.records()).length;
    await erase();
    const records = (await audit.records()).slice(before);
    expect(records.map(({ operation, outcome }) => [operation, outcome])).toEqual(
      records.map(() => ['admin.v1.Callers/EraseCustomer', 'done']),
    );
    expect(records[0]?.target).toEqual({ kind: 'customer', id: 'globex' });
    expect(JSON.parse(records.at(-1)?.after ?? '{}').erased).toMatchObject({ estimate: 3, customer: 1 });
  });

  it('of an unknown customer is not found, of its own refused, and for operators only', async () => {
    expect((await erase('nobody')).status).toBe(404);
    expect(await erase('acme')).toMatchObject({ status: 409, body: { detail: expect.stringContaining('its own') } });
    expect((await send('POST', '/v1/admin/customers/globex/erasure', {}, fullKey)).status).toBe(403);
    expect((await send('GET', '/v1/admin/customers/globex')).status).toBe(200);
  });
});
