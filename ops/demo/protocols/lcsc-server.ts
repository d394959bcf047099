import { createHash } from 'node:crypto';
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
import { retryAfter } from '../server/throttle-answer.ts';
import { meridian, type SupplierProfile } from '../supplier-profile.ts';

/**
 * A demo supplier that speaks the protocol of LCSC's API for approved businesses:
 *
 *     GET /rest/wmsc2agent/search/product          ?keyword=&match_type=exact&current_page=1
 *                                                  &page_size=30&currency=
 *     GET /rest/wmsc2agent/product/info/{number}
 *
 * Every request is signed and holds for a minute. Every answer is a 200 around a code of its own;
 * 430 is both a used-up day and a wrong signature, and only the message tells which.
 */

/** How the supplier is started. */
export interface DemoLcscOptions extends DemoSellerOptions {
  readonly key: string;
  readonly secret: string;
  /** The clock that signatures are held against, in milliseconds since the epoch. */
  readonly now?: () => number;
  readonly metering?: Metering;
}

/** What it sells, and how it names that. */
export const lcsc: SupplierProfile = {
  ...meridian,
  id: 'lcsc',
  name: 'LCSC',
  share: 0.9,
  sku: {
    of: (product, seed) =>
      `C${Number.parseInt(createHash('sha1').update(`${seed}|${product.manufacturer}|${product.mpn}`).digest('hex').slice(0, 10), 16)}`,
  },
};

const root = '/rest/wmsc2agent';

const answerOf = (result: unknown): Response => Response.json({ success: true, code: 200, message: '', result });

const refusal = (code: number, message: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ success: false, code, message, result: null }, { headers });

const forms: FaultForms = {
  throttled: (window, wait) => {
    const headers = retryAfter(wait);
    return window === 'burst'
      ? refusal(429, 'Too many requests.', headers)
      : refusal(430, 'The daily search limit is exceeded.', headers);
  },
  expiredToken: undefined,
  empty: () => answerOf({ total: 0, productList: [] }),
  errorBody: (status) => ({ success: false, code: status, message: null, result: null }),
};

/** Starts the supplier. */
export const startDemoLcsc = (options: DemoLcscOptions): Promise<DemoSupplier<Assortment>> => {
  const assortment = assortmentOf(lcsc, options.products, options.seed);
  const now = options.now ?? Date.now;
  return startDemoServer({
    ...options,
    assortment,
    forms,
    endpoints: ({ app, ledger }) => {
      app.use(
        `${root}/*`,
        async (context, next) => faultOfSigning(context.req.query(), options, now()) ?? (await next()),
      );
      app.get(`${root}/search/product`, (context) => {
        const asked = search.safeParse(context.req.query());
        if (!asked.success) return refusal(412, 'The parameters are not valid.');
        const { keyword, current_page: page, page_size: size } = asked.data;
        const found = assortment.find(keyword);
        const shown = found.slice((page - 1) * size, page * size);
        ledger.record('lookup', 1, shown.length);
        return answerOf({ total: found.length, productList: shown.map(productOf) });
      });
      app.get(`${root}/product/info/:number`, (context) => {
        const offer = assortment.findSku(context.req.param('number'));
        ledger.record('lookup', 1, offer === undefined ? 0 : 1);
        return answerOf(offer === undefined ? null : productOf(offer));
      });
    },
  });
};

const maxRows = 30;

const search = z.object({
  keyword: z.string().min(1),
  match_type: z.enum(['exact', 'fuzzy']),
  current_page: z.coerce.number().int().min(1),
  page_size: z.coerce.number().int().min(1).max(maxRows),
});

const goodForSeconds = 60;

/** What is wrong with the signing of a request; undefined when nothing is. */
const faultOfSigning = (
  query: Readonly<Record<string, string>>,
  { key, secret }: Pick<DemoLcscOptions, 'key' | 'secret'>,
  nowMs: number,
): Response | undefined => {
  const needed = ['key', 'nonce', 'timestamp', 'signature'];
  const missing = needed.findIndex((name) => query[name] === undefined);
  if (missing >= 0) return refusal(424 + missing, `The ${needed[missing]} is missing.`);
  const { nonce, timestamp, signature } = query;
  const signed = createHash('sha1').update(`key=${key}&nonce=${nonce}&secret=${secret}&timestamp=${timestamp}`);
  const isTimely = Math.abs(Number(timestamp) - nowMs / 1000) <= goodForSeconds;
  const isGood = query.key === key && nonce?.length === 16 && isTimely && signature === signed.digest('hex');
  return isGood ? undefined : refusal(430, 'The signature is wrong.');
};

const productOf = (offer: DemoOffer) => ({
  productNumber: offer.sku,
  productModel: offer.product.mpn,
  brandNameEn: offer.manufacturer,
  productIntroEn: offer.product.description,
  productArrange: offer.packaging ?? null,
  minBuyNumber: offer.minimum,
  stockNumber: knownStock(offer),
  productPriceList: statedBreaks(offer.price).map(({ from, price }) => ({
    ladder: from,
    productPrice: price,
    currency: lcsc.currency,
  })),
  paramVOList: Object.entries(offer.product.attributes).map(([paramNameEn, paramValueEn]) => ({
    paramNameEn,
    paramValueEn,
  })),
});
