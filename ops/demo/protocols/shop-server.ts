import { z } from 'zod';
import {
  type Assortment,
  assortmentOf,
  type DemoOffer,
  type DemoSellerOptions,
  knownStock,
  statedBreaks,
} from '../assortment.ts';
import { type DemoSupplier, type Metering, startDemoServer } from '../server/demo-server.ts';
import type { FaultForms } from '../server/faults.ts';
import { tooManyRequests } from '../server/throttle-answer.ts';
import { borealis, type SupplierProfile } from '../supplier-profile.ts';

/**
 * A demo shop without an API to speak of, for suppliers that are only configured:
 *
 *     GET /api/products   ?page=1&per_page=100, JSON
 *     GET /prices.csv     semicolons, and commas for decimals
 *
 * The key is in the header `x-api-key`.
 */

/** How the shop is started. */
export interface DemoShopOptions extends DemoSellerOptions {
  readonly apiKey: string;
  readonly metering?: Metering;
}

const profile: SupplierProfile = { ...borealis, id: 'shop', name: 'Corner Shop', priceBases: [1] };

/** The quantities that the price list has a column for. */
const columns = [1, 10, 100, 1000] as const;

/** Starts the shop. */
export const startDemoShop = (options: DemoShopOptions): Promise<DemoSupplier<Assortment>> => {
  const assortment = assortmentOf(profile, options.products, options.seed);
  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      app.use(async (context, next) =>
        context.req.header('x-api-key') === options.apiKey ? await next() : context.json({ error: 'unknown_key' }, 401),
      );
      app.get('/api/products', (context) => {
        const asked = page.safeParse(context.req.query());
        if (!asked.success) return context.json({ error: 'bad_request' }, 400);
        const { page: number, per_page: size } = asked.data;
        const offers = assortment.slice((number - 1) * size, size);
        ledger.record('catalogue', number, offers.length);
        return context.json({ data: { items: offers.map(productOf) } });
      });
      app.get('/prices.csv', (context) => {
        const offers = assortment.slice(0, assortment.size);
        ledger.record('prices', 1, offers.length);
        const lines = [['Artikel', 'Menge', ...columns.map((from) => `ab ${from}`)], ...offers.map(cellsOf)];
        const text = lines.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('');
        return context.body(text, 200, { 'content-type': 'text/csv; charset=utf-8' });
      });
    },
  });
};

const forms: FaultForms = {
  throttled: tooManyRequests,
  expiredToken: undefined,
  empty: () => Response.json({ data: { items: [] } }),
};

const page = z.object({
  page: z.coerce.number().int().min(1),
  per_page: z.coerce.number().int().min(1).max(100),
});

const productOf = (offer: DemoOffer) => ({
  article: offer.sku,
  part: { number: offer.product.mpn, maker: offer.manufacturer },
  title: offer.product.description,
  min: offer.minimum,
  stock: knownStock(offer),
  prices: statedBreaks(offer.price).map(({ from, price }) => ({ qty: from, net: price })),
});

/** A row of the price list: the price at each column's quantity, where one begins there. */
const cellsOf = (offer: DemoOffer): readonly string[] => {
  const breaks = statedBreaks(offer.price);
  const priceFrom = (quantity: number): string => breaks.find(({ from }) => from === quantity)?.price ?? '';
  return [offer.sku, String(offer.minimum), ...columns.map((from) => priceFrom(from).replace('.', ','))];
};

const quoted = (cell: string): string => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
