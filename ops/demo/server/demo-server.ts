import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Assortment } from '../assortment.ts';
import { createFaults, type FaultOrder, faultOrder } from './faults.ts';
import { createLedger, type Ledger, type ServedPage } from './ledger.ts';
import { isLoopback } from './loopback.ts';

/**
 * What all demo suppliers have in common: a listener, the ledger, and the control endpoints, which need no key but
 * answer on loopback only.
 *
 *     GET  /control/served   what was served, by phase and page
 *     POST /control/faults   {kind: 'status', status, retryAfterSeconds?, count} | {kind: 'hang' | 'malformed', count}
 *     POST /control/price    {sku, base, breaks: [{from, price}]} | {sku, onRequest: true}
 */

/** A running demo supplier. */
export interface DemoSupplier {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  served(): readonly ServedPage[];
  fail(fault: FaultOrder): void;
  /** Stops listening and cuts what is open. */
  close(): Promise<void>;
}

/** What a supplier's own endpoints may use. */
interface DemoServerParts {
  readonly app: Hono;
  readonly ledger: Ledger;
}

/** Where a demo supplier listens. */
export interface DemoAddress {
  /** Loopback when left out. */
  readonly host?: string;
  /** 0 or left out: any free port. */
  readonly port?: number;
}

/** How a demo supplier is started. */
export interface DemoServerOptions extends DemoAddress {
  readonly assortment: Assortment;
  /** Adds the supplier's own endpoints. */
  readonly endpoints: (parts: DemoServerParts) => void;
}

/** Starts a demo supplier; resolves when it listens. */
export const startDemoServer = async (options: DemoServerOptions): Promise<DemoSupplier> => {
  const app = new Hono();
  const ledger = createLedger();
  const faults = createFaults();

  app.use('/control/*', onLoopbackOnly);
  app.get('/control/served', (context) => context.json({ served: ledger.pages() }));
  app.post('/control/faults', async (context) => {
    const fault = faultOrder.safeParse(await bodyOf(context.req.raw));
    if (!fault.success) return context.json({ error: 'bad_request' }, 400);
    faults.order(fault.data);
    return context.json({ ordered: fault.data.count });
  });
  app.post('/control/price', async (context) => {
    const change = priceChange.safeParse(await bodyOf(context.req.raw));
    if (!change.success) return context.json({ error: 'bad_request' }, 400);
    const { sku, price } = change.data;
    return options.assortment.setPrice(sku, price)
      ? context.json({ sku })
      : context.json({ error: 'unknown_sku' }, 404);
  });
  app.use(async (context, next) => faults.next(context) ?? (await next()));
  options.endpoints({ app, ledger });

  const host = options.host ?? '127.0.0.1';
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port ?? 0 });
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    served: () => ledger.pages(),
    fail: (fault) => faults.order(fault),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
};

const onLoopbackOnly: MiddlewareHandler = async (context, next) => {
  if (!isLoopback(getConnInfo(context).remote.address)) return context.json({ error: 'not_found' }, 404);
  return await next();
};

/** The request's JSON, or undefined when it is not JSON. */
export const bodyOf = async (request: Request): Promise<unknown> => {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
};

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,12})?$/);

const priceChange = z.union([
  z
    .object({ sku: z.string(), onRequest: z.literal(true) })
    .transform(({ sku }) => ({ sku, price: { kind: 'on_request' as const } })),
  z
    .object({
      sku: z.string(),
      base: z.int().min(1).default(1),
      breaks: z.array(z.object({ from: z.int().min(1), price: decimal })).min(1),
    })
    .transform(({ sku, base, breaks }) => ({ sku, price: { kind: 'ladder' as const, base, breaks } })),
]);
