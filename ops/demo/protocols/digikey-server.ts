import type { Context, Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { type Assortment, assortmentOf, type DemoOffer, type DemoSellerOptions } from '../assortment.ts';
import { type BearerTokens, createBearerTokens } from '../server/bearer-tokens.ts';
import { bodyOf, type DemoSupplier, type Metering, startDemoServer } from '../server/demo-server.ts';
import type { FaultForms } from '../server/faults.ts';
import type { Ledger } from '../server/ledger.ts';
import type { LimitLeft, SupplierLimit } from '../server/meter.ts';
import { meridian, type SupplierProfile } from '../supplier-profile.ts';
import { ownOffersOf, productOf, soldSkuOf } from './digikey-rows.ts';
import { addTokenEndpoint, type DigikeyApp, tokenTtlSeconds } from './digikey-tokens.ts';

/**
 * A demo supplier that speaks Digi-Key's protocol, version 4:
 *
 *     POST /v1/oauth2/token
 *     POST /products/v4/search/keyword                      {Keywords, Limit <= 50, Offset}
 *     GET  /products/v4/search/{productNumber}/productdetails
 *
 * Calls for data need the token, the client's id and the locale in headers. What the gateway
 * refuses has its error body, what the service refuses is a problem document; every answer tells
 * what is left of the day.
 */

/** How the supplier is started. */
export interface DemoDigikeyOptions extends DemoSellerOptions, DigikeyApp {
  /** The clock that tokens expire by, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** Limits that it enforces; left out: none. */
  readonly limits?: readonly SupplierLimit[];
}

/** What Digi-Key allows an app of the lowest tier. */
export const digikeyLimits: readonly SupplierLimit[] = [
  { window: 'burst', units: 120, periodMs: 60_000 },
  { window: 'daily', units: 1000, periodMs: 86_400_000 },
];

const profile: SupplierProfile = {
  ...meridian,
  id: 'digikey',
  name: 'DigiKey',
  warehouses: [{ ref: 'TRF', name: 'Thief River Falls', country: 'US' }],
  sku: {
    of: (product, seed) => `${meridian.sku.of(product, seed)}-ND`,
    numberIn: (sku) => meridian.sku.numberIn?.(sku.replace(/-ND$/, '')) ?? '',
  },
};

/** Starts the supplier. */
export const startDemoDigikey = (options: DemoDigikeyOptions): Promise<DemoSupplier<Assortment>> => {
  const assortment = assortmentOf(profile, options.products, options.seed);
  const now = options.now ?? Date.now;
  const tokens = createBearerTokens(tokenTtlSeconds * 1000, now);
  return startDemoServer({
    ...options,
    assortment,
    forms,
    metering: { ...metering, limits: options.limits ?? [], now },
    endpoints: ({ app, ledger }) => {
      addTokenEndpoint(app, options, tokens);
      app.use('/products/*', admitted(options.clientId, tokens));
      addProductEndpoints(app, assortment, ledger);
    },
  });
};

const addProductEndpoints = (app: Hono, assortment: Assortment, ledger: Ledger): void => {
  const record = (offers: readonly DemoOffer[]): void =>
    ledger.record(
      'lookup',
      1,
      offers.reduce((sum, offer) => sum + ownOffersOf(offer), 0),
    );

  app.post('/products/v4/search/keyword', async (context) => {
    const asked = question.safeParse(await bodyOf(context.req.raw));
    if (!asked.success) return refusedByService(400, 'Bad Request', 'Keywords, Limit or Offset');
    const exact = assortment.find(asked.data.Keywords);
    // What merely resembles the number comes along, as at any search.
    const near = exact.length === 0 ? [] : assortment.slice(0, 3).filter(({ sku }) => sku !== exact[0]?.sku);
    record(exact);
    return context.json({
      Products: [...exact, ...near].map(productOf),
      ProductsCount: exact.length + near.length,
      ExactMatches: exact.map(productOf),
      FilterOptions: {},
      SearchLocaleUsed: localeOf(context),
    });
  });
  app.get('/products/v4/search/:number/productdetails', (context) => {
    const number = context.req.param('number');
    const offer = assortment.findSku(soldSkuOf(number)) ?? assortment.find(number)[0];
    if (offer === undefined) return refusedByService(404, 'Not Found', 'The product is not known.');
    record([offer]);
    return context.json({ Product: productOf(offer), SearchLocaleUsed: localeOf(context) });
  });
};

const question = z.object({
  Keywords: z.string().min(1).max(250),
  Limit: z.int().min(1).max(50).default(25),
  Offset: z.int().min(0).default(0),
});

const localeHeaders = ['site', 'language', 'currency'] as const;

const localeOf = (context: Context) => {
  const [Site, Language] = localeHeaders.map((name) => context.req.header(`x-digikey-locale-${name}`));
  return { Site, Language, Currency: profile.currency };
};

/** Lets in who has token, client id and locale. */
const admitted =
  (clientId: string, tokens: BearerTokens): MiddlewareHandler =>
  async (context, next) => {
    if (context.req.header('x-digikey-client-id') !== clientId) return refusedByGateway(401, 'Invalid Client-Id');
    const state = tokens.check(context.req.header('authorization'));
    if (state === 'unknown') return refusedByGateway(401, 'The Bearer token is invalid');
    if (state === 'expired') return refusedByGateway(401, 'Bearer token  expired');
    const isLocated = localeHeaders.every((name) => context.req.header(`x-digikey-locale-${name}`));
    return isLocated ? await next() : refusedByService(400, 'Bad Request', 'The locale is missing.');
  };

const refusedByGateway = (status: number, ErrorMessage: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { ErrorResponseVersion: '3.0.0.0', StatusCode: status, ErrorMessage, ErrorDetails: '', ValidationErrors: [] },
    { status, headers },
  );

const refusedByService = (status: number, title: string, detail: string): Response =>
  Response.json({ type: 'about:blank', title, status, detail, instance: '/products/v4', errors: {} }, { status });

/** The headers by which each budget is told. */
const headerPrefixes = { burst: 'x-burstlimit', daily: 'x-ratelimit' } as const;

const metering: Metering = {
  endpointOf: ({ req: { path } }) => (path === '/v1/oauth2/token' ? undefined : 'products'),
  headersOf: (left: readonly LimitLeft[]) =>
    Object.fromEntries(
      left
        .filter(({ window }) => window === 'daily')
        .flatMap(({ window, units, unitsLeft }) => [
          [`${headerPrefixes[window]}-limit`, String(units)],
          [`${headerPrefixes[window]}-remaining`, String(unitsLeft)],
        ]),
    ),
};

const forms: FaultForms = {
  throttled: (window, wait) => {
    const prefix = headerPrefixes[window];
    return refusedByGateway(429, window === 'burst' ? 'BurstLimit exceeded' : 'Daily Ratelimit exceeded', {
      [`${prefix}-remaining`]: '0',
      ...(wait === undefined ? {} : { 'retry-after': String(wait), [`${prefix}-reset`]: String(wait) }),
    });
  },
  expiredToken: () => refusedByGateway(401, 'Bearer token  expired'),
  empty: () => Response.json({ Products: [], ProductsCount: 0, ExactMatches: [] }),
  errorBody: (status) => ({ type: 'about:blank', title: 'Fault', status, detail: '', errors: {} }),
};
