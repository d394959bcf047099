import { z } from 'zod';
import { dailyBudget } from '../daily-budget.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import { singlePage } from '../single-page.ts';
import type {
  Decoded,
  RequestContext,
  SupplierClient,
  SupplierConfig,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-client.ts';
import { classify } from './answer.ts';
import { productRow, productsIn } from './rows.ts';
import { signedBy } from './signature.ts';

/**
 * LCSC's API for approved businesses: one number a search, one product by its own number, each
 * request signed for the minute. Both searches and details draw on the day's thousand. The
 * website's endpoints are not used: they are not a documented interface.
 */

/** Where prices may be quoted in. */
const currencies = ['USD', 'CNY', 'EUR', 'HKD'] as const;

const lcscSettings = z.object({
  currency: z.enum(currencies).default('USD'),
  callsPerMinute: z.int().min(5).default(200),
  callsPerDay: z.int().min(1).default(1000),
});

const answer = z.object({ result: z.unknown() });

const root = '/rest/wmsc2agent';

/** Products that a search is asked for at most; the supplier allows no more. */
const rowsPerSearch = 30;

/**
 * Makes the client. The secret holds `key` and `secret`. Throws RangeError when one is missing or a
 * setting is not usable.
 */
export const createLcscClient = (config: SupplierConfig): SupplierClient => {
  const { currency, callsPerMinute, callsPerDay } = settingsOf(config, lcscSettings);
  const key = secretOf(config, 'key');
  const secret = secretOf(config, 'secret');
  return {
    phases: ['lookup'],
    budgets: {
      search: [{ rate: callsPerMinute, periodMs: 60_000, burst: 5 }, dailyBudget(callsPerDay)],
    },
    pageSize: undefined,
    lookup: { byNumber: 1, bySku: 1 },
    session: undefined,
    request: (_phase, _cursor, context): SupplierRequest => {
      const { path, safePath, query } = questionOf(context, currency);
      return {
        method: 'GET',
        url: endpointUrl(config.baseUrl, path, { ...query, ...signedBy(key, secret, context) }),
        headers: {},
        body: undefined,
        endpoint: 'search',
        safePath,
        cost: 1,
      };
    },
    classify,
    decode: (_phase, _cursor, response) => decode(response),
  };
};

/** What is asked for: a product by its number here, or by the maker's. */
const questionOf = (
  { parts }: RequestContext,
  currency: string,
): {
  readonly path: `/${string}`;
  readonly safePath: string;
  readonly query: Readonly<Record<string, string | number>>;
} => {
  const [part] = parts;
  if (part?.sku !== undefined) {
    const path = `${root}/product/info/${encodeURIComponent(part.sku)}` as const;
    return { path, safePath: `${root}/product/info`, query: { currency } };
  }
  const path = `${root}/search/product` as const;
  return {
    path,
    safePath: path,
    query: {
      keyword: part?.mpn.trim() ?? '',
      match_type: 'exact',
      current_page: 1,
      page_size: rowsPerSearch,
      currency,
    },
  };
};

const decode = (response: SupplierResponse): Decoded => {
  const read = readJson(response.body, answer);
  // Nothing found is a result too, told by null or an empty one.
  const isNothing = read?.result === null || (Array.isArray(read?.result) && read.result.length === 0);
  const products = isNothing ? [] : productsIn(read?.result);
  if (products === undefined) return { kind: 'malformed', reason: 'no result in the answer' };
  return singlePage(readRows(products, productRow, (draft) => draft));
};
