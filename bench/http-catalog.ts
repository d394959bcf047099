/**
 * `GET /v1/products/{id}` and `POST /v1/pricing` beside a bare Hono handler with one primary-key select, over the same load.
 * Ours adds the key, correlation, deadline, metrics, freshness and the contract's JSON. Prices are measured for a few offers
 * that many ask for, which the cache holds, and for so many that it hardly helps.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { defaultProfile } from '../domain/catalog.ts';
import { manufacturerKey, mpnKey } from '../domain/identity.ts';
import { offerId, productId } from '../domain/ids.ts';
import { amount } from '../domain/money.ts';
import { keyHash } from '../gateway/auth.ts';
import { createCallerStore } from '../storage/caller-store.ts';
import { createCatalogStore } from '../storage/catalog-store.ts';
import { createObservationStore } from '../storage/observation-store.ts';
import type { Pool } from '../storage/pool.ts';
import { createSealer } from '../storage/sealing.ts';
import { createSupplierStore } from '../storage/supplier-store.ts';
import { type Benchmark, closedLoop, compare } from './benchmark.ts';
import { openHttpClient } from './http-client.ts';
import type { Ports } from './http-servers.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const workers = 32;
const roundMs = 2_000;
const rounds = 5;
const size = 5_000;
const key = 'os_benchbenchbenchbenchbenchbench22';
const context = { correlationId: 'bench', traceparent: undefined };

const mpns = Array.from({ length: size }, (_, at) => `RC0603FR-07${10_000 + at}KL`);

const fill = async ({ sql }: Pool): Promise<void> => {
  const callers = createCallerStore(sql);
  await callers.putCustomer({ id: 'bench', name: 'Bench', groupIds: [] });
  const scopes = ['catalog', 'pricing'] as const;
  await callers.putKey({ id: 'bench', customerId: 'bench', hash: keyHash(key), scopes, label: 'bench' });
  const products = mpns.map((mpn) => ({
    profileId: defaultProfile.id,
    manufacturer: 'Yageo',
    mpn,
    description: 'Chip resistor 0603 1 % 0.1 W, thick film, general purpose',
    characteristics: { resistance: '10 kOhm', tolerance: '1 %', power: '0.1 W', case: '0603' },
  }));
  await createCatalogStore(sql).upsert(products, new Date(), context);
  const suppliers = createSupplierStore(
    sql,
    createSealer({ activeKeyId: 'k', keys: new Map([['k', Buffer.alloc(32)]]) }),
  );
  const supplierId = 'bench';
  const route = { supplierId };
  await suppliers.putSupplier({
    id: supplierId,
    name: 'Bench',
    plugin: 'bench',
    baseUrl: '',
    route,
    createsProducts: false,
  });
  const credential = {
    id: 'crd_bench',
    supplierId,
    scope: 'system',
    ownerId: undefined,
    label: 'bench',
    secret: {},
  } as const;
  await suppliers.putCredential(credential);
  const breaks = [1, 10, 100, 1_000].map((quantity) => ({ quantity, price: amount('1.5').div(quantity) }));
  const observations = mpns.map((supplierSku) => ({
    id: `obs_${supplierSku}`,
    supplierId,
    supplierSku,
    credentialId: credential.id,
    observedAt: new Date(),
    runId: 'run',
    phase: 'prices',
    price: { kind: 'ladder', ladder: { currency: 'EUR', priceBase: undefined, breaks } } as const,
    stock: [{ warehouseRef: 'main', quantity: 10_000 }],
  }));
  await createObservationStore(sql).apply(observations, context);
};

const get = (path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`);

const post = (path: string, body: string): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );

/** A load of keep-alive connections, each asking for one of the requests after another. */
const openLoad = async (port: number, requests: readonly Buffer[]) => {
  const clients = await Promise.all(Array.from({ length: workers }, () => openHttpClient(port)));
  let next = 0;
  const call = async (worker: number): Promise<number> => {
    next = (next + 1) % requests.length;
    const request = requests[next];
    if (request !== undefined) await clients[worker]?.send(request);
    return 1;
  };
  return {
    run: () => closedLoop({ workers, durationMs: roundMs, call }),
    close: () => {
      for (const client of clients) client.close();
    },
  };
};

const productIds = mpns.map((mpn) => productId(defaultProfile.id, manufacturerKey('Yageo'), mpnKey(mpn)));
const priceRequests = mpns.map((sku) =>
  post('/v1/pricing', JSON.stringify({ offer_id: offerId('bench', sku), quantity: 250 })),
);

const rows = [
  { name: 'GET /v1/products/{id}', requests: productIds.map((id) => get(`/v1/products/${id}`)) },
  { name: 'POST /v1/pricing, 100 offers', requests: priceRequests.slice(0, 100) },
  { name: `POST /v1/pricing, ${size} offers`, requests: priceRequests },
];

const measure = async (ports: Ports, { name, requests }: (typeof rows)[number]) => {
  const ours = await openLoad(ports.ours, requests);
  const bare = await openLoad(
    ports.bare,
    productIds.map((id) => get(`/products/${id}`)),
  );
  const row = await compare({ name, unit: 'requests/s', rounds, ours: ours.run, limit: bare.run });
  ours.close();
  bare.close();
  return row;
};

/** The HTTP rows: fills a scratch database, starts the servers in a child process, and loads them in turn. */
export const httpCatalogBenchmark: Benchmark = () =>
  withScratchPostgres(8, async (pool, url) => {
    await fill(pool);
    const servers = fork(new URL('./http-servers.ts', import.meta.url), [url]);
    try {
      const [ports] = (await once(servers, 'message')) as [Ports];
      const measured = [];
      for (const row of rows) measured.push(await measure(ports, row));
      return measured;
    } finally {
      servers.kill();
      await once(servers, 'exit');
    }
  });
