import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Tenant } from '../../domain/callers/caller.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { createEstimateStore } from '../../storage/estimates/estimate-store.ts';
import { createEnrichmentJobStore } from '../../storage/jobs/enrichment-job-store.ts';
import { createOfferStore } from '../../storage/offers/offer-store.ts';
import { openPool, type Pool, requestClient, type Sql } from '../../storage/pool/pool.ts';
import { forTenant, readForTenant, requireRequestRole } from '../../storage/pool/tenant.ts';
import { migrate } from '../../storage/schema/migrate.ts';
import { createDeliveryLog } from '../../storage/webhooks/delivery-log.ts';
import { createWebhookEndpoints } from '../../storage/webhooks/endpoint-store.ts';
import { createWatches } from '../../storage/webhooks/watch-store.ts';
import { documentRequest } from '../support/estimate-request.ts';
import { untraced } from '../support/event-samples.ts';
import { fillMarket, hiddenOffer, resistorId, sharedOffer } from '../support/market.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testSealer } from '../support/sealer.ts';
import { databaseUrl } from '../support/template-database.ts';

const acme: Tenant = { customerId: 'acme', groupIds: [] };
const globex: Tenant = { customerId: 'globex', groupIds: [] };
const club: Tenant = { customerId: 'initech', groupIds: ['club'] };
const nobody: Tenant = { customerId: 'nobody', groupIds: [] };

/** What tells whose a row is, of every protected table. */
const whose = {
  estimate: 'id',
  estimate_document: 'estimate_id',
  enrichment_job: 'id',
  enrichment_requester: "job_id || ' ' || customer_id",
  credential: 'id',
  offer_view: "offer_id || ' ' || credential_id",
  observation_history: "offer_id || ' ' || credential_id",
  lookup: 'credential_id',
  webhook_endpoint: 'id',
  webhook_delivery: "endpoint_id || ' ' || id",
  watch: 'id',
  watch_notice: "watch_id || ' ' || number",
} as const;

type Table = keyof typeof whose;

const tables = Object.keys(whose) as Table[];

/** What each tenant may find of each table, whatever it asks for. */
const own: Readonly<Record<Table, readonly (readonly [Tenant, readonly string[]])[]>> = {
  estimate: [
    [acme, ['est_acme']],
    [globex, ['est_globex']],
    [nobody, []],
  ],
  estimate_document: [
    [acme, ['est_acme']],
    [globex, ['est_globex']],
    [nobody, []],
  ],
  enrichment_job: [
    [acme, ['job_acme', 'job_both']],
    [globex, ['job_both', 'job_globex']],
    [nobody, []],
  ],
  enrichment_requester: [
    [acme, ['job_acme acme', 'job_both acme']],
    [globex, ['job_both globex', 'job_globex globex']],
    [nobody, []],
  ],
  credential: [
    [acme, ['crd_acme', 'crd_system']],
    [globex, ['crd_globex', 'crd_system']],
    [club, ['crd_club', 'crd_system']],
    [nobody, ['crd_system']],
  ],
  offer_view: [
    [acme, [`${sharedOffer} crd_acme`, `${sharedOffer} crd_system`]],
    [globex, [`${hiddenOffer} crd_globex`, `${sharedOffer} crd_system`]],
    [nobody, [`${sharedOffer} crd_system`]],
  ],
  observation_history: [
    [acme, [`${sharedOffer} crd_acme`, `${sharedOffer} crd_system`]],
    [globex, [`${hiddenOffer} crd_globex`, `${sharedOffer} crd_system`]],
    [nobody, [`${sharedOffer} crd_system`]],
  ],
  lookup: [
    [acme, ['crd_acme']],
    [globex, ['crd_globex']],
    [nobody, []],
  ],
  webhook_endpoint: [
    [acme, ['whk_acme']],
    [globex, ['whk_globex']],
    [nobody, []],
  ],
  webhook_delivery: [
    [acme, ['whk_acme msg_1']],
    [globex, ['whk_globex msg_1']],
    [nobody, []],
  ],
  watch: [
    [acme, ['wat_acme']],
    [globex, ['wat_globex']],
    [nobody, []],
  ],
  watch_notice: [
    [acme, ['wat_acme 1']],
    [globex, ['wat_globex 1']],
    [nobody, []],
  ],
};

/** An endpoint of a customer, with a notice that waits for it. */
const registerWebhook = async (sql: Sql, customerId: string): Promise<void> => {
  const endpointId = `whk_${customerId}`;
  const now = new Date();
  await createWebhookEndpoints(sql, testSealer()).create({
    id: endpointId,
    customerId,
    url: 'https://shop.example/',
    description: '',
    eventTypes: ['estimate.ready'],
    secret: 'whsec_secret',
    now,
  });
  await createDeliveryLog(sql).send(
    { endpointId, customerId },
    { id: 'msg_1', customerId, type: 'webhook.test', subject: 'webhook', occurredAt: now, data: {} },
    untraced,
  );
};

