import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LookUpWorld, lookUpKey, lookUpWorld } from '../support/look-up-world.ts';
import { type Service, startService } from '../support/service.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';
import { traceText } from '../support/trace-text.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/*
 * What a caller calls its request is what everything that comes of it is called: its events, the
 * calls of suppliers in the log, what those calls bring, the audit trail; and its trace has every
 * step, also those of other processes and of later. `npm run traces` prints the traces as text.
 */

const adminKey = 'os_admin-key-of-the-one-correlation';

let world: LookUpWorld;
let collector: TraceCollector;
let service: Service;
let receiver: WebhookReceiver;
/** The trace of each request by what it was. */
const traces = new Map<string, string>();

beforeAll(async () => {
  [world, collector, receiver] = await Promise.all([
    lookUpWorld(30, { isKnown: false }),
    startTraceCollector(),
    startWebhookReceiver(),
  ]);
  service = await startService({
    ...world.environment,
    LOG_LEVEL: 'debug',
    BOOTSTRAP_ADMIN_KEY: adminKey,
    WEBHOOKS_ALLOW: receiver.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
}, 180_000);
afterAll(async () => {
  await service?.stop();
  if (process.env.PRINT_TRACES === '1') printTraces();
  collector?.close();
  await Promise.all([world?.close(), receiver?.close()]);
});

/** Prints every trace that was asked for; what came last has come with the end of the service. */
const printTraces = (): void => {
  for (const [what, traceId] of traces) {
    const spans = collector.spans.filter((span) => span.traceId === traceId);
    process.stdout.write(`\n${what}: ${spans.length} spans of trace ${traceId}\n${traceText(spans)}\n`);
  }
};

/** A request under a correlation id and in a trace of its caller's. */
const send = async (correlationId: string, method: string, path: string, body?: object, key = lookUpKey) => {
  const traceId = randomBytes(16).toString('hex');
  if (correlationId !== 'of-another') traces.set(correlationId, traceId);
  const answer = await fetch(`${service.httpUrl}/v1/${path}`, {
    method,
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'x-correlation-id': correlationId,
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answered = (await answer.json()) as Record<string, unknown>;
  expect(answer.status, JSON.stringify(answered)).toBeLessThan(300);
  expect(answer.headers.get('x-correlation-id')).toBe(correlationId);
  return { traceId, body: answered };
};

/** The ids under which the events of one thing are stored. */
const idsOfEvents = async (aggregateId: string): Promise<readonly string[]> => {
  const rows = await world.database.pool.sql<{ id: string }[]>`
    select distinct correlation_id as id from event where aggregate_id = ${aggregateId}`;
  return rows.map(({ id }) => id);
};

/** The events of offers that a request has brought about. */
const offerEventsOf = async (correlationId: string): Promise<number> => {
  const [row] = await world.database.pool.sql<{ count: number }[]>`
    select count(*)::int as count from event where aggregate_type = 'offer' and correlation_id = ${correlationId}`;
  return row?.count ?? 0;
};

/** The calls of suppliers that the log tells of a request. */
const callsOf = (correlationId: string) =>
  service.lines.filter(
    ({ event, correlation_id }) => event === 'ingestion.http.request.end' && correlation_id === correlationId,
  );

/** Resolves when a trace has spans of all these names. */
const spansOf = (traceId: string, ...names: readonly string[]): Promise<void> =>
  eventually(() => {
    const told = new Set(collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name));
    expect(names.filter((name) => !told.has(name))).toEqual([]);
  }, 60_000);

/** What a page brings is published at once for all who wait for it: it is of the page's trace. */
const fromTheSupplier = ['ingestion.lookup', 'supplier call', 'apply observations'];
const offer = { id: '', productId: '' };

test('an estimate with look-ups', async () => {
  const lines = world.catalogue.slice(0, 5).map(({ mpn }) => ({ raw_text: mpn, mpn, quantity: 1 }));
  const { traceId, body } = await send('of-the-estimate', 'POST', 'estimates', { lines });
  const ready = await eventually(async () => {
    const { body: seen } = await send('of-another', 'GET', `estimates/${String(body.id)}`);
    return seen.status === 'ready' && seen;
  }, 60_000);
  const [line] = ready.lines as { canonical_id: string; chosen: { offer_id: string }[] }[];
  Object.assign(offer, { id: line?.chosen[0]?.offer_id, productId: line?.canonical_id });
  expect(await idsOfEvents(String(body.id))).toEqual(['of-the-estimate']);
  await eventually(() => callsOf('of-the-estimate').length > 0);
  expect(await offerEventsOf('of-the-estimate')).toBeGreaterThan(0);
  await spansOf(traceId, 'svc.public.v1.Estimate/BuildEstimate', 'use case', 'estimate.parse', 'estimate.optimise');
  await spansOf(traceId, ...fromTheSupplier, 'postgres', 'publish events');
});

test('a price', async () => {
  const { traceId } = await send('of-the-price', 'POST', 'pricing', { offer_id: offer.id, quantity: 10 });
  await spansOf(traceId, 'svc.public.v1.Pricing/CalculatePrice', 'use case');
});

test('a job', async () => {
  const job = { type: 'refresh_observation', target: { offer_id: offer.id } };
  const { traceId, body } = await send('of-the-job', 'POST', 'enrichment-jobs', job);
  await eventually(async () => {
    const { body: seen } = await send('of-another', 'GET', `enrichment-jobs/${String(body.id)}`);
    return seen.status === 'completed';
  }, 60_000);
  expect(await idsOfEvents(String(body.id))).toEqual(['of-the-job']);
  await eventually(() => callsOf('of-the-job').length > 0);
  await spansOf(traceId, 'svc.public.v1.Enrichment/RequestEnrichment', 'use case', 'enrichment.refresh_observation');
  await spansOf(traceId, ...fromTheSupplier, 'postgres');
});

test("an operator's order", async () => {
  const path = 'admin/connectors/meridian/workers';
  const order = { max_concurrent_per_credential: 1, ttl: '1h' };
  const { traceId } = await send('of-the-order', 'PATCH', path, order, adminKey);
  expect(await idsOfEvents('meridian')).toContain('of-the-order');
  const { body } = await send('of-another', 'GET', 'admin/audit?target=meridian', undefined, adminKey);
  expect((body.items as { request_id?: string }[]).map(({ request_id }) => request_id)).toContain('of-the-order');
  await spansOf(traceId, 'admin.v1.Connectors/LimitWorkers', 'use case', 'postgres transaction', 'publish events');
});

test('a webhook', async () => {
  const event_types = ['estimate.started', 'estimate.ready', 'estimate.error'];
  const endpoint = { url: `${receiver.url}/hook`, event_types };
  await send('of-the-endpoint', 'POST', 'webhooks', endpoint);
  const lines = [{ raw_text: world.catalogue[0]?.mpn, quantity: 1 }];
  const { traceId, body } = await send('of-the-notice', 'POST', 'estimates', { lines });
  const notices = () => receiver.received.filter(({ payload }) => payload.data.estimate_id === body.id);
  await eventually(() => notices().length >= 2, 60_000);
  for (const { correlationId, traceparent } of notices()) {
    expect(correlationId).toBe('of-the-notice');
    expect(traceparent).toContain(traceId);
  }
  await spansOf(traceId, 'svc.public.v1.Estimate/BuildEstimate', 'use case', 'webhook.deliver');
});
