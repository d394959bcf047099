import type { Context } from 'hono';
import { z } from 'zod';
import { type Assortment, assortmentOf, type DemoOffer, type DemoSellerOptions, knownStock } from '../assortment.ts';
import { createBearerTokens } from '../server/bearer-tokens.ts';
import { bodyOf, type DemoSupplier, startDemoServer } from '../server/demo-server.ts';
import type { FaultForms } from '../server/faults.ts';
import type { SupplierLimit } from '../server/meter.ts';
import { retryAfter } from '../server/throttle-answer.ts';
import { borealis, meridian, type SupplierProfile } from '../supplier-profile.ts';

/**
 * A demo supplier that speaks Nexar's protocol, for the offers of two sellers:
 *
 *     POST /connect/token   client credentials as a form; a token lasts a day
 *     POST /graphql         supMultiMatch of 1 to 20 queries
 *
 * Everything at the API is a 200: a missing token, a field outside of the plan and a used-up plan
 * are told in `errors`. What counts are the parts returned.
 */

/** How the supplier is started. */
export interface DemoNexarOptions extends DemoSellerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whether the plan includes specs and lead times. */
  readonly hasAllFields?: boolean;
  /** The plan's parts, if any limit is to be enforced; without one everything is returned. */
  readonly partLimit?: SupplierLimit;
  /** The clock that tokens expire by, in milliseconds since the epoch. */
  readonly now?: () => number;
}

const tokenTtlSeconds = 86_400;

const sellers: readonly SupplierProfile[] = [
  { ...borealis, id: 'nexar-borealis' },
  { ...meridian, id: 'nexar-meridian' },
];

const erring = (message: string, code: string): Response =>
  Response.json({ data: null, errors: [{ message, extensions: { code } }] });

/** Starts the supplier. */
export const startDemoNexar = (options: DemoNexarOptions): Promise<DemoSupplier<Assortment>> => {
  const limit = options.partLimit;
  const stores = sellers.map((profile, at) => ({
    id: String(100 + at),
    profile,
    assortment: assortmentOf(profile, options.products, options.seed),
  }));
  const [first] = stores;
  if (first === undefined) throw new RangeError('no sellers');
  const tokens = createBearerTokens(tokenTtlSeconds * 1000, options.now ?? Date.now);

  return startDemoServer({
    ...options,
    assortment: first.assortment,
    forms: formsOf(limit?.units ?? 1000),
    metering: {
      limits: limit === undefined ? [] : [limit],
      endpointOf: ({ req }) => (req.path === '/graphql' ? 'parts' : undefined),
      unitsOf: partsIn,
    },
    endpoints: ({ app, ledger }) => {
      app.post('/connect/token', async (context) => {
        const form = await context.req.parseBody();
        if (form.grant_type !== 'client_credentials') return context.json({ error: 'unsupported_grant_type' }, 400);
        const isKnown = form.client_id === options.clientId && form.client_secret === options.clientSecret;
        if (!isKnown) return context.json({ error: 'invalid_client' }, 400);
        return context.json({ access_token: tokens.open(), token_type: 'Bearer', expires_in: tokenTtlSeconds });
      });
      app.post('/graphql', async (context) => {
        if (tokens.check(tokenOf(context)) !== 'good') return notAuthenticated();
        const asked = question.safeParse(await bodyOf(context.req.raw));
        if (!asked.success) return Response.json({ errors: [{ message: 'The query is not valid.' }] }, { status: 400 });
        const { query, variables } = asked.data;
        if (/\bspecs\b|\bfactoryLeadDays\b/.test(query) && options.hasAllFields !== true) {
          return erring('You are not authorized to access this resource.', 'AUTH_NOT_AUTHORIZED');
        }
        const matches = variables.queries.map((each) => matchOf(each, stores));
        const offers = matches.flatMap(({ parts }) =>
          parts.flatMap((part) => part.sellers.flatMap((seller) => seller.offers)),
        );
        ledger.record('lookup', 1, offers.length);
        return context.json({ data: { supMultiMatch: matches } });
      });
    },
  });
};

/** Both ways of sending the token are accepted. */
const tokenOf = ({ req }: Context): string | undefined => req.header('authorization') ?? req.header('token');

const notAuthenticated = (): Response => erring('The current user is not authenticated.', 'AUTH_NOT_AUTHENTICATED');

const formsOf = (partLimit: number): FaultForms => ({
  throttled: (window, wait) =>
    window === 'daily'
      ? Response.json({
          errors: [{ message: `You have exceeded your part limit of ${partLimit}. Please upgrade your plan.` }],
        })
      : Response.json({ errors: [{ message: 'Too many requests.' }] }, { status: 429, headers: retryAfter(wait) }),
  expiredToken: notAuthenticated,
  empty: () => Response.json({ data: { supMultiMatch: [] } }),
});

const numberQuery = z.object({
  mpn: z.string().min(1),
  limit: z.int().min(1).default(3),
  reference: z.string().optional(),
});

type NumberQuery = z.infer<typeof numberQuery>;

const question = z.object({
  query: z.string().includes('supMultiMatch'),
  variables: z.object({ queries: z.array(numberQuery).min(1).max(20) }),
});

/** A seller and what it sells. */
interface Store {
  readonly id: string;
  readonly profile: SupplierProfile;
  readonly assortment: Assortment;
}

const someInStock = -2;

const offerOf = (offer: DemoOffer, { profile }: Store) => ({
  id: `${profile.id}:${offer.sku}`,
  sku: offer.sku,
  inventoryLevel: knownStock(offer) ?? someInStock,
  moq: offer.minimum,
  orderMultiple: offer.multiple ?? null,
  packaging: offer.packaging ?? null,
  factoryLeadDays: offer.leadTimeDays ?? null,
  prices:
    offer.price.kind === 'on_request' || offer.price.base !== 1
      ? []
      : offer.price.breaks.map(({ from, price }) => ({
          quantity: from,
          price: Number(price),
          currency: profile.currency,
          convertedPrice: Number(price) * 2,
          convertedCurrency: 'XTS',
        })),
});

/** The parts of a number, one for each maker, with the offers of every seller. */
const matchOf = ({ mpn, limit, reference }: NumberQuery, stores: readonly Store[]) => {
  const found = stores.flatMap((store) => store.assortment.find(mpn).map((offer) => ({ store, offer })));
  const byManufacturer = [...Map.groupBy(found, ({ offer }) => offer.product.manufacturer)];
  const parts = byManufacturer.slice(0, limit).map(([manufacturer, offers]) => ({
    mpn: offers[0]?.offer.product.mpn,
    manufacturer: { name: manufacturer },
    shortDescription: offers[0]?.offer.product.description,
    sellers: offers.map(({ store, offer }) => ({
      company: { id: store.id, name: store.profile.name },
      offers: [offerOf(offer, store)],
    })),
  }));
  return { hits: byManufacturer.length, reference: reference ?? null, parts };
};

const answered = z.object({ data: z.object({ supMultiMatch: z.array(z.object({ parts: z.array(z.unknown()) })) }) });

/** The parts that an answer returns. */
const partsIn = async (answer: Response): Promise<number> => {
  const read = answered.safeParse(
    await bodyOf(new Request('http://answer', { method: 'POST', body: await answer.text() })),
  );
  return read.data?.data.supMultiMatch.reduce((sum, { parts }) => sum + parts.length, 0) ?? 0;
};
