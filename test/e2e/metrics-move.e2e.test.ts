import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { observationSubject } from '../../domain/events.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { hasEmbeddedEngine } from '../support/analytics.ts';
import { eventually } from '../support/eventually.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const customerKey = 'os_customer-key-for-the-metrics';
const adminKey = 'os_admin-key-for-the-metrics';

/** What a healthy day does not move, and what would. */
const still: Readonly<Record<string, string>> = {
  actor_dead_letters_total: 'a message to an actor that has ended',
  actor_mailbox_depth:
    'a message that waits at the very moment of the look: an actor takes its next one within the turn',
  actor_messages_rejected_total: 'a mailbox that is full',
  actor_restarts_total: 'a bug in an actor',
  ch_prices_given_dropped_total: 'a bus that is away for longer than prices given have room to wait',
  enrichment_jobs_waiting: 'more jobs of a type than run at once',
  estimate_recomputed_total: 'an offer that changes under a ready estimate that somebody looks at',
  ingestion_prices_held_total: 'a supplier whose prices jump',
  ingestion_top_offers_oldest_seconds: 'offers that are hours old',
  ingestion_top_offers_stale: 'offers that are hours old',
  outbox_parked: 'an event that the bus refuses',
  vendor_credential_refused_in_a_row: 'a supplier that answers 429 or 403',
};

/** The engine of the analytical projection is optional. */
const withEngine = ['ch_ingestion_lag_seconds', 'ch_ingestion_errors_total', 'ch_query_duration_seconds'];
const isStill = (name: string): boolean =>
  still[name] !== undefined || (!hasEmbeddedEngine && withEngine.includes(name));

let database: TestDatabase;
let model: ModelServer;
let nats: TestNats;
let dataDir: string;
let service: Service;
let receiver: WebhookReceiver;
const moved = new Set<string>();
/** Products of which offers were priced. */
const asked = new Set<string>();

