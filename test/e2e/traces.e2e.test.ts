import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PricingClient } from '../../proto/gen/svc/public/v1/pricing.ts';
import { eventually } from '../support/eventually.ts';
import { type Service, startService } from '../support/service.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

const customerKey = 'os_customer-key-for-the-traces';
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

let dataDir: string;
let collector: TraceCollector;
let service: Service;
let offerIds: readonly string[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  collector = await startTraceCollector();
  service = await startService({
    DATA_DIR: join(dataDir, 'data'),
    DEMO_PRODUCTS: '300',
    BOOTSTRAP_CUSTOMER_KEY: customerKey,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
  offerIds = await eventually(priceableOffers, 60_000);
}, 180_000);
afterAll(async () => {
  await service?.stop();
  collector?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const get = async (path: string) => {
  const answer = await fetch(`${service.httpUrl}${path}`, { headers: { 'x-api-key': customerKey } });
  return (await answer.json()) as { items?: { id: string; supplier_id: string }[] };
};

/** Offers of some products that callers can see. */
const offersSeen = async () => {
  const { items: products = [] } = await get('/v1/products?q=R&limit=20');
  const offers = await Promise.all(products.map(({ id }) => get(`/v1/products/${id}/offers`)));
  return offers.flatMap(({ items = [] }) => items);
};

const priceableOffers = async (): Promise<readonly string[] | false> => {
  const offers = await offersSeen();
  return offers.length >= 2 && offers.map(({ id }) => id);
};

/** An offer of the demo's supplier that is asked about single parts. */
const lookedUpOffer = async (): Promise<string | false> =>
  (await offersSeen()).find(({ supplier_id }) => supplier_id === 'meridian')?.id ?? false;

/** A caller's own span, which is to be the parent of the entry. */
const callerSpan = () => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=a1' } };
};

const children = ({ traceId, spanId }: Pick<CollectedSpan, 'traceId' | 'spanId'>, name: string) =>
  collector.spans.filter((span) => span.traceId === traceId && span.parentId === spanId && span.name === name);

/** The one child of that name, as soon as it has arrived. */
const child = (parent: Pick<CollectedSpan, 'traceId' | 'spanId'>, name: string): Promise<CollectedSpan> =>
  eventually(() => children(parent, name)[0] ?? false);

const operation = 'svc.public.v1.Pricing/CalculatePrice';
const isSelect = (text: string | number | undefined): boolean => /^select .* from /.test(String(text));

const chainOfPrice = async (
  caller: { traceId: string; spanId: string },
  attributes: Readonly<Record<string, string | number>>,
): Promise<void> => {
  const entry = await child(caller, operation);
  expect(entry).toMatchObject({ attributes, traceState: 'vendor=a1', isError: false });
  const useCase = await child(entry, 'use case');
  // There may be others, in any order.
  const statement = await eventually(
    () => children(useCase, 'postgres').find(({ attributes }) => isSelect(attributes['db.query.text'])) ?? false,
  );
  expect([entry, useCase, statement].map(({ kind }) => kind)).toEqual([kinds.server, kinds.internal, kinds.client]);
  expect(useCase.attributes).toMatchObject({ operation });
  expect(statement.durationMs).toBeLessThanOrEqual(entry.durationMs);
};

test('a price over HTTP is the chain of caller, entry, use case and database', async () => {
  const caller = callerSpan();
  const answer = await fetch(`${service.httpUrl}/v1/pricing`, {
    method: 'POST',
    headers: { 'x-api-key': customerKey, 'content-type': 'application/json', ...caller.headers },
    body: JSON.stringify({ offer_id: offerIds[0], quantity: 100 }),
  });
  expect(answer.status).toBe(200);
  await chainOfPrice(caller, {
    'http.request.method': 'POST',
    'http.route': '/v1/pricing',
    'http.response.status_code': 200,
  });
});

test('a price over gRPC is the chain of caller, entry, use case and database', async () => {
  const caller = callerSpan();
  const client = new PricingClient(service.grpcAddress, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('x-api-key', customerKey);
  for (const [name, value] of Object.entries(caller.headers)) metadata.set(name, value);
  const request = { offerId: offerIds[1] ?? '', quantity: 100, deliveryZone: '', date: undefined };
  await new Promise<void>((resolve, reject) => {
    client.calculatePrice(request, metadata, (error) => (error === null ? resolve() : reject(error)));
  });
  client.close();
  await chainOfPrice(caller, {
    'rpc.system': 'grpc',
    'rpc.service': 'svc.public.v1.Pricing',
    'rpc.method': 'CalculatePrice',
    'rpc.grpc.status_code': 0,
  });
});

test('an event stream has its use case beneath its entry', async () => {
  const caller = callerSpan();
  const answer = await fetch(`${service.httpUrl}/v1/estimates/est_none/events`, {
    headers: { 'x-api-key': customerKey, ...caller.headers },
  });
  expect(answer.status).toBe(404);
  const entry = await eventually(
    () => collector.spans.find(({ parentId }) => parentId === caller.spanId) ?? false,
    30_000,
  );
  expect(entry).toMatchObject({ attributes: { 'http.response.status_code': 404 }, isError: false });
  await child(entry, 'use case');
});

/** The spans beneath one, by a way of names; every child of each name is followed. */
const beneath = (roots: readonly CollectedSpan[], ...names: readonly string[]): readonly CollectedSpan[] =>
  names.reduce((spans, name) => spans.flatMap((span) => children(span, name)), roots);

test('what a job asks of suppliers is in the trace of its request, from the queue to the applied answer', async () => {
  const caller = callerSpan();
  const offerId = await eventually(lookedUpOffer, 60_000);
  const answer = await fetch(`${service.httpUrl}/v1/enrichment-jobs`, {
    method: 'POST',
    headers: { 'x-api-key': customerKey, 'content-type': 'application/json', ...caller.headers },
    body: JSON.stringify({ type: 'refresh_observation', target: { offer_id: offerId } }),
  });
  expect(answer.status).toBe(201);
  const entry = await child(caller, 'svc.public.v1.Enrichment/RequestEnrichment');
  await child(entry, 'enrichment.refresh_observation');
  const lookUp = await eventually(
    () => children(entry, 'ingestion.lookup').find((each) => beneath([each], 'apply observations').length > 0) ?? false,
    60_000,
  );
  expect(beneath([lookUp], 'supplier call')[0]).toMatchObject({ kind: kinds.client });
  expect(lookUp.links).toHaveLength(1);
});

test('a tick is one trace, from the call of the supplier across the bus to the database and the events of the outbox', async () => {
  const chains = [
    { way: ['supplier call'], kind: kinds.client },
    { way: ['publish observations'], kind: kinds.producer },
    { way: ['apply observations'], kind: kinds.consumer },
    { way: ['apply observations', 'postgres transaction', 'postgres'], kind: kinds.client },
    { way: ['apply observations', 'publish events'], kind: kinds.producer },
  ];
  const [page, tick] = await eventually(() => {
    const ticks = collector.spans.filter(({ name }) => name === 'ingestion.tick');
    // Most pages of look-ups bring nothing new, so they have no events. Spans come in any order.
    const whole = beneath(ticks, 'ingestion.page').find((each) =>
      chains.every(({ way }) => beneath([each], ...way).length > 0),
    );
    const its = ticks.find(({ spanId }) => spanId === whole?.parentId);
    return whole !== undefined && its !== undefined && ([whole, its] as const);
  }, 60_000);
  for (const { way, kind } of chains) expect(beneath([page], ...way)[0]).toMatchObject({ kind });
  expect(beneath([page], 'publish observations')[0]?.attributes).toMatchObject({
    'messaging.system': expect.stringMatching(/^(nats|postgresql)$/),
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'offer.observation.v1',
  });
  expect(beneath([page], 'supplier call')[0]?.attributes.supplier).toBe(tick.attributes.supplier);
  expect(tick.parentId).toBe('');
});

test('nothing that is sent to the collector holds a key', () => {
  expect(JSON.stringify(collector.spans)).not.toContain(customerKey);
});
