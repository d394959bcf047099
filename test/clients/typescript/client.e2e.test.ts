import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, connectGrpc, connectHttp, OfferstreamError } from '../../../clients/typescript/src/index.ts';
import type { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { buyableProducts } from '../../support/buyable.ts';
import { eventually } from '../../support/eventually.ts';
import { type Service, startService } from '../../support/service.ts';
import { startTcpFront, type TcpFront } from '../../support/tcp-front.ts';

/** Both transports of the TypeScript client, against a running service with the demo. */

const apiKey = 'os_customer-key-for-the-typescript-client';
const demoSize = '1000';

let dataDir: string;
let service: Service;
let fronts: { readonly grpc: TcpFront; readonly http: TcpFront };

const portOf = (address: string): number => Number(address.split(':').at(-1));

/** The first so many of a stream; the stream ends with it. */
const take = async <Item>(items: AsyncIterable<Item>, count: number): Promise<readonly Item[]> => {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
};

const failureOf = async (call: Promise<unknown>): Promise<OfferstreamError> => {
  const thrown: unknown = await call.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
  if (thrown instanceof OfferstreamError) return thrown;
  throw thrown;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  service = await startService({
    DATA_DIR: join(dataDir, 'data'),
    BOOTSTRAP_CUSTOMER_KEY: apiKey,
    DEMO_PRODUCTS: demoSize,
    OUTBOUND_ALLOW: '',
  });
  fronts = {
    grpc: await startTcpFront(portOf(service.grpcAddress)),
    http: await startTcpFront(portOf(service.httpUrl)),
  };
}, 120_000);

