import { z } from 'zod';
import { dailyBudget } from '../daily-budget.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import { singlePage } from '../single-page.ts';
import type { Decoded, SupplierClient, SupplierConfig, SupplierResponse, WantedPart } from '../supplier-client.ts';
import { classify } from './answer.ts';
import { productDraft, productRow } from './rows.ts';
import { element14Settings } from './settings.ts';

/**
 * element14, Farnell and Newark: one Product Search API for all shops. A call asks for one maker's
 * number or for several order codes; the key is in the query string, so that no URL may be shown.
 * The key of an answer's root follows what was asked by.
 */

const codesPerCall = 10;

/** What the answers are under, when asked by keyword, by order code and by maker's number. */
const roots = ['keywordSearchReturn', 'premierFarnellPartNumberReturn', 'manufacturerPartNumberSearchReturn'] as const;

/** The list is left out when nothing was found. */
const found = z
  .object({ numberOfResults: z.unknown(), products: z.array(z.unknown()).optional() })
  .refine(({ numberOfResults, products }) => products !== undefined || Number(numberOfResults) === 0);

const answer = z.partialRecord(z.enum(roots), found);

const path = '/catalog/products';

/**
 * Makes the client. The secret holds `apiKey`. Throws RangeError when it is missing or a setting is
 * not usable.
 */
export const createElement14Client = (config: SupplierConfig): SupplierClient => {
  const settings = settingsOf(config, element14Settings);
  const apiKey = secretOf(config, 'apiKey');
  return {
    phases: ['lookup'],
    budgets: {
      products: [{ rate: settings.callsPerSecond, periodMs: 1000, burst: 1 }, dailyBudget(settings.callsPerDay)],
    },
    pageSize: undefined,
    lookup: { byNumber: 1, bySku: codesPerCall },
    session: undefined,
    request: (_phase, _cursor, { parts }) => ({
      method: 'GET',
      url: endpointUrl(config.baseUrl, path, {
        term: termOf(parts),
        'storeInfo.id': settings.store,
        'resultsSettings.offset': 0,
        'resultsSettings.numberOfResults': 50,
        'resultsSettings.responseGroup': 'large',
        'callInfo.responseDataFormat': 'JSON',
        'callInfo.apiKey': apiKey,
      }),
      headers: { accept: 'application/json' },
      body: undefined,
      endpoint: 'products',
      safePath: path,
      cost: 1,
    }),
    classify,
    decode: (_phase, _cursor, response) => decode(response, settings.currency),
  };
};

const termOf = (parts: readonly WantedPart[]): string => {
  const codes = new Set(parts.flatMap(({ sku }) => (sku === undefined ? [] : [sku])));
  return codes.size > 0 ? `id:${[...codes].join(' ')}` : `manuPartNum:${parts[0]?.mpn ?? ''}`;
};

const decode = (response: SupplierResponse, currency: string | undefined): Decoded => {
  const read = readJson(response.body, answer) ?? {};
  const root = roots.map((name) => read[name]).find((each) => each !== undefined);
  if (root === undefined) return { kind: 'malformed', reason: 'no products in the answer' };
  return singlePage(readRows(root.products ?? [], productRow, (row) => productDraft(row, currency)));
};
