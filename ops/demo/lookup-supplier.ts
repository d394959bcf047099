import { assortmentOf, type DemoOffer, type DemoSellerOptions } from './assortment.ts';
import { answerCart } from './cart.ts';
import { type DemoSupplier, startDemoServer } from './server/demo-server.ts';
import type { FaultForms } from './server/faults.ts';
import { tooManyRequests } from './server/throttle-answer.ts';
import { meridian, pageOf, type SupplierProfile, shipsFrom } from './supplier-profile.ts';
import { digitsOf, tariffOf } from './tariff.ts';

/**
 * A demo supplier that only answers what it is asked:
 *
 *     GET  /parts ?numbers=A|B|...&apikey=
 *     POST /cart  ?apikey=   {items: [{sku, quantity}]}: what an order costs, `cart.ts`
 *
 * It takes up to 20 manufacturers' part numbers, each percent-encoded by itself.
 *
 * It answers for what it sells and is silent about the rest. The key is in the query string, so
 * that every URL is a secret.
 */

/** How the lookup supplier is started. */
export interface DemoLookupOptions extends DemoSellerOptions {
  readonly apiKey: string;
  readonly profile?: SupplierProfile;
}

/** The most part numbers that one request may ask for. */
const maxNumbers = 20;

/** Starts the lookup supplier. */
export const startDemoLookupSupplier = (options: DemoLookupOptions): Promise<DemoSupplier> => {
  const profile = options.profile ?? meridian;
  const assortment = assortmentOf(profile, options.products, options.seed);
  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      app.use(async (context, next) => {
        if (context.req.query('apikey') !== options.apiKey) return context.json({ error: 'invalid_key' }, 403);
        return await next();
      });
      app.post('/cart', answerCart(assortment, profile));
      app.get('/parts', (context) => {
        const numbers = numbersOf(context.req.query('numbers') ?? '');
        if (numbers.length === 0 || numbers.length > maxNumbers) return context.json({ error: 'bad_numbers' }, 400);
        const parts = numbers.flatMap((number) => assortment.find(number)).map((offer) => partRow(offer, profile));
        ledger.record('lookup', 1, parts.length);
        return context.json({ parts });
      });
    },
  });
};

const forms: FaultForms = {
  throttled: tooManyRequests,
  expiredToken: undefined,
  empty: () => Response.json({ parts: [] }),
};

/** The numbers asked for; none when any of them is not properly encoded. */
const numbersOf = (text: string): readonly string[] => {
  try {
    return text
      .split('|')
      .filter((number) => number !== '')
      .map(decodeURIComponent);
  } catch {
    return [];
  }
};

const partRow = (offer: DemoOffer, profile: SupplierProfile) => {
  const { product, price } = offer;
  const { hts, origin } = tariffOf(product);
  return {
    sku: offer.sku,
    brand: offer.manufacturer,
    part_number: product.mpn,
    title: product.description,
    status: product.lifecycle,
    successor: product.replacedByMpn,
    packaging: offer.packaging,
    min_order: offer.minimum,
    order_multiple: offer.multiple,
    link: pageOf(profile, offer.sku),
    customs_code: digitsOf(hts),
    made_in: origin,
    dispatched_from: shipsFrom(profile, offer.stock),
    currency: profile.currency,
    prices:
      price.kind === 'on_request'
        ? 'on request'
        : price.breaks.map(({ from, price: each }) => ({ qty: from, price: each })),
    availability: offer.stock.map(({ warehouse, quantity }) => ({ location: warehouse, pieces: quantity })),
    lead_time_weeks: offer.leadTimeDays === undefined ? undefined : offer.leadTimeDays / 7,
  };
};