/** A watch of a customer that has told something. */
const tellWatch = async (sql: Sql, customerId: string): Promise<void> => {
  const id = `wat_${customerId}`;
  await createWatches(sql).create({
    id,
    watcher: { customerId, keyId: 'key_1', groupIds: [] },
    target: { kind: 'offer', offerId: sharedOffer },
    quantity: 1,
    rule: { kind: 'stock_from', quantity: 1 },
    now: new Date(),
    cause: untraced,
  });
  await sql`
    insert into watch_notice (watch_id, number, customer_id, type, data, occurred_at, correlation_id)
    values (${id}, 1, ${customerId}, 'watch.stock', '{}', now(), 'cor_1')`;
};

describe('a statement that serves a request', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    const { sql } = database.pool;
    await fillMarket(database.pool);
    await sql`
      insert into credential (id, supplier_id, scope, owner_id, label, secret)
      values ('crd_club', 'borealis', 'group', 'club', 'club', 'sealed')`;
    await sql`
      insert into lookup (credential_id, product_id, is_top, due_at)
      select id, ${resistorId(0)}, false, now() from credential where id in ('crd_acme', 'crd_globex')`;
    const jobs = createEnrichmentJobStore(sql);
    for (const [at, { customerId }] of [acme, globex].entries()) {
      await createCallerStore(sql).putCustomer({ id: customerId, name: customerId, groupIds: [] });
      await createEstimateStore(sql).create(
        {
          id: `est_${customerId}`,
          request: documentRequest,
          document: Buffer.from('secret'),
          caller: { customerId, keyId: 'key_1', groupIds: [] },
          now: new Date(),
        },
        untraced,
      );
      await registerWebhook(sql, customerId);
      await tellWatch(sql, customerId);
      const type = 'rebuild_supply_chain' as const;
      for (const [id, product] of [
        [`job_${customerId}`, at],
        ['job_both', 9],
      ] as const) {
        const target = { kind: 'product', productId: resistorId(product) } as const;
        await jobs.request({ id, type, target, priority: 'low', customerId, now: new Date() }, untraced);
      }
    }
  });
  afterAll(() => database?.close());

  /** Everything that the tenant finds with a condition that holds for all rows. */
  const found = async (table: Table, tenant: Tenant): Promise<readonly string[]> => {
    const rows = await readForTenant<{ id: string }>(
      database.pool.sql,
      tenant,
      (client) => client`select ${client.unsafe(whose[table])} as id from ${client(table)} where true`,
    );
    return [...new Set(rows.map(({ id }) => id))].toSorted();
  };

  it.each(tables)("finds nothing of another tenant's in %s, whatever it asks for", async (table) => {
    for (const [tenant, rows] of own[table])
      expect([tenant.customerId, await found(table, tenant)]).toEqual([tenant.customerId, rows.toSorted()]);
  });

  it.each(tables)('finds nothing in %s that is not for everybody when it does not say for whom', async (table) => {
    const rows = await requestClient(database.pool.sql).unsafe(`select ${whose[table]} as id from ${table}`);
    const forAll = (own[table].find(([tenant]) => tenant === nobody)?.[1] ?? []).toSorted();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(forAll);
  });

  it("neither changes nor deletes another tenant's rows, and makes none for another", async () => {
    const { sql } = database.pool;
    const touched = await forTenant(sql, acme, async (transaction) => [
      (await transaction`update estimate set status = 'error', failure = 'cancelled' where id = 'est_globex'`).count,
      (await transaction`delete from estimate where id = 'est_globex'`).count,
      (await transaction`update enrichment_job set failure = 'cancelled', finished_at = now() where id = 'job_globex'`)
        .count,
      (await transaction`update enrichment_requester set is_waiting = false where customer_id = 'globex'`).count,
    ]);
    expect(touched).toEqual([0, 0, 0, 0]);
    const asGlobex = forTenant(
      sql,
      acme,
      (transaction) => transaction`update estimate set customer_id = 'globex' where id = 'est_acme'`,
    );
    await expect(asGlobex).rejects.toThrow('row-level security');
  });

  it('sees neither secrets of credentials nor what jobs keep for those who work on them', async () => {
    const client = requestClient(database.pool.sql);
    for (const column of [
      'secret from credential',
      'secret from webhook_endpoint',
      'checkpoint from enrichment_job',
      'data from event',
    ])
      await expect(client.unsafe(`select ${column}`)).rejects.toThrow('permission denied');
  });

  it('leaves nothing behind for the next one on its connection', async () => {
    const { sql } = database.pool;
    await forTenant(sql, acme, async () => undefined);
    await found('estimate', acme);
    for (const client of [sql, requestClient(sql)]) {
      const [row] = await client<{ customer: string | null }[]>`
        select nullif(current_setting('offerstream.customer', true), '') as customer`;
      expect(row?.customer).toBeNull();
    }
    const [inTransaction] = await sql.begin(
      (transaction) => transaction`select current_user = session_user as "isSelf"`,
    );
    expect(inTransaction).toEqual({ isSelf: true });
  });

  it('of the stores answers the same as before to whom the rows belong', async () => {
    const { sql } = database.pool;
    const offers = createOfferStore(sql);
    const credentialsOf = async (tenant?: Tenant): Promise<readonly string[]> =>
      (await offers.ofProduct(resistorId(0), tenant && { tenant })).flatMap(({ views }) =>
        views.map(({ credential }) => credential.id),
      );
    expect((await credentialsOf()).toSorted()).toEqual(['crd_acme', 'crd_system']);
    expect((await credentialsOf(acme)).toSorted()).toEqual(['crd_acme', 'crd_system']);
    expect(await credentialsOf(globex)).toEqual(['crd_system']);
    const [past] = await offers.asOf([sharedOffer], new Date(), { tenant: globex });
    expect(past?.views.map(({ credential }) => credential.id)).toEqual(['crd_system']);
    expect(await createEstimateStore(sql).estimate('est_acme', 'acme')).toMatchObject({ id: 'est_acme' });
  });
});

