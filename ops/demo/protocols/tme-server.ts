import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { type Assortment, assortmentOf, type DemoSellerOptions } from '../assortment.ts';
import { createBearerTokens } from '../server/bearer-tokens.ts';
import { type DemoSupplier, type Metering, startDemoServer } from '../server/demo-server.ts';
import type { FaultForms } from '../server/faults.ts';
import type { Ledger } from '../server/ledger.ts';
import { retryAfter } from '../server/throttle-answer.ts';
import { borealis, type SupplierProfile } from '../supplier-profile.ts';
import { type DemoPriceTerms, figuresOf, productOf } from './tme-rows.ts';
import { addSignedEndpoints } from './tme-signed.ts';

/**
 * A demo supplier that speaks TME's protocol:
 *
 *     POST /auth/token          Basic auth, client credentials; a token lasts 300 s
 *     GET  /products            ?symbols[]= or ?mpns[]=, 1 to 50
 *     GET  /products/data       ?symbols[]=, 1 to 50, ?scope[]=prices|stock
 *     POST /Products/*.json     the signed calls of version 1
 *
 * One symbol that cannot be one fails the whole request; a symbol that is not sold is left out in
 * silence. An expired token is a 403 and an unknown one a 400.
 */

/** How the supplier is started. */
export interface DemoTmeOptions extends DemoSellerOptions {
  readonly token: string;
  readonly secret: string;
  readonly terms?: Omit<DemoPriceTerms, 'currency'>;
  /** The clock that tokens expire by, in milliseconds since the epoch. */
  readonly now?: () => number;
  readonly metering?: Metering;
}

const profile: SupplierProfile = {
  ...borealis,
  id: 'tme',
  name: 'Transfer Multisort Elektronik',
  priceBases: [1],
  warehouses: [{ ref: 'TME', name: 'Łódź', country: 'PL' }],
};

const tokenTtlSeconds = 300;

/** Starts the supplier. */
export const startDemoTme = (options: DemoTmeOptions): Promise<DemoSupplier<Assortment>> => {
  const assortment = assortmentOf(profile, options.products, options.seed);
  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      const served: Served = { assortment, ledger };
      addSignedEndpoints(app, served, { ...options, currency: profile.currency });
      addSessionEndpoints(app, served, options);
    },
  });
};

/** What the endpoints of both versions serve from, and what they tell of it. */
interface Served {
  readonly assortment: Assortment;
  readonly ledger: Ledger;
}

const refusal = (
  code: string,
  message: string,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json({ code, message }, { status, headers });

const isSigned = (context: Context): boolean => context.req.path.startsWith('/Products/');

const forms: FaultForms = {
  throttled: (_window, wait) => refusal('E_TOO_MANY_REQUESTS', 'Too many requests.', 429, retryAfter(wait)),
  expiredToken: () => refusal('E_AUTH_TOKEN_EXPIRED', 'Token has expired.', 403),
  empty: (context) =>
    Response.json(
      isSigned(context) ? { Status: 'OK', Data: { ProductList: [] } } : { status: 'OK', data: { elements: [] } },
    ),
};

const addSessionEndpoints = (app: Hono, { assortment, ledger }: Served, options: DemoTmeOptions): void => {
  const tokens = createBearerTokens(tokenTtlSeconds * 1000, options.now ?? Date.now);
  const basic = `Basic ${Buffer.from(`${options.token}:${options.secret}`).toString('base64')}`;

  app.post('/auth/token', async (context) => {
    const { grant_type: grant } = await context.req.parseBody();
    if (grant !== 'client_credentials') return context.json({ error: 'unsupported_grant_type' }, 400);
    if (context.req.header('authorization') !== basic) return context.json({ error: 'invalid_client' }, 401);
    return context.json({ access_token: tokens.open(), token_type: 'Bearer', expires_in: tokenTtlSeconds });
  });
  app.use(
    '/products',
    async (context, next) => refusedToken(tokens.check(context.req.header('authorization'))) ?? next(),
  );
  app.use(
    '/products/*',
    async (context, next) => refusedToken(tokens.check(context.req.header('authorization'))) ?? next(),
  );
  app.get('/products', (context) => {
    const asked = askedFor(context);
    if (asked === undefined) return invalid('symbols');
    const offers = asked.by === 'symbols' ? offersOf(assortment, asked.terms) : asked.terms.flatMap(assortment.find);
    ledger.record('lookup', 1, offers.length);
    return context.json({ status: 'OK', data: { elements: offers.map(productOf) } });
  });
  app.get('/products/data', (context) => {
    const asked = askedFor(context);
    const scopes = context.req.queries('scope[]') ?? [];
    if (asked?.by !== 'symbols') return invalid('symbols');
    if (scopes.length === 0 || !scopes.every((scope) => scope === 'prices' || scope === 'stock'))
      return invalid('scope');
    const offers = offersOf(assortment, asked.terms);
    const terms = { currency: profile.currency, ...(options.terms ?? { type: 'NET', ratePercent: 19 }) };
    ledger.record('lookup', 1, offers.length);
    return context.json({ status: 'OK', data: { elements: offers.map((offer) => figuresOf(offer, scopes, terms)) } });
  });
};

const refusedToken = (state: 'good' | 'expired' | 'unknown'): Response | undefined => {
  if (state === 'good') return undefined;
  return state === 'expired'
    ? refusal('E_AUTH_TOKEN_EXPIRED', 'Token has expired.', 403)
    : refusal('E_AUTH_TOKEN_IS_INVALID', 'Token is invalid.', 400);
};

const invalid = (field: string): Response =>
  refusal('E_INPUT_PARAMS_VALIDATION_ERROR', `The parameter ${field} is not valid.`, 400);

const offersOf = (assortment: Assortment, symbols: readonly string[]) =>
  [...new Set(symbols)].flatMap((symbol) => assortment.findSku(symbol) ?? []);

const query = z
  .object({
    country: z.string().length(2),
    currency: z.string().length(3),
    symbols: z.array(z.string().min(2).max(18)).max(50),
    mpns: z.array(z.string().min(2)).max(50),
  })
  .refine(({ symbols, mpns }) => (symbols.length === 0) !== (mpns.length === 0));

/** What a request asks for; undefined when it is not valid. */
const askedFor = (
  context: Context,
): { readonly by: 'symbols' | 'mpns'; readonly terms: readonly string[] } | undefined => {
  const read = query.safeParse({
    ...context.req.query(),
    symbols: context.req.queries('symbols[]') ?? [],
    mpns: context.req.queries('mpns[]') ?? [],
  });
  if (!read.success) return undefined;
  const { symbols, mpns } = read.data;
  return symbols.length > 0 ? { by: 'symbols', terms: symbols } : { by: 'mpns', terms: mpns };
};
