import { z } from 'zod';
import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';
import { classifyByStatus } from '../answer-status.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readJson, readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import type {
  DataPhase,
  Decoded,
  EndpointBudgets,
  RequestContext,
  SignedIn,
  SupplierClient,
  SupplierConfig,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-client.ts';
import { catalogueDraft, catalogueRow, priceRow, stockDraft, stockRow } from './rows.ts';

/**
 * The demo bulk supplier: signs in with login and password, then walks warehouses, catalogue,
 * prices and stocks by page number. A row of the catalogue holds price and stock too, so that a
 * part has all its figures as soon as it is known; the phases after it bring what has moved since.
 * A row of stocks holds all warehouses of its SKU.
 */

/**
 * Rows a page: large enough to need few requests, small enough to be read in a few milliseconds.
 */
const pageSize = 500;

const settings = z.object({ pages_per_second: z.int().min(1).max(1_000).default(50) });

const phases = ['warehouses', 'catalogue', 'prices', 'stocks'] as const satisfies readonly DataPhase[];

type BulkPhase = (typeof phases)[number];

const isBulkPhase = (phase: DataPhase): phase is BulkPhase => phase !== 'lookup';

const page = z.object({
  page: z.int().min(1),
  page_count: z.int().min(0),
  items: z.array(z.unknown()),
});

const problem = z.object({ error: z.string() });

const session = z.object({ token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Makes the client. The secret holds `login` and `password`. Throws RangeError for settings that it
 * does not know.
 */
export const createDemoBulkClient = (config: SupplierConfig): SupplierClient => {
  const login = secretOf(config, 'login');
  const password = secretOf(config, 'password');
  const rate = settingsOf(config, settings).pages_per_second;
  const pagesBudget: EndpointBudgets = [{ rate, periodMs: 1_000, burst: 2 }];
  return {
    phases,
    budgets: {
      session: [{ rate: 30, periodMs: 60_000, burst: 2 }],
      warehouses: pagesBudget,
      catalogue: pagesBudget,
      prices: pagesBudget,
      stocks: pagesBudget,
    },
    pageSize,
    lookup: undefined,
    session: {
      request: () => ({
        method: 'POST',
        url: endpointUrl(config.baseUrl, '/session'),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login, password }),
        endpoint: 'session',
        safePath: '/session',
        cost: 1,
      }),
      read: readSession,
    },
    request: (phase, cursor, context) => pageRequest(config.baseUrl, bulkPhase(phase), cursor, context),
    classify,
    decode: (phase, _cursor, response) => decode(bulkPhase(phase), response),
  };
};

const bulkPhase = (phase: DataPhase): BulkPhase => {
  if (isBulkPhase(phase)) return phase;
  throw new RangeError(`the demo bulk supplier has no phase ${phase}`);
};

const readSession = (response: SupplierResponse): SignedIn => {
  const opened = readJson(response.body, session);
  return opened === undefined
    ? { kind: 'malformed', reason: 'no session in the answer' }
    : { kind: 'session', token: opened.token, lifetimeMs: opened.expires_in * 1000 };
};

const pageRequest = (
  baseUrl: string,
  phase: BulkPhase,
  cursor: string | undefined,
  { sessionToken }: RequestContext,
): SupplierRequest => ({
  method: 'GET',
  url: endpointUrl(baseUrl, `/${phase}`, { page: cursor ?? 1, size: pageSize }),
  headers: sessionToken === undefined ? {} : { authorization: `Bearer ${sessionToken}` },
  body: undefined,
  endpoint: phase,
  safePath: `/${phase}`,
  cost: 1,
});

const classify = (response: SupplierResponse): AnswerClass => {
  const isCredential = response.status === 401 && readJson(response.body, problem)?.error === 'credentials_rejected';
  return isCredential ? { kind: 'authentication', refused: 'credential' } : classifyByStatus(response);
};

const noCounts = { items: 0, prices: 0, stocks: 0, warehouses: 0 };

const decode = (phase: BulkPhase, response: SupplierResponse): Decoded => {
  const answer = readJson(response.body, page);
  if (answer === undefined) return { kind: 'malformed', reason: 'no page in the answer' };
  const position = {
    pageCount: answer.page_count,
    nextCursor: answer.page < answer.page_count ? String(answer.page + 1) : undefined,
  };
  switch (phase) {
    case 'warehouses': {
      const counts = { ...noCounts, warehouses: answer.items.length };
      return { kind: 'page', ...position, drafts: [], skipped: [], counts };
    }
    case 'catalogue': {
      const rows = readRows(answer.items, catalogueRow, catalogueDraft);
      const withPrice = rows.drafts.filter((draft) => draft.price !== undefined).length;
      const withStock = rows.drafts.filter((draft) => draft.stock !== undefined).length;
      const counts = { ...noCounts, items: rows.drafts.length, prices: withPrice, stocks: withStock };
      return { kind: 'page', ...position, ...rows, counts };
    }
    case 'prices': {
      const rows = readRows(answer.items, priceRow, (draft) => draft);
      return { kind: 'page', ...position, ...rows, counts: { ...noCounts, prices: rows.drafts.length } };
    }
    case 'stocks': {
      const rows = readRows(answer.items, stockRow, stockDraft);
      return { kind: 'page', ...position, ...rows, counts: { ...noCounts, stocks: rows.drafts.length } };
    }
  }
};
