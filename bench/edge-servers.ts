/**
 * The servers of the edge benchmarks, in a process of their own so that the load does not share
 * their event loop: both edges whole, over one set of use cases and their stores, and what each is
 * measured beside: a bare Hono handler with one primary-key select, over as many connections to the
 * same database as ours has, and a bare grpc-js method. Started with the database's URL; tells its
 * parent the ports.
 */
import { promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { CatalogStore } from '../domain/catalog/ports.ts';
import { builtInProfiles } from '../domain/identity/built-in-profiles.ts';
import type { OfferChangeFeed } from '../domain/offers/ports.ts';
import { createAuthenticator } from '../gateway/auth/authenticator.ts';
import { createReadCache } from '../gateway/cache/read-cache.ts';
import { loadConfig } from '../gateway/config/config.ts';
import { createUseCases } from '../gateway/create-use-cases.ts';
import { startGrpcServer } from '../gateway/grpc/server.ts';
import { startHttpServer } from '../gateway/http/server.ts';
import { createOfferCache, type OfferCache } from '../gateway/pricing/offer-cache/offer-cache.ts';
import { startLoadShedder } from '../gateway/protection/load-shedder.ts';
import { createPolicyBook } from '../gateway/visibility/policy-book.ts';
import { createVisibility, type Visibility } from '../gateway/visibility/visibility.ts';
import { partSources } from '../gateway/wire/parts.ts';
import { createCallerStore } from '../storage/callers/caller-store.ts';
import { createVisibilityPolicyStore } from '../storage/callers/visibility-policy-store.ts';
import { createCatalogStore } from '../storage/catalog/catalog-store.ts';
import { createLineCatalogue } from '../storage/estimates/line-catalogue.ts';
import { createLineChoices } from '../storage/estimates/line-choices.ts';
import { createOfferChangeFeed } from '../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../storage/offers/offer-store.ts';
import { createPriceHistoryStore } from '../storage/offers/price-history.ts';
import { openPool, type Sql } from '../storage/pool/pool.ts';
import { createPartWants } from '../storage/wants/part-want-store.ts';
import { createLogger, type Logger, type LogLevel } from '../telemetry/logger.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { addEcho } from './echo.ts';
import { rulesBook } from './rules.ts';

/** What the policed servers have done since they were last asked, whatever the edge. */
export interface Counts {
  readonly prices: number;
  /** Offers read from the database for them. */
  readonly reads: number;
}

/** What the parent is told when all servers listen. */
export interface Ports {
  readonly http: number;
  readonly grpc: number;
  /** Ours again, under the visibility policies that the database holds. */
  readonly policedGrpc: number;
  readonly policedHttp: number;
  /** Ours again, without a log. */
  readonly silentGrpc: number;
  readonly silentHttp: number;
  readonly bareHttp: number;
  readonly bareGrpc: number;
  /** The process that they all run in. */
  readonly pid: number;
}

const host = '127.0.0.1';
const maxConnections = 8;
const maxBodyBytes = 1_048_576;
const deadlineMs = 10_000;

const policed = async (
  sql: Sql,
  { catalog, metrics, log }: { catalog: CatalogStore; metrics: Metrics; log: Logger },
): Promise<Visibility> => {
  const book = createPolicyBook({ store: createVisibilityPolicyStore(sql), metrics: metrics.visibility, log });
  await book.refresh();
  const products = createReadCache({ read: catalog.products });
  return createVisibility({ book, product: products.load, metrics: metrics.visibility });
};

const counts = { prices: 0, reads: 0 };

const countPrice = (): void => {
  counts.prices += 1;
};

const ruled = { current: () => rulesBook, asOf: async () => rulesBook };

/** The store, counting what is read of it by id. */
const counted = (store: OfferChangeFeed): OfferChangeFeed => ({
  ...store,
  records: (ids, options) => {
    counts.reads += ids.length;
    return store.records(ids, options);
  },
});

/** As a service has it that is told nothing; `OFFER_MEMORY_MB` gives it another room. */
const offerBytes = loadConfig().offerMemoryBytes;
const followMs = 500;

/** Offers in memory, as the service keeps them. */
const keptOffers = async (store: OfferChangeFeed): Promise<OfferCache> => {
  const cache = createOfferCache({ store, maxBytes: offerBytes });
  await cache.catchUp();
  setInterval(() => void cache.catchUp(), followMs);
  return cache;
};

/** How one pair of our edges differs from another. */
interface Variant {
  readonly isPoliced?: boolean;
  readonly level?: LogLevel;
}

const startOurs = async (
  url: string,
  { isPoliced = false, level = 'info' }: Variant,
): Promise<Pick<Ports, 'http' | 'grpc'>> => {
  const { sql } = openPool({ url, maxConnections });
  const metrics = createMetrics('bench');
  const log = createLogger({ service: 'bench', level });
  const catalog = createCatalogStore(sql);
  const now = () => new Date();
  const store = createOfferChangeFeed(sql);
  const auth = createAuthenticator({ callers: createCallerStore(sql), now });
  const shared = {
    useCases: createUseCases({
      catalog,
      ...(isPoliced && { visibility: await policed(sql, { catalog, metrics, log }) }),
      offers: createOfferStore(sql),
      priceHistory: createPriceHistoryStore(sql),
      answerBytes: offerBytes,
      offerCache: await keptOffers(isPoliced ? counted(store) : store),
      ...(isPoliced && { onPriced: countPrice, priceBooks: ruled, defaultZone: 'EU' }),
      parts: partSources({
        stores: {
          lineCatalogue: createLineCatalogue(sql),
          lineChoices: createLineChoices(sql),
          partWants: createPartWants(sql),
        },
        nudge: () => undefined,
      }),
      profiles: builtInProfiles,
      zones: ['EU'],
      cursorKey: Buffer.alloc(32),
    }),
    metrics,
    log,
    shedder: startLoadShedder({ onRefused: () => metrics.callers.refused.inc({ reason: 'overload' }) }),
    now,
  };
  const http = await startHttpServer({
    ...shared,
    auth,
    host,
    port: 0,
    readiness: async () => ({}),
    maxBodyBytes,
    deadlineMs,
  });
  const config = { host, grpcPort: 0, maxBodyBytes, defaultDeadlineMs: deadlineMs };
  const grpc = await startGrpcServer({ ...shared, authenticator: auth, config });
  return { http: http.port, grpc: grpc.port };
};

const startBareHttp = (url: string): Promise<number> => {
  // A quarter of a pool is for single statements such as this one.
  const { sql } = openPool({ url, maxConnections: maxConnections * 4 });
  const app = new Hono().get('/products/:id', async (context) => {
    const [product] = await sql`
      select id, profile_id, manufacturer, mpn, description, characteristics, lifecycle, replaced_by, observed_at
      from product where id = ${context.req.param('id')}`;
    return product === undefined ? context.notFound() : context.json(product);
  });
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: host, port: 0 }, ({ port }) => resolve(port));
  });
};

const startBareGrpc = (): Promise<number> => {
  const server = new Server();
  addEcho(server);
  return promisify(server.bindAsync.bind(server))(`${host}:0`, ServerCredentials.createInsecure());
};

const url = process.argv[2];
if (url === undefined) throw new Error('usage: edge-servers.ts DATABASE_URL');
const underPolicies = await startOurs(url, { isPoliced: true });
const silent = await startOurs(url, { level: 'silent' });
const ports: Ports = {
  ...(await startOurs(url, {})),
  silentGrpc: silent.grpc,
  silentHttp: silent.http,
  policedGrpc: underPolicies.grpc,
  policedHttp: underPolicies.http,
  bareHttp: await startBareHttp(url),
  bareGrpc: await startBareGrpc(),
  pid: process.pid,
};
process.send?.(ports);
process.on('message', () => {
  process.send?.({ ...counts });
  counts.prices = 0;
  counts.reads = 0;
});
process.on('disconnect', () => process.exit());
