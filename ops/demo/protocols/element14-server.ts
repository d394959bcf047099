import { type Assortment, assortmentOf, type DemoOffer, type DemoSellerOptions } from '../assortment.ts';
import { type DemoSupplier, type Metering, startDemoServer } from '../server/demo-server.ts';
import type { FaultForms } from '../server/faults.ts';
import type { SupplierLimit } from '../server/meter.ts';
import { retryAfter } from '../server/throttle-answer.ts';
import { borealis, type SupplierProfile } from '../supplier-profile.ts';
import { productOf } from './element14-rows.ts';

/**
 * A demo supplier that speaks element14's protocol:
 *
 *     GET /catalog/products   ?term=manuPartNum:X | id:A B ... | any:X,
 *                             ?storeInfo.id=, ?callInfo.apiKey=,
 *                             ?callInfo.responseDataFormat=JSON
 *
 * The root of an answer is named after the kind of term, and has no list where nothing was found.
 * What the gateway refuses, throttles and dead keys, is a 403 in HTML with the reason in a header;
 * what the service refuses is JSON.
 */

/** How the supplier is started. */
export interface DemoElement14Options extends DemoSellerOptions {
  readonly apiKey: string;
  /** The only shop it has; Newark's, whose prices are in dollars, when left out. */
  readonly store?: string;
  readonly metering?: Metering;
}

/** What element14 allows a key. */
export const element14Limits: readonly SupplierLimit[] = [
  { window: 'burst', units: 2, periodMs: 1000 },
  { window: 'daily', units: 1000, periodMs: 86_400_000 },
];

const profile: SupplierProfile = {
  ...borealis,
  id: 'element14',
  name: 'element14',
  currency: 'USD',
  priceBases: [1],
  warehouses: [
    { ref: 'P1', name: 'Gaffney', country: 'US' },
    { ref: 'UK1', name: 'Leeds', country: 'GB' },
    { ref: 'LG1', name: 'Liège', country: 'BE' },
  ],
};

/** Starts the supplier. */
export const startDemoElement14 = (options: DemoElement14Options): Promise<DemoSupplier<Assortment>> => {
  const assortment = assortmentOf(profile, options.products, options.seed);
  const store = options.store ?? 'www.newark.com';
  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      app.get('/catalog/products', (context) => {
        const query = context.req.query();
        if (query['callInfo.apiKey'] !== options.apiKey) return gatewayRefusal('Developer Inactive', {});
        if (query['storeInfo.id'] !== store) return context.json(problem('storeInfo.id'), 400);
        if (query['callInfo.responseDataFormat'] !== 'JSON') return context.json(problem('responseDataFormat'), 400);
        const asked = termOf(query.term ?? '');
        if (asked === undefined) return context.json(problem('term'), 400);
        const products = asked.find(assortment, asked.term).map(productOf);
        ledger.record('lookup', 1, products.length);
        return context.json({
          [asked.root]: products.length === 0 ? { numberOfResults: 0 } : { numberOfResults: products.length, products },
        });
      });
    },
  });
};

interface Term {
  readonly root: string;
  readonly find: (assortment: Assortment, term: string) => readonly DemoOffer[];
}

/** What a term is looked up in, by its kind. */
const kinds: Readonly<Record<string, Term>> = {
  manuPartNum: { root: 'manufacturerPartNumberSearchReturn', find: (assortment, term) => assortment.find(term) },
  any: { root: 'keywordSearchReturn', find: (assortment, term) => assortment.find(term) },
  id: {
    root: 'premierFarnellPartNumberReturn',
    find: (assortment, term) => term.split(' ').flatMap((code) => assortment.findSku(code) ?? []),
  },
};

const termOf = (text: string): (Term & { readonly term: string }) | undefined => {
  const colon = text.indexOf(':');
  const kind = kinds[text.slice(0, colon)];
  const term = text.slice(colon + 1).trim();
  return kind === undefined || term === '' ? undefined : { ...kind, term };
};

const problem = (field: string) => ({ error: { code: 'InvalidRequest', message: `The ${field} is not valid.` } });

const gatewayRefusal = (reason: string, headers: Readonly<Record<string, string>>): Response =>
  new Response(`<h1>${reason}</h1>`, {
    status: 403,
    headers: {
      ...headers,
      'content-type': 'text/html',
      'x-mashery-error-code': `ERR_403_${reason.toUpperCase().replaceAll(' ', '_')}`,
    },
  });

const forms: FaultForms = {
  throttled: (window, wait) =>
    gatewayRefusal(window === 'burst' ? 'Developer Over Qps' : 'Developer Over Rate', retryAfter(wait)),
  expiredToken: undefined,
  empty: () => Response.json({ manufacturerPartNumberSearchReturn: { numberOfResults: 0 } }),
};
