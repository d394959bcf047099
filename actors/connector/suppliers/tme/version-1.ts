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
import { tolerant } from '../tolerant.ts';
import { classify } from './answer.ts';
import { batchSize, callsOfPage, pageOf, questionOf, symbolsAt } from './batch.ts';
import { signedProductDraft, signedProductRow } from './rows-1.ts';
import type { TmeSettings } from './settings.ts';
import { type SignedParameters, signedForm } from './signature.ts';

/**
 * TME's API of tokens made before May 2026: signed POSTs without sessions. It knows products by
 * symbol, 50 at a time, and finds a maker's number by searching for one phrase, so that parts whose
 * symbol is not known cost a call each.
 */

const answer = z.object({
  Status: z.literal('OK'),
  Data: z.object({ ProductList: z.array(z.unknown()), Currency: tolerant.text, PriceType: tolerant.text }),
});

/** Makes the client of version 1. */
export const createSignedClient = (config: SupplierConfig, settings: TmeSettings): SupplierClient => {
  const token = secretOf(config, 'token');
  const secret = secretOf(config, 'secret');
  const request = ({ path, parameters }: Action): SupplierRequest => {
    const { country: Country, currency: Currency, language: Language } = settings;
    const url = endpointUrl(config.baseUrl, path);
    return {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: signedForm(url, { ...parameters, Token: token, Country, Currency, Language }, secret),
      endpoint: 'products',
      safePath: path,
      cost: 1,
    };
  };
  return {
    phases: ['lookup'],
    budgets: { products: [{ rate: 60, periodMs: 60_000, burst: 2 }] },
    pageSize: undefined,
    lookup: { byNumber: 1, bySku: batchSize, cost: callsOfPage },
    session: undefined,
    request: (_phase, cursor, context) => request(actionOf(cursor, context)),
    classify: (response) => {
      const meaning = classify(response);
      // Without a session, what was refused is the token itself.
      return meaning.kind === 'authentication' ? { kind: 'authentication', refused: 'credential' } : meaning;
    },
    decode: (_phase, cursor, response) => decode(cursor, response),
  };
};

/** What is called and with which parameters of its own. */
interface Action {
  readonly path: `/${string}`;
  readonly parameters: SignedParameters;
}

const actionOf = (cursor: string | undefined, { parts }: RequestContext): Action => {
  if (cursor !== undefined) {
    return { path: '/Products/GetPricesAndStocks.json', parameters: { SymbolList: symbolsAt(cursor).now } };
  }
  const { by, terms } = questionOf(parts);
  return by === 'symbol'
    ? { path: '/Products/GetProducts.json', parameters: { SymbolList: terms } }
    : { path: '/Products/Search.json', parameters: { SearchPlain: terms[0] ?? '' } };
};

const decode = (cursor: string | undefined, response: SupplierResponse): Decoded => {
  const read = readJson(response.body, answer);
  if (read === undefined) return { kind: 'malformed', reason: 'no products in the answer' };
  const { ProductList, Currency: currency, PriceType: kind } = read.Data;
  return pageOf(
    cursor,
    readRows(ProductList, signedProductRow, (row) => signedProductDraft(row, { currency, kind })),
  );
};