describe('the role of requests', () => {
  let name: string;
  const asAdministrator = async <Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> => {
    const pool = openPool({ url: inject('postgresUrl'), maxConnections: 2 });
    return work(pool).finally(pool.close);
  };
  const urlOf = (user: string): string => {
    const url = new URL(databaseUrl(inject('postgresUrl'), name));
    url.username = user;
    url.password = 'secret';
    return url.href;
  };
  const asUser = async <Result>(user: string, work: (pool: Pool) => Promise<Result>): Promise<Result> => {
    const pool = openPool({ url: urlOf(user), maxConnections: 2 });
    return work(pool).finally(pool.close);
  };
  beforeEach(() => {
    name = `plain_${randomBytes(6).toString('hex')}`;
    return asAdministrator(async ({ sql }) => {
      for (const user of [`${name}_owner`, `${name}_service`])
        await sql.unsafe(`create role ${user} login password 'secret'`);
      await sql.unsafe(`create database ${name} owner ${name}_owner`);
    });
  });
  afterEach(() =>
    asAdministrator(async ({ sql }) => {
      await sql.unsafe(`drop database ${name} with (force)`);
      for (const user of [`${name}_owner`, `${name}_service`]) await sql.unsafe(`drop role ${user}`);
    }),
  );

  /** The owner, whom an administrator has granted the role, makes the schema and fills it. */
  const fillAsOwner = async (): Promise<void> => {
    await asAdministrator(({ sql }) => sql.unsafe(`grant offerstream_request to ${name}_owner`));
    await asUser(`${name}_owner`, async (pool) => {
      await migrate(pool.sql);
      await fillMarket(pool);
    });
  };

  it('is asked for by name where the owner may not take it, and holds once an administrator has granted it', async () => {
    const refused = asUser(`${name}_owner`, ({ sql }) => migrate(sql));
    await expect(refused).rejects.toThrow(`grant offerstream_request to ${name}_owner`);
    await fillAsOwner();
    await asUser(`${name}_owner`, async (pool) => {
      await requireRequestRole(pool.sql);
      const views = (tenant: Tenant) =>
        readForTenant(pool.sql, tenant, (client) => client`select credential_id from offer_view`);
      expect((await views(globex)).map((row) => row?.credential_id).toSorted()).toEqual(['crd_globex', 'crd_system']);
      // The owner acts for all.
      expect(await pool.sql`select from offer_view`).toHaveLength(3);
    });
  });

  it('is asked for by name of a user of fewer rights, which acts for all with it', async () => {
    const service = `${name}_service`;
    await fillAsOwner();
    await asUser(`${name}_owner`, ({ sql }) =>
      sql.unsafe(`grant select, insert, update, delete on all tables in schema public to ${service}`),
    );
    await expect(asUser(service, ({ sql }) => requireRequestRole(sql))).rejects.toThrow(
      `the database user ${service} may not act as offerstream_request`,
    );
    await asAdministrator(({ sql }) => sql.unsafe(`grant offerstream_request to ${service}`));
    await asUser(service, async ({ sql }) => {
      await requireRequestRole(sql);
      expect(await sql`select from offer_view`).toHaveLength(3);
      const seen = await readForTenant(sql, nobody, (client) => client`select credential_id from offer_view`);
      expect(seen).toEqual([{ credential_id: 'crd_system' }]);
    });
  });
});
