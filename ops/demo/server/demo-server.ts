import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { SetPrice } from './demo-price.ts';
import { createFaults, type FaultForms, type FaultOrder, type Faults, faultOrder } from './faults.ts';
import { createLedger, type Ledger, type ServedPage } from './ledger.ts';
import { isLoopback } from './loopback.ts';
import { createMeter, type LimitLeft, type Meter, type MeteredCall, type SupplierLimit } from './meter.ts';

/**
 * What all demo suppliers have in common: a listener, the ledger, the meter, and the control
 * endpoints, which need no key but answer on loopback only.
 *
 *     GET    /control/served   what was served, by phase and page
 *     GET    /control/calls    ?period_ms=60000   every metered call, the most units in a period
 *     POST   /control/faults   a `FaultOrder`: {kind, count?: number | 'until_cleared', ...}
 *     DELETE /control/faults   forgets the faults that are still to come
 *     POST   /control/price    {sku, base, breaks: [{from, price}]} | {sku, onRequest: true}
 */

/** A running demo supplier. */
export interface DemoSupplier<Sold = unknown> {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /**
   * What it sells; of one that gathers the offers of several, the first of them; undefined: what is
   * not told.
   */
  readonly assortment: Sold | undefined;
  served(): readonly ServedPage[];
  /** Every metered call, oldest first. */
  calls(): readonly MeteredCall[];
  /** The most units that it counted within any period of that length. */
  busiest(periodMs: number): number;
  /** Has a fault. Throws RangeError for one that it cannot have. */
  fail(fault: FaultOrder): void;
  /** Forgets the faults that are still to come. */
  recover(): void;
  /** Stops listening and cuts what is open. */
  close(): Promise<void>;
}

/** What a supplier's own endpoints may use. */
interface DemoServerParts {
  readonly app: Hono;
  readonly ledger: Ledger;
}

/** How a supplier counts calls. */
export interface Metering {
  /** What it enforces with its own throttle answer; left out: nothing. */
  readonly limits?: readonly SupplierLimit[];
  /** The clock it counts by, in milliseconds since the epoch. */
  readonly now?: () => number;
  /**
   * The name it counts a request under; undefined for requests that cost nothing, such as signing
   * in. Left out: the path.
   */
  readonly endpointOf?: (context: Context) => string | undefined;
  /** What an answer costs where that is not one unit. */
  readonly unitsOf?: (answer: Response) => number | Promise<number>;
  /** Headers by which every answer says what is left. */
  readonly headersOf?: (left: readonly LimitLeft[]) => Readonly<Record<string, string>>;
}

/** Where a demo supplier listens. */
export interface DemoAddress {
  /** Loopback when left out. */
  readonly host?: string;
  /** 0 or left out: any free port. */
  readonly port?: number;
}

/** How a demo supplier is started. */
export interface DemoServerOptions<Sold = unknown> extends DemoAddress {
  /** What `/control/price` changes prices with; left out: none can be changed. */
  readonly assortment?: Sold & { readonly setPrice: SetPrice };
  /** How it says what faults have it say. */
  readonly forms: FaultForms;
  readonly metering?: Metering;
  /** Adds the supplier's own endpoints. */
  readonly endpoints: (parts: DemoServerParts) => void;
}

/** Starts a demo supplier; resolves when it listens. */
export const startDemoServer = async <Sold>(options: DemoServerOptions<Sold>): Promise<DemoSupplier<Sold>> => {
  const app = new Hono();
  const ledger = createLedger();
  const faults = createFaults(options.forms);
  const { metering = {} } = options;
  const meter = createMeter(metering.limits ?? [], metering.now ?? Date.now);

  const setPrice: SetPrice = (sku, price) => options.assortment?.setPrice(sku, price) ?? false;
  app.route('/control', controls({ ledger, meter, faults, setPrice }));
  app.use(metered(meter, metering, options.forms));
  app.use(faulty(faults, ledger));
  options.endpoints({ app, ledger });

  const host = options.host ?? '127.0.0.1';
  const server = serve({ fetch: app.fetch, hostname: host, port: options.port ?? 0 });
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    assortment: options.assortment,
    served: () => ledger.pages(),
    calls: () => meter.calls(),
    busiest: (periodMs) => meter.busiest(periodMs),
    fail: (fault) => faults.order(fault),
    recover: () => faults.clear(),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
};

/** What steers a supplier from outside. */
const controls = (parts: {
  readonly ledger: Ledger;
  readonly meter: Meter;
  readonly faults: Faults;
  readonly setPrice: SetPrice;
}): Hono => {
  const { ledger, meter, faults, setPrice } = parts;
  const app = new Hono();
  app.use('/*', onLoopbackOnly);
  app.get('/served', (context) => context.json({ served: ledger.pages() }));
  app.get('/calls', (context) => {
    const periodMs = Number(context.req.query('period_ms') ?? 60_000);
    return context.json({ calls: meter.calls(), busiest: meter.busiest(periodMs), period_ms: periodMs });
  });
  app.post('/faults', async (context) => {
    const fault = faultOrder.safeParse(await bodyOf(context.req.raw));
    if (!fault.success || !faults.canHave(fault.data)) return context.json({ error: 'bad_request' }, 400);
    faults.order(fault.data);
    return context.json({ ordered: fault.data.count });
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  app.post('/price', async (context) => {
    const change = priceChange.safeParse(await bodyOf(context.req.raw));
    if (!change.success) return context.json({ error: 'bad_request' }, 400);
    const { sku, price } = change.data;
    return setPrice(sku, price) ? context.json({ sku }) : context.json({ error: 'unknown_sku' }, 404);
  });
  return app;
};

const onLoopbackOnly: MiddlewareHandler = async (context, next) => {
  if (!isLoopback(getConnInfo(context).remote.address)) return context.json({ error: 'not_found' }, 404);
  return await next();
};

/** Counts a call before anything else looks at it, and refuses it when it is one too many. */
const metered =
  (meter: Meter, metering: Metering, forms: FaultForms): MiddlewareHandler =>
  async (context, next) => {
    const endpoint = metering.endpointOf === undefined ? context.req.path : metering.endpointOf(context);
    if (endpoint === undefined) return await next();
    const admission = meter.admit(endpoint);
    if (admission.kind === 'over_limit') {
      return forms.throttled(admission.limit.window, Math.ceil(admission.waitMs / 1000));
    }
    await next();
    for (const [name, value] of Object.entries(metering.headersOf?.(admission.left) ?? {})) {
      context.res.headers.set(name, value);
    }
    if (metering.unitsOf !== undefined) admission.charge(await metering.unitsOf(context.res.clone()));
  };

/** Has the next fault instead of, or done to, the real answer. */
const faulty =
  (faults: Faults, ledger: Ledger): MiddlewareHandler =>
  async (context, next) => {
    const real = async (isWhole: boolean): Promise<Response> => {
      await (isWhole ? next() : ledger.withoutRecording(next));
      return context.res;
    };
    const answer = await faults.next(context, real);
    if (answer === undefined) return await next();
    // Two steps, for Hono would otherwise merge the headers of the answer that was there.
    context.res = undefined;
    context.res = answer;
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