beforeAll(async () => {
  [database, nats, dataDir, model] = await Promise.all([
    testDatabase(),
    testNats(),
    mkdtemp(join(tmpdir(), 'offerstream-')),
    startModelServer(),
  ]);
  receiver = await startWebhookReceiver();
  service = await startService({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_PRODUCTS: '2000',
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
    BOOTSTRAP_ADMIN_KEY: adminKey,
    STOCKS_INTERVAL_MS: '1000',
    ARCHIVE_DIRECTORY: join(dataDir, 'archive'),
    KEY_STREAMS: '1',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'small',
    WEBHOOKS_ALLOW: receiver.url,
    ...(hasEmbeddedEngine && { ANALYTICS: 'embedded' }),
  });
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await Promise.all([nats?.close(), database?.close(), model?.close(), receiver?.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Looks at `/metrics` and remembers what is or was not zero. */
const look = async (): Promise<void> => {
  const text = await (await fetch(`${service.httpUrl}/metrics`)).text();
  for (const line of text.split('\n')) {
    const [series = '', value] = [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)];
    if (line.startsWith('#') || Number(value) === 0 || value === '') continue;
    const name = series.replace(/\{.*/, '');
    moved.add(name).add(name.replace(/_(bucket|sum|count)$/, ''));
  }
};

const send = async (method: string, path: string, body?: object, key = adminKey) => {
  const answer = await fetch(`${service.httpUrl}/v1/${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const idsOf = (items: unknown): readonly string[] => (items as { id: string }[]).map(({ id }) => id);

/** What callers ask for, with what is not there and with a key that is none. */
const callers = async (): Promise<readonly string[]> => {
  const found = idsOf((await send('GET', 'products?q=RC0603&limit=3', undefined, customerKey)).body.items);
  await send('GET', 'products/none', undefined, customerKey);
  await send('POST', 'pricing', { offer_id: 'none', quantity: 1 }, customerKey);
  await send('POST', 'parts/match', { items: [{}] }, customerKey);
  await send('GET', 'products', undefined, 'os_key-of-nobody-that-is-known');
  await send('GET', 'enrichment-jobs/none', undefined, customerKey);
  await send('GET', 'estimates/none', undefined, customerKey);
  await send('GET', 'admin/analytics/supplier-coverage');
  await send('GET', 'admin/connectors/none');
  await send('GET', 'products/none/offers', undefined, customerKey);
  const offers: string[] = [];
  for (const id of found) {
    asked.add(id);
    const { body } = await send('GET', `products/${id}/offers`, undefined, customerKey);
    offers.push(...idsOf(body.items));
  }
  for (const offer_id of offers) await send('POST', 'pricing', { offer_id, quantity: 10 }, customerKey);
  return offers;
};

/**
 * Policies that hide, that mask, that cannot be decided, and one that an older build left and this
 * one cannot read.
 */
const policies = async (): Promise<void> => {
  const draft = { target: 'product', priority: 1, enabled: true };
  for (const [label, effect, condition] of [
    ['hides', 'deny', 'product.manufacturer == "Nobody"'],
    ['hides some', 'deny', 'product.mpn.endsWith("7L")'],
    ['asks for the unknown', 'deny', 'product.characteristics.nothing == "x"'],
  ]) {
    const { status, body } = await send('POST', 'admin/visibility-policies', { ...draft, label, effect, condition });
    expect(status, JSON.stringify(body)).toBe(201);
  }
  // Before the unreadable one hides everything from everybody.
  await eventually(async () => {
    await callers();
    await look();
    return moved.has('visibility_undecided_total');
  });
  await database.pool.sql`
    insert into visibility_policy (id, version, document, recorded_by)
    select 'vis_broken', 1, jsonb_set(document, '{condition}', '"no ( condition"'), 'key_old' from visibility_policy limit 1`;
};

/** Two open streams of a key that may have one. */
const twoStreams = async (path: string): Promise<void> => {
  const headers = { 'x-api-key': customerKey };
  const first = await fetch(`${service.httpUrl}/v1/${path}`, { headers });
  const second = await fetch(`${service.httpUrl}/v1/${path}`, { headers });
  expect([first.status, second.status]).toEqual([200, 429]);
  await Promise.all([first.body?.cancel(), second.body?.cancel()]);
};

/** An operator says of an offer that it is not the product that was decided. */
const rejectMatch = async ([offer = '']: readonly string[]): Promise<void> => {
  const { body } = await send('GET', `admin/offers/${offer}/match`);
  await send('POST', `admin/offers/${offer}/match`, { decision: 'reject', product_id: body.product_id });
};

/** Jobs that end, and some that are joined and given up. */
const jobs = async ([offer_id = '']: readonly string[]): Promise<void> => {
  await send('POST', 'enrichment-jobs', { type: 'rebuild_supply_chain', target: { offer_id } }, customerKey);
  const job = { type: 'refresh_observation', target: { offer_id }, priority: 'high' };
  const wanted = ['dedup_hits_total', 'failed_total'].map((name) => `enrichment_jobs_${name}`);
  await eventually(async () => {
    const { body } = await send('POST', 'enrichment-jobs', job, customerKey);
    await send('POST', 'enrichment-jobs', job, customerKey);
    await look();
    await send('DELETE', `enrichment-jobs/${String(body.id)}`, undefined, customerKey);
    expect(wanted.filter((name) => !moved.has(name))).toEqual([]);
  }, 60_000);
};

/**
 * What rules cannot read is asked of a language model, which answers well once it has answered
 * badly.
 */
const characteristics = async (): Promise<void> => {
  const [part] = await database.pool.sql<{ id: string }[]>`
    select product_id as id from offer where product_id is not null and description is not null limit 1`;
  const job = { type: 'refresh_characteristics', target: { product_id: part?.id }, priority: 'high' };
  for (const [answer, metric] of [
    ['no JSON', 'llm_call_faults_total'],
    ['{"characteristics": []}', 'llm_tokens_used_total'],
  ] as const) {
    model.answer(answer);
    const { body } = await send('POST', 'enrichment-jobs', job, customerKey);
    await eventually(async () => {
      await look();
      return moved.has(metric);
    }, 60_000);
    await send('DELETE', `enrichment-jobs/${String(body.id)}`, undefined, customerKey);
  }
};

/**
 * A list that can be bought, asked for until it is seen to be worked on, and one that cannot be
 * read.
 */
const estimates = async (): Promise<void> => {
  const { body } = await send('GET', 'products?q=RC0603&limit=20', undefined, customerKey);
  const lines = (body.items as { mpn: string; manufacturer: string }[]).map(({ mpn, manufacturer }) => ({
    mpn,
    manufacturer,
    quantity: 10,
  }));
  const unreadable = { source_format: 'xlsx', source_document: Buffer.from('no workbook').toString('base64') };
  await send('POST', 'estimates', unreadable, customerKey);
  const wanted = ['estimate_in_flight', 'estimate_optimality_gap', 'estimate_failed_total'];
  const { body: first } = await send('POST', 'estimates', { lines }, customerKey);
  // Of a ready estimate, too, the events go on.
  await twoStreams(`estimates/${String(first.id)}/events`);
  await eventually(async () => {
    await send('POST', 'estimates', { lines }, customerKey);
    await look();
    expect(wanted.filter((name) => !moved.has(name))).toEqual([]);
  }, 60_000);
};

/** An endpoint that takes what it is told, one that wants nothing any more, and a watch. */
const webhooks = async (): Promise<void> => {
  receiver.answer(({ payload }) => (payload.type === 'webhook.test' ? 410 : 204));
  const endpoint = { url: `${receiver.url}/hook`, event_types: ['estimate.started'] };
  await send('POST', 'webhooks', endpoint, customerKey);
  const { body: gone } = await send('POST', 'webhooks', endpoint, customerKey);
  await send('POST', `webhooks/${String(gone.id)}/test`, {}, customerKey);
  await send('GET', 'webhooks/none', undefined, customerKey);
  const [product_id] = [...asked];
  const { status, body } = await send(
    'POST',
    'watches',
    { target: { product_id }, rule: { kind: 'stock_from', quantity: 0 } },
    customerKey,
  );
  expect(status, JSON.stringify(body)).toBe(201);
};

/** Somebody publishes what cannot be read. */
const damage = async (): Promise<void> => {
  const connection = await connect({ servers: nats.url });
  await connection.jetstream().publish(observationSubject, 'no JSON');
  await connection.close();
};

/** All offers wait for a decision again, and nobody can write of an offer for a moment. */
const heldOffers = async (): Promise<void> => {
  let held = Promise.resolve<unknown>(undefined);
  await database.pool.sql.begin(async (sql) => {
    // Taken first, from who locks rows too: a statement that locks rows in no order can deadlock
    // with those of the service, and so can one whose rows somebody has locked who will write.
    await sql`lock table offer in exclusive mode`;
    await sql`update offer set matched_at = null`;
    // The next one to hold the table waits already, before whoever would decide all of them again.
    held = whileHeld();
    await eventually(async () => {
      const waiting = await sql`
        select from pg_locks where relation = 'offer'::regclass and mode = 'ShareRowExclusiveLock' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      return waiting.length > 0;
    });
  });
  await held;
};

/** Nobody can write of an offer until it has been seen that offers wait. */
const whileHeld = async (): Promise<void> => {
  // The connections of the pool may all be taken by who holds the table now.
  const client = postgres(database.url, { max: 1 });
  await client.begin(async (sql) => {
    await sql`lock table offer in share row exclusive mode`;
    await eventually(async () => {
      await look();
      return moved.has('matching_backlog_size');
    }, 50_000);
  });
  await client.end();
};

/** The shared budgets do not answer for a moment, and the bus is silent for another. */
const outages = async ([offer_id = '']: readonly string[]): Promise<void> => {
  await database.pool.sql.begin(async (sql) => {
    await sql`lock table rate_budget in access exclusive mode`;
    await eventually(async () => {
      await look();
      return moved.has('rate_limiter_fallback_local_total');
    }, 50_000);
  });
  await nats.freeze();
  try {
    await send('POST', 'admin/customers', { name: 'while the bus is silent' });
    // A job waits for a page, which begins and cannot be told how much waits.
    await send('POST', 'enrichment-jobs', { type: 'refresh_observation', target: { offer_id } }, customerKey);
    const wanted = [
      'outbox_unpublished_count',
      'outbox_lag_seconds',
      'ingestion_pages_held_up',
      'enrichment_jobs_in_flight',
    ];
    await eventually(async () => {
      await look();
      expect(wanted.filter((name) => !moved.has(name))).toEqual([]);
    }, 60_000);
  } finally {
    nats.thaw();
  }
};

test('every metric of the catalogue moves under the traffic of a day', { timeout: 600_000 }, async () => {
  const offers = await eventually(async () => {
    const found = await callers();
    return found.length > 0 && found;
  }, 60_000);
  const wrong = { login: 'nobody', password: 'nothing' };
  await send('POST', 'admin/connectors/borealis/credentials', { scope: 'system', label: 'of nobody', secret: wrong });
  await send('POST', 'admin/matching/rematch');
  await rejectMatch(offers);
  await jobs(offers);
  await characteristics();
  await webhooks();
  await estimates();
  await policies();
  await damage();
  await heldOffers();
  await outages(offers);
  const catalogue = createMetrics('test')
    .registry.getMetricsAsArray()
    .map(({ name }) => name);
  expect(catalogue).toEqual(expect.arrayContaining(Object.keys(still)));
  const names = catalogue.filter((name) => !/^(nodejs|process)_/.test(name) && !isStill(name));
  await eventually(async () => {
    await callers();
    await look();
    expect(names.filter((name) => !moved.has(name))).toEqual([]);
  }, 90_000);
});

test.skipIf(!hasEmbeddedEngine)('what customers were told of prices meanwhile can be asked for', async () => {
  const answers = await eventually(async () => {
    const given = await Promise.all([...asked].map((id) => send('GET', `admin/analytics/products/${id}/prices-given`)));
    const days = given.flatMap(({ body }) => (body.days as { answers: number; last?: string }[]) ?? []);
    return days.some(({ last }) => last !== undefined) && days.reduce((sum, day) => sum + day.answers, 0);
  });
  expect(answers).toBeGreaterThan(0);
});
