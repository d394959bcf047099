import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { assortmentOf, type DemoOffer, type DemoSellerOptions } from './assortment.ts';
import { answerCart } from './cart.ts';
import { bodyOf, type DemoSupplier, startDemoServer } from './server/demo-server.ts';
import type { FaultForms } from './server/faults.ts';
import { tooManyRequests } from './server/throttle-answer.ts';
import { borealis, pageOf, type SupplierProfile, shipsFrom } from './supplier-profile.ts';
import { tariffOf } from './tariff.ts';

/**
 * A demo supplier that gives away everything it has, page by page, to who has signed in:
 *
 *     POST /session     {login, password} -> {token, expires_in}   expires_in in seconds
 *     GET  /warehouses
 *     GET  /catalogue   ?page=&size=                               page from 1, size up to 1000
 *     GET  /prices      ?page=&size=
 *     GET  /stocks      ?page=&size=&warehouse=                    all warehouses when left out
 *     POST /cart        {items: [{sku, quantity}]}                 what an order costs: `cart.ts`
 *
 * The token goes into `Authorization: Bearer`. Without a living one the answer is 401. A page says
 * how many there are.
 */

/** How the bulk supplier is started. */
export interface DemoBulkOptions extends DemoSellerOptions {
  readonly login: string;
  readonly password: string;
  /** How long a session lasts; ten minutes when left out. */
  readonly sessionTtlMs?: number;
  /** The clock that sessions expire by. */
  readonly now?: () => number;
  readonly profile?: SupplierProfile;
  /**
   * No two answers say the same of an offer: its least number and its lead time grow with each, so
   * that none is confirmed and every one must be found again.
   */
  readonly isRestless?: boolean;
}

/** Starts the bulk supplier. */
export const startDemoBulkSupplier = (options: DemoBulkOptions): Promise<DemoSupplier> => {
  const profile = options.profile ?? borealis;
  const assortment = assortmentOf(profile, options.products, options.seed);
  const sessions = createSessions(options.sessionTtlMs ?? 600_000, options.now ?? Date.now);

  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      app.post('/session', async (context) => {
        const body = credentials.safeParse(await bodyOf(context.req.raw));
        if (!body.success) return context.json({ error: 'bad_request' }, 400);
        const { login, password } = body.data;
        if (login !== options.login || password !== options.password) {
          return context.json({ error: 'credentials_rejected' }, 401);
        }
        return context.json(sessions.open());
      });
      app.use(sessions.required);
      app.get('/warehouses', (context) => {
        ledger.record('warehouses', 1, profile.warehouses.length);
        return context.json({ page: 1, page_count: 1, items: profile.warehouses });
      });

      app.post('/cart', answerCart(assortment, profile));

      let answers = 0;
      const termsOf = (offer: DemoOffer): DemoOffer =>
        options.isRestless ? { ...offer, minimum: offer.minimum + answers, leadTimeDays: answers } : offer;
      const pages = (phase: string, rowOf: (offer: DemoOffer, context: Context) => object) =>
        app.get(`/${phase}`, (context) => {
          const query = pageQuery.safeParse(context.req.query());
          if (!query.success) return context.json({ error: 'bad_request' }, 400);
          const { page, size } = query.data;
          answers += 1;
          const items = assortment.slice((page - 1) * size, size).map((offer) => rowOf(termsOf(offer), context));
          ledger.record(phase, page, items.length);
          return context.json({ page, page_count: Math.ceil(assortment.size / size), items });
        });
      pages('catalogue', (offer) => catalogueRow(offer, profile));
      pages('prices', (offer) => priceRow(offer, profile.currency));
      pages('stocks', (offer, context) => stockRow(offer, context.req.query('warehouse')));
    },
  });
};

const forms: FaultForms = {
  throttled: tooManyRequests,
  expiredToken: () => Response.json({ error: 'session_expired' }, { status: 401 }),
  empty: () => Response.json({ page: 1, page_count: 0, items: [] }),
};

const credentials = z.object({ login: z.string(), password: z.string() });

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce.number().int().min(1).max(1000).default(500),
});

const createSessions = (ttlMs: number, now: () => number) => {
  const endsAt = new Map<string, number>();
  const required: MiddlewareHandler = async (context, next) => {
    const token = context.req.header('authorization')?.replace(/^Bearer /, '');
    const end = token === undefined ? undefined : endsAt.get(token);
    if (end === undefined) return context.json({ error: 'session_missing' }, 401);
    if (end <= now()) return context.json({ error: 'session_expired' }, 401);
    return await next();
  };
  return {
    required,
    open: () => {
      for (const [token, end] of endsAt) if (end <= now()) endsAt.delete(token);
      const token = randomBytes(24).toString('base64url');
      endsAt.set(token, now() + ttlMs);
      return { token, expires_in: Math.floor(ttlMs / 1000) };
    },
  };
};

/**
 * A catalogue row says everything, so that a catalogue read includes prices and stock of that
 * moment.
 */
const catalogueRow = (offer: DemoOffer, profile: SupplierProfile) => ({
  ...descriptionOf(offer),
  page_url: pageOf(profile, offer.sku),
  ships_from: shipsFrom(profile, offer.stock),
  ...priceRow(offer, profile.currency),
  ...stockRow(offer, undefined),
});

const descriptionOf = ({ product, manufacturer, packaging }: DemoOffer) => {
  const { hts, origin } = tariffOf(product);
  return {
    manufacturer,
    mpn: product.mpn,
    description: product.description,
    lifecycle: product.lifecycle,
    replaced_by: product.replacedByMpn,
    packaging,
    attributes: product.attributes,
    hts,
    origin,
  };
};

const priceRow = ({ sku, price, minimum, multiple }: DemoOffer, currency: string) => ({
  sku,
  minimum,
  multiple,
  ...(price.kind === 'on_request' ? { on_request: true } : { currency, price_base: price.base, breaks: price.breaks }),
});

const stockRow = ({ sku, stock, leadTimeDays }: DemoOffer, warehouse: string | undefined) => ({
  sku,
  lead_time_days: leadTimeDays,
  warehouses: stock.filter((each) => warehouse === undefined || each.warehouse === warehouse),
});
