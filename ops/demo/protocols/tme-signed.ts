import { createHmac } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Assortment, DemoOffer } from '../assortment.ts';
import type { Ledger } from '../server/ledger.ts';
import { signedFiguresOf, signedProductOf } from './tme-rows.ts';

/**
 * The signed calls of TME's first version: every request is a form that its own signature vouches
 * for.
 */

/** What the calls serve from, and whom. */
interface SignedAccess {
  readonly token: string;
  readonly secret: string;
  readonly currency: string;
}

interface Served {
  readonly assortment: Assortment;
  readonly ledger: Ledger;
}

/** The most symbols of one request. */
const maxSymbols = 50;

const answerOf = (rows: readonly object[], currency: string): Response =>
  Response.json({
    Status: 'OK',
    Data: { Language: 'EN', Currency: currency, PriceType: 'NET', ProductList: rows },
  });

const refusal = (code: string, status: number): Response =>
  Response.json({ Status: code, ErrorCode: code, ErrorMessage: code, Error: { Validation: {} } }, { status });

/** Adds the calls to the supplier's endpoints. */
export const addSignedEndpoints = (app: Hono, { assortment, ledger }: Served, access: SignedAccess): void => {
  const call = (
    action: string,
    rowOf: (offer: DemoOffer) => object,
    offersOf: (form: URLSearchParams) => readonly DemoOffer[],
  ): void => {
    app.post(`/Products/${action}.json`, async (context) => {
      const form = new URLSearchParams(await context.req.text());
      if (form.get('Token') !== access.token) return refusal('E_AUTHORIZATION_FAILED', 403);
      if (form.get('ApiSignature') !== signatureOf(context, form, access.secret)) {
        return refusal('E_INVALID_SIGNATURE', 403);
      }
      const symbols = symbolsIn(form);
      const isValid = symbols.length <= maxSymbols && symbols.every(({ length }) => length >= 2 && length <= 18);
      if (!isValid) return refusal('E_INPUT_PARAMS_VALIDATION_ERROR', 406);
      const offers = offersOf(form);
      ledger.record('lookup', 1, offers.length);
      return answerOf(offers.map(rowOf), access.currency);
    });
  };
  const bySymbol = (form: URLSearchParams): readonly DemoOffer[] =>
    symbolsIn(form).flatMap((symbol) => assortment.findSku(symbol) ?? []);
  call('Search', signedProductOf, (form) => assortment.find(form.get('SearchPlain') ?? ''));
  call('GetProducts', signedProductOf, bySymbol);
  call('GetPricesAndStocks', signedFiguresOf, bySymbol);
};

const symbolsIn = (form: URLSearchParams): readonly string[] =>
  [...form].flatMap(([name, value]) => (name.startsWith('SymbolList[') ? [value] : []));

/** Percent-encoding by RFC 3986, which encodes five marks more than a URI component. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.codePointAt(0)?.toString(16).toUpperCase()}`);

/**
 * The signature that a form should have: of its parameters as they came, which is sorted by name.
 */
const signatureOf = (context: Context, form: URLSearchParams, secret: string): string => {
  const parameters = [...form].filter(([name]) => name !== 'ApiSignature');
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return createHmac('sha1', secret)
    .update(`POST&${encode(context.req.url)}&${encode(query)}`)
    .digest('base64');
};
