/**
 * The servers of the HTTP benchmarks, in a process of their own so that the load does not share their event loop: the whole
 * HTTP edge over its stores, and a bare Hono handler with one primary-key select, each with a pool of the same size on the
 * same database. Started with the database's URL; tells its parent the two ports.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';
import { defaultProfile } from '../domain/catalog.ts';
import { createAuthenticator } from '../gateway/auth.ts';
import { startHttpServer } from '../gateway/http/server.ts';
import { createUseCases } from '../gateway/usecases/create-use-cases.ts';
import { createCallerStore } from '../storage/caller-store.ts';
import { createCatalogStore } from '../storage/catalog-store.ts';
import { createOfferStore } from '../storage/offer-store.ts';
import { openPool } from '../storage/pool.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';

/** What the parent is told when both servers listen. */
export interface Ports {
  readonly ours: number;
  readonly bare: number;
}

const maxConnections = 8;

const startOurs = async (url: string): Promise<number> => {
  const { sql } = openPool({ url, maxConnections });
  const now = () => new Date();
  const { port } = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    useCases: createUseCases({
      catalog: createCatalogStore(sql),
      offers: createOfferStore(sql),
      profiles: [defaultProfile],
      zones: ['EU'],
      cursorKey: Buffer.alloc(32),
    }),
    auth: createAuthenticator({ callers: createCallerStore(sql), now }),
    metrics: createMetrics('bench'),
    log: createLogger({ service: 'bench', level: 'info' }),
    now,
    readiness: async () => ({}),
    maxBodyBytes: 1_048_576,
    deadlineMs: 10_000,
  });
  return port;
};

const startBare = (url: string): Promise<number> => {
  const sql = postgres(url, { max: maxConnections });
  const app = new Hono().get('/products/:id', async (context) => {
    const [product] = await sql`
      select id, profile_id, manufacturer, mpn, description, characteristics, lifecycle, replaced_by, observed_at
      from product where id = ${context.req.param('id')}`;
    return product === undefined ? context.notFound() : context.json(product);
  });
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port));
  });
};

const url = process.argv[2];
if (url === undefined) throw new Error('usage: http-servers.ts DATABASE_URL');
const ports: Ports = { ours: await startOurs(url), bare: await startBare(url) };
process.send?.(ports);
process.on('disconnect', () => process.exit());