afterAll(async () => {
  await fronts?.grpc.close();
  await fronts?.http.close();
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const transports = {
  grpc: () => connectGrpc({ address: `127.0.0.1:${fronts.grpc.port}`, apiKey }),
  http: () => connectHttp({ baseUrl: `http://127.0.0.1:${fronts.http.port}`, apiKey }),
} as const;

describe.each(['grpc', 'http'] as const)('the client over %s', (edge) => {
  let client: Client;
  let product: Product;
  let offerId: string;

  beforeAll(async () => {
    client = transports[edge]();
    // Offers come in while the demo fills.
    const buyable = await eventually(async () => (await buyableProducts(client, 'RC0603', 40))[0] ?? false, 90_000);
    ({ offerId, ...product } = buyable);
  });

  afterAll(() => client.close());

  it('reads products, alternates and prices, with every field of the messages', async () => {
    const read = await client.catalog.getProduct({ id: product.id, facts: true });
    expect(read).toMatchObject({ id: product.id, mpn: product.mpn, manufacturer: product.manufacturer });
    expect(read.freshness?.observedAt).toBeInstanceOf(Date);
    const { alternates } = await client.catalog.findAlternates({ id: product.id, limit: 3 });
    expect(alternates.length).toBeLessThanOrEqual(3);
    const price = await client.pricing.calculatePrice({ offerId: offerId, quantity: 100, currency: 'EUR' });
    expect(price).toMatchObject({ currency: 'EUR', requestedQuantity: 100, pricingMode: 'fixed' });
    expect(Number(price.finalPriceDecimal)).toBeGreaterThan(0);
  });

  it('streams products one by one, and ends the stream when its reader stops', async () => {
    const first = await eventually(async () => {
      const taken = await take(client.catalog.streamProducts({ filter: { manufacturer: 'Yageo' } }), 20);
      expect(new Set(taken.map(({ id }) => id)).size).toBe(20);
      return taken;
    });
    expect(new Set(first.map(({ manufacturer }) => manufacturer.toUpperCase()))).toEqual(new Set(['YAGEO']));
  });

  it('matches parts, each with the reference of the caller', async () => {
    const items = [
      { reference: 'first', mpn: product.mpn },
      { reference: 'second', mpn: 'no such number 4711' },
    ];
    const matches = await Array.fromAsync(client.catalog.matchParts({ items, includeBestPrice: true }));
    const byReference = new Map(matches.map((match) => [match.reference, match]));
    expect(byReference.get('first')?.product?.id).toBe(product.id);
    expect(byReference.get('second')).toMatchObject({ status: 'unresolved', product: undefined });
  });

  it('prices a stream of requests in their order, the wrong ones as errors of their own', async () => {
    async function* requests() {
      for (const quantity of [1, -5, 100]) yield { offerId: offerId, quantity };
    }
    const prices = await Array.fromAsync(client.pricing.bulkCalculatePrice(requests()));
    expect(prices.map(({ itemError }) => itemError?.code)).toEqual([undefined, 'INVALID_ARGUMENT', undefined]);
    expect(prices[2]?.requestedQuantity).toBe(100);
  });

  it('carries an estimate from its lines to its file', async () => {
    const lines = [{ rawText: product.mpn, quantity: 25 }];
    const begun = await client.estimates.buildEstimate({ lines }, { idempotencyKey: `carried-${edge}` });
    const again = await client.estimates.buildEstimate({ lines }, { idempotencyKey: `carried-${edge}` });
    expect(again.id).toBe(begun.id);

    const watched = await Array.fromAsync(client.estimates.watchEstimate({ estimateId: begun.id, untilReady: true }));
    const ready = watched.at(-1);
    expect(ready).toMatchObject({ status: 'ready', lineCounts: { total: 1, bought: 1 } });
    expect(watched.map(({ version }) => version)).toEqual(
      watched.map(({ version }) => version).toSorted((a, b) => a - b),
    );

    const changes = { lines: [{ number: 1, quantity: 40 }] };
    await client.estimates.updateEstimate({ estimateId: begun.id, changes });
    await Array.fromAsync(client.estimates.watchEstimate({ estimateId: begun.id, untilReady: true }));
    const changed = await client.estimates.getEstimate({ estimateId: begun.id });
    expect(changed.lines[0]?.quantityDecimal).toBe('40');
    expect(changed.version).toBeGreaterThan(ready?.version ?? 0);

    const file = await client.estimates.exportEstimate({ estimateId: begun.id, format: 'csv' });
    expect(file.contentType).toContain('text/csv');
    expect(new TextDecoder().decode(file.content)).toContain(product.mpn);
    const { items } = await client.estimates.listEstimates({ limit: 5 });
    expect(items.map(({ id }) => id)).toContain(begun.id);

    expect((await client.estimates.cancelEstimate({ estimateId: begun.id })).status).toBe('ready');
    await client.estimates.deleteEstimate({ estimateId: begun.id });
    expect((await failureOf(client.estimates.getEstimate({ estimateId: begun.id }))).code).toBe('NOT_FOUND');
  });

  it('watches a job to its end', async () => {
    const target = { offer_id: offerId };
    const begun = await client.enrichment.requestEnrichment({ type: 'refresh_observation', target });
    const watched = await Array.fromAsync(client.enrichment.watchJob({ jobId: begun.id }));
    expect(watched.at(-1)).toMatchObject({ id: begun.id, status: 'completed' });
  });

  it('goes on watching after a broken connection, and tells no version twice', async () => {
    const { id } = await client.estimates.buildEstimate({ lines: [{ rawText: product.mpn, quantity: 5 }] });
    await Array.fromAsync(client.estimates.watchEstimate({ estimateId: id, untilReady: true }));
    const ending = new AbortController();
    const versions: EstimateResponse['version'][] = [];
    const watching = (async () => {
      for await (const { version } of client.estimates.watchEstimate({ estimateId: id }, { signal: ending.signal }))
        versions.push(version);
    })();
    await eventually(() => versions.length > 0);

    fronts[edge].shut();
    fronts[edge].reopen();
    const changed = await client.estimates.updateEstimate({
      estimateId: id,
      changes: { lines: [{ number: 1, quantity: 7 }] },
    });
    await eventually(() => (versions.at(-1) ?? 0) >= changed.version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    ending.abort();
    expect((await failureOf(watching)).code).toBe('CANCELLED');
  });

  it('tells what is wrong with a request, and by what its operators find it', async () => {
    const unknown = await failureOf(client.catalog.getProduct({ id: 'prd_00000000000000000000' }));
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', reason: 'NOT_FOUND' });
    expect(unknown.correlationId).not.toBe('');
    const wrong = await failureOf(client.pricing.calculatePrice({ offerId: offerId, quantity: -1 }));
    expect(wrong).toMatchObject({ code: 'INVALID_ARGUMENT', violations: [{ field: 'quantity' }] });
    const key = `reused-${edge}`;
    await client.estimates.buildEstimate({ lines: [{ rawText: 'a', quantity: 1 }] }, { idempotencyKey: key });
    const other = client.estimates.buildEstimate({ lines: [{ rawText: 'b', quantity: 1 }] }, { idempotencyKey: key });
    expect(await failureOf(other)).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'KEY_REUSED' });
  });

  it('ends a call at its time, and one whose caller has gone', async () => {
    const late = client.catalog.searchProducts({ q: 'RC0603' }, { timeoutMs: 1 });
    expect((await failureOf(late)).code).toBe('DEADLINE_EXCEEDED');
    const gone = client.catalog.searchProducts({ q: 'RC0603' }, { signal: AbortSignal.abort() });
    expect((await failureOf(gone)).code).toBe('CANCELLED');
  });

  it('tries again while the service is away, and says so when it stays away', async () => {
    fronts[edge].shut();
    const asked = client.catalog.getProduct({ id: product.id });
    await new Promise(setImmediate);
    fronts[edge].reopen();
    expect((await asked).id).toBe(product.id);
    fronts[edge].shut();
    const given = await failureOf(client.catalog.getProduct({ id: product.id }, { timeoutMs: 1_500 }));
    expect(['UNAVAILABLE', 'DEADLINE_EXCEEDED']).toContain(given.code);
    fronts[edge].reopen();
    expect((await client.catalog.getProduct({ id: product.id })).id).toBe(product.id);
  });
});
