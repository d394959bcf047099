import { z } from 'zod';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import type {
  Decoded,
  RequestContext,
  SupplierClient,
  SupplierConfig,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-client.ts';
import { readTokenAnswer } from '../token-answer.ts';
import { listOf } from '../tolerant.ts';
import { classify } from './answer.ts';
import { batchSize, callsOfPage, pageOf, questionOf, symbolsAt } from './batch.ts';
import { productDraft, productRow } from './rows-2.ts';
import type { TmeSettings } from './settings.ts';

/**
 * TME's API of 2026: client credentials for a session of five minutes, then `/products` by symbol
 * or maker's number and `/products/data` for prices and stocks, 50 at a time each. Its limits are
 * not published, so the budget begins at one call a second. Delivery dates are not asked for: they
 * belong to a quantity, which a catalogue does not have.
 */

const answer = z.object({
  status: z.literal('OK'),
  data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
});

const tokenPath = '/auth/token';

/** Makes the client of version 2. */
export const createSessionClient = (config: SupplierConfig, settings: TmeSettings): SupplierClient => {
  const token = secretOf(config, 'token');
  const secret = secretOf(config, 'secret');
  return {
    phases: ['lookup'],
    budgets: {
      session: [{ rate: 12, periodMs: 60_000, burst: 2 }],
      products: [{ rate: 60, periodMs: 60_000, burst: 2 }],
    },
    pageSize: undefined,
    lookup: { byNumber: batchSize, bySku: batchSize, cost: callsOfPage },
    session: {
      request: () => ({
        method: 'POST',
        url: endpointUrl(config.baseUrl, tokenPath),
        headers: {
          authorization: `Basic ${Buffer.from(`${token}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        endpoint: 'session',
        safePath: tokenPath,
        cost: 1,
      }),
      read: readTokenAnswer,
    },
    request: (_phase, cursor, context) => productsRequest(config.baseUrl, settings, cursor, context),
    classify,
    decode: (_phase, cursor, response) => decode(cursor, response),
  };
};

const productsRequest = (
  baseUrl: string,
  { country, currency, language }: TmeSettings,
  cursor: string | undefined,
  { sessionToken, parts }: RequestContext,
): SupplierRequest => {
  const path = cursor === undefined ? '/products' : '/products/data';
  const url = new URL(endpointUrl(baseUrl, path, { country, currency }));
  if (cursor === undefined) {
    const { by, terms } = questionOf(parts);
    for (const term of terms) url.searchParams.append(by === 'symbol' ? 'symbols[]' : 'mpns[]', term);
  } else {
    for (const scope of ['prices', 'stock']) url.searchParams.append('scope[]', scope);
    for (const symbol of symbolsAt(cursor).now) url.searchParams.append('symbols[]', symbol);
  }
  return {
    method: 'GET',
    url: url.href,
    headers: {
      'accept-language': language,
      ...(sessionToken === undefined ? {} : { authorization: `Bearer ${sessionToken}` }),
    },
    body: undefined,
    endpoint: 'products',
    safePath: path,
    cost: 1,
  };
};

/** The rows of an answer: a list, or under `elements`, itself or under `products`. */
const rowsIn = (data: z.infer<typeof answer>['data']): readonly unknown[] => {
  if (Array.isArray(data)) return data;
  return 'products' in data ? listOf(data.products, 'elements') : listOf(data, 'elements');
};

const decode = (cursor: string | undefined, response: SupplierResponse): Decoded => {
  const read = readJson(response.body, answer);
  if (read === undefined) return { kind: 'malformed', reason: 'no products in the answer' };
  return pageOf(cursor, readRows(rowsIn(read.data), productRow, productDraft));
};
