import { dailyBudget } from '../daily-budget.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { settingsOf } from '../settings.ts';
import type { RequestContext, SupplierClient, SupplierConfig, SupplierRequest } from '../supplier-client.ts';
import { classify } from './answer.ts';
import { decode } from './decode.ts';
import { remainingBudgets } from './rate-headers.ts';
import { type DigikeySettings, digikeySettings } from './settings.ts';
import { digikeySignIn } from './sign-in.ts';

/**
 * Digi-Key's Product Information API, version 4. A maker's number is searched for as a keyword,
 * which finds that number of all makers; a known SKU is asked for by itself, which brings the
 * account's own prices too. Both draw on one budget of the app.
 */

const searchPath = '/products/v4/search/keyword';

/**
 * Makes the client. The secret holds `clientId`, `clientSecret` and, when a user granted access,
 * `refreshToken`.
 */
export const createDigikeyClient = (config: SupplierConfig): SupplierClient => {
  const settings = settingsOf(config, digikeySettings);
  const { callsPerMinute, callsPerDay } = settings;
  return {
    phases: ['lookup'],
    budgets: {
      session: [{ rate: 12, periodMs: 60_000, burst: 2 }],
      products: [
        { rate: callsPerMinute, periodMs: 60_000, burst: Math.max(1, Math.floor(callsPerMinute * 0.03)) },
        dailyBudget(callsPerDay),
      ],
    },
    pageSize: undefined,
    lookup: { byNumber: 1, bySku: 1 },
    session: digikeySignIn(config),
    request: (_phase, _cursor, context) => requestFor(config, settings, context),
    classify,
    decode: (_phase, _cursor, response) => decode(response),
    remaining: remainingBudgets,
  };
};

const requestFor = (
  config: SupplierConfig,
  settings: DigikeySettings,
  { parts: [part], sessionToken }: RequestContext,
): SupplierRequest => {
  const headers = {
    ...localeHeaders(settings),
    'X-DIGIKEY-Client-Id': secretOf(config, 'clientId'),
    ...(sessionToken === undefined ? {} : { authorization: `Bearer ${sessionToken}` }),
  };
  const common = { endpoint: 'products', cost: 1 };
  if (part?.sku !== undefined) {
    const { accountId } = settings;
    return {
      ...common,
      method: 'GET',
      url: endpointUrl(config.baseUrl, `/products/v4/search/${encodeURIComponent(part.sku)}/productdetails`),
      headers: accountId === undefined ? headers : { ...headers, 'X-DIGIKEY-Account-ID': accountId },
      body: undefined,
      safePath: '/products/v4/search/productdetails',
    };
  }
  return {
    ...common,
    method: 'POST',
    url: endpointUrl(config.baseUrl, searchPath),
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      Keywords: part?.mpn ?? '',
      Limit: 50,
      Offset: 0,
      FilterOptionsRequest: { MarketPlaceFilter: 'ExcludeMarketPlace' },
    }),
    safePath: searchPath,
  };
};

/** Without them every request is refused. */
const localeHeaders = ({ site, language, currency }: DigikeySettings): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  'X-DIGIKEY-Locale-Site': site,
  'X-DIGIKEY-Locale-Language': language,
  'X-DIGIKEY-Locale-Currency': currency,
});
