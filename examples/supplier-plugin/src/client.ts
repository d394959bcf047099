import {
  type AnswerClass,
  classifyByStatus,
  type Decoded,
  endpointUrl,
  figureCounts,
  readJson,
  readRows,
  type SupplierClient,
  type SupplierConfig,
  type SupplierResponse,
  secretOf,
  settingsOf,
} from '@offerstream/plugin-kit';
import { z } from 'zod';
import { draftOf, row } from './rows.ts';

/**
 * Harbour, a made-up supplier that serves its whole catalogue in pages:
 *
 *     GET /v1/parts?after=CURSOR&limit=200   header `authorization: Key KEY`
 *     {"parts": [...], "next": "CURSOR" | null}
 *
 * It answers 401 to a key that it does not know, and `{"error": "quota"}` with status 403 when the
 * day's requests are used up.
 */

const settings = z.object({ requestsPerMinute: z.int().min(2).max(600).default(60) });

const page = z.object({ parts: z.array(z.unknown()), next: z.string().nullable() });

const problem = z.object({ error: z.string() });

const pageSize = 200;

const minuteMs = 60_000;

const classify = (response: SupplierResponse): AnswerClass => {
  if (response.status === 401) return { kind: 'authentication', refused: 'credential' };
  const isQuota = response.status === 403 && readJson(response.body, problem)?.error === 'quota';
  return isQuota ? { kind: 'throttled', window: 'daily', retryAfterMs: undefined } : classifyByStatus(response);
};

const decode = (response: SupplierResponse): Decoded => {
  const answer = readJson(response.body, page);
  if (answer === undefined) return { kind: 'malformed', reason: 'no page in the answer' };
  const { drafts, skipped } = readRows(answer.parts, row, draftOf);
  return {
    kind: 'page',
    drafts,
    skipped,
    counts: figureCounts(drafts),
    nextCursor: answer.next ?? undefined,
    pageCount: undefined,
  };
};

/** Makes the client. The secret holds `key`. */
export const createHarbourClient = (config: SupplierConfig): SupplierClient => {
  const key = secretOf(config, 'key');
  const { requestsPerMinute } = settingsOf(config, settings);
  return {
    phases: ['catalogue'],
    budgets: { parts: [{ rate: requestsPerMinute, periodMs: minuteMs, burst: 2 }] },
    pageSize,
    lookup: undefined,
    session: undefined,
    request: (_phase, cursor) => ({
      method: 'GET',
      url: endpointUrl(config.baseUrl, '/v1/parts', {
        limit: pageSize,
        ...(cursor !== undefined && { after: cursor }),
      }),
      headers: { authorization: `Key ${key}` },
      body: undefined,
      endpoint: 'parts',
      safePath: '/v1/parts',
      cost: 1,
    }),
    classify,
    decode: (_phase, _cursor, response) => decode(response),
  };
};
