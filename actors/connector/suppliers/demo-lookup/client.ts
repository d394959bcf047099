import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus } from '../answer-status.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import type { Decoded, SupplierClient, SupplierConfig, SupplierResponse } from '../supplier-client.ts';
import { partDraft, partRow } from './rows.ts';

/**
 * The demo lookup supplier: up to 20 makers' part numbers a call, everything about them in one
 * answer, and the key in the query string, so that no URL may be shown.
 */

/** `requests_per_second`: how many it takes; left out: 200. */
const settings = z.object({ requests_per_second: z.int().min(1).max(200).default(200) });

const answer = z.object({ parts: z.array(z.unknown()) });

/**
 * Makes the client. The secret holds `apiKey`. Throws RangeError for settings that it does not
 * know.
 */
export const createDemoLookupClient = (config: SupplierConfig): SupplierClient => {
  const apikey = secretOf(config, 'apiKey');
  const rate = settingsOf(config, settings).requests_per_second;
  return {
    phases: ['lookup'],
    budgets: { parts: [{ rate, periodMs: 1000, burst: Math.min(6, rate) }] },
    pageSize: undefined,
    lookup: { byNumber: 20, bySku: 0 },
    session: undefined,
    request: (_phase, _cursor, { parts }) => ({
      method: 'GET',
      url: endpointUrl(config.baseUrl, '/parts', {
        numbers: [...new Set(parts.map(({ mpn }) => encodeURIComponent(mpn)))].join('|'),
        apikey,
      }),
      headers: {},
      body: undefined,
      endpoint: 'parts',
      safePath: '/parts',
      cost: 1,
    }),
    classify,
    decode: (_phase, _cursor, response) => decode(response),
  };
};

const problem = z.object({ error: z.string() });

/** A wrong key is answered with 403 here, and says so. */
const classify = (response: SupplierResponse): AnswerClass => {
  const isCredential = response.status === 403 && readJson(response.body, problem)?.error === 'invalid_key';
  return isCredential ? { kind: 'authentication', refused: 'credential' } : classifyByStatus(response);
};

const decode = (response: SupplierResponse): Decoded => {
  const read = readJson(response.body, answer);
  if (read === undefined) return { kind: 'malformed', reason: 'no parts in the answer' };
  const { drafts, skipped } = readRows(read.parts, partRow, partDraft);
  return {
    kind: 'page',
    drafts,
    skipped,
    counts: {
      items: drafts.length,
      prices: drafts.filter(({ price }) => price !== undefined).length,
      stocks: drafts.filter(({ stock }) => stock !== undefined).length,
      warehouses: 0,
    },
    nextCursor: undefined,
    pageCount: undefined,
  };
};
