import { z } from 'zod';
import { dailyBudget } from '../daily-budget.ts';
import type { DecimalSeparator } from '../localized-decimal.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import { singlePage } from '../single-page.ts';
import type { Decoded, SupplierClient, SupplierConfig, SupplierResponse, WantedPart } from '../supplier-client.ts';
import { classify } from './answer.ts';
import { factsOf, isOrderable, partDraft, partRow } from './rows.ts';
import { mouserSettings } from './settings.ts';

/**
 * Mouser's Search API: up to ten numbers a call, its own or makers', and the key in the query
 * string, so that no URL may be shown. What is asked for exactly still brings its neighbours; they
 * are real offers of parts that say their own numbers, so they are kept. Rows whose number is "N/A"
 * cannot be ordered and are no offers.
 */

const numbersPerCall = 10;

const answer = z.object({ SearchResults: z.object({ Parts: z.array(z.unknown()) }) });

/**
 * Makes the client. The secret holds `apiKey`. Throws RangeError when it is missing or a setting is
 * not usable.
 */
export const createMouserClient = (config: SupplierConfig): SupplierClient => {
  const settings = settingsOf(config, mouserSettings);
  const apiKey = secretOf(config, 'apiKey');
  const path = `/api/v${settings.version}/search/partnumber` as const;
  return {
    phases: ['lookup'],
    budgets: {
      search: [{ rate: settings.callsPerMinute, periodMs: 60_000, burst: 1 }, dailyBudget(settings.callsPerDay)],
    },
    pageSize: undefined,
    lookup: { byNumber: numbersPerCall, bySku: numbersPerCall },
    session: undefined,
    request: (_phase, _cursor, { parts }) => ({
      method: 'POST',
      url: endpointUrl(config.baseUrl, path, { apiKey }),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        SearchByPartRequest: { mouserPartNumber: termsOf(parts).join('|'), partSearchOptions: 'Exact' },
      }),
      endpoint: 'search',
      safePath: path,
      cost: 1,
    }),
    classify,
    decode: (_phase, _cursor, response) => decode(response, settings.decimalSeparator),
  };
};

/** One number of a form that Mouser does not take fails the whole request. */
const canBeAskedFor = (number: string): boolean => /^[\x20-\x7e]{3,40}$/.test(number) && !number.includes('|');

/** Requested when nothing else can be: it has the right form, and no such part exists. */
const nobodysNumber = '---';

const termsOf = (parts: readonly WantedPart[]): readonly string[] => {
  const numbers = parts.map(({ sku, mpn }) => (sku ?? mpn).trim()).filter(canBeAskedFor);
  return numbers.length === 0 ? [nobodysNumber] : [...new Set(numbers)];
};

const decode = (response: SupplierResponse, setSeparator: DecimalSeparator | undefined): Decoded => {
  const read = readJson(response.body, answer);
  if (read === undefined) return { kind: 'malformed', reason: 'no parts in the answer' };
  const rows = read.SearchResults.Parts.filter(isOrderable);
  const facts = factsOf(rows, setSeparator);
  return singlePage(readRows(rows, partRow, (row) => partDraft(row, facts)));
};
