import { classifyByStatus } from '../answer-status.ts';
import { endpointUrl, secretOf } from '../request-url.ts';
import { readRows } from '../rows.ts';
import { settingsOf } from '../settings.ts';
import { figureCounts } from '../single-page.ts';
import type {
  DataPhase,
  Decoded,
  RequestContext,
  SupplierClient,
  SupplierConfig,
  SupplierRequest,
  SupplierResponse,
} from '../supplier-client.ts';
import { cursorAfter, placeAt } from './paging.ts';
import { readPage } from './read-rows.ts';
import { rowBy } from './row.ts';
import {
  type Auth,
  type Feed,
  type FieldMap,
  type GenericSettings,
  genericSettings,
  type LookupFeed,
} from './settings.ts';

/**
 * A supplier without a plug-in of its own: its settings say where its lists are and what their
 * fields mean. It serves price lists in CSV and plain REST answers in JSON; a supplier whose
 * answers need judgement needs a plug-in.
 */

/** The phases it may have, in the order to walk them. */
const phases = ['catalogue', 'prices', 'stocks', 'lookup'] as const satisfies readonly DataPhase[];

/** What getting in adds to a request. */
interface Entry {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const entryOf = (auth: Auth, config: SupplierConfig): Entry => {
  switch (auth.kind) {
    case 'none':
      return { headers: {}, query: {} };
    case 'header':
      return { headers: { [auth.name]: `${auth.prefix}${secretOf(config, 'apiKey')}` }, query: {} };
    case 'query':
      return { headers: {}, query: { [auth.parameter]: secretOf(config, 'apiKey') } };
    case 'basic': {
      const pair = `${secretOf(config, 'login')}:${secretOf(config, 'password')}`;
      return { headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }, query: {} };
    }
  }
};

/**
 * Makes the client. The secret holds `apiKey` for a key in a header or query and `login` and
 * `password` for Basic. Throws RangeError when one is missing or a setting is not usable.
 */
export const createGenericClient = (config: SupplierConfig): SupplierClient => {
  const settings = settingsOf(config, genericSettings);
  const entry = entryOf(settings.auth, config);
  const { requests, periodSeconds } = settings.budget;
  const feedOf = (phase: DataPhase): Feed | LookupFeed => {
    const feed = phase === 'warehouses' ? undefined : settings.feeds[phase];
    if (feed === undefined) throw new RangeError(`the supplier has no phase ${phase}`);
    return feed;
  };
  const { lookup } = settings.feeds;
  return {
    phases: phases.filter((phase) => settings.feeds[phase] !== undefined),
    budgets: { feed: [{ rate: requests, periodMs: periodSeconds * 1000, burst: 1 }] },
    pageSize: undefined,
    lookup: lookup === undefined ? undefined : { byNumber: lookup.ask.atMost, bySku: 0 },
    session: undefined,
    request: (phase, cursor, context) => feedRequest(config.baseUrl, { feed: feedOf(phase), cursor, context }, entry),
    // Nobody is signed in, so what a 401 refuses is the credential.
    classify: (response) =>
      response.status === 401 ? { kind: 'authentication', refused: 'credential' } : classifyByStatus(response),
    decode: (phase, cursor, response) => decode({ feed: feedOf(phase), settings, cursor }, response),
  };
};

/** A page that is wanted. */
interface WantedPage {
  readonly feed: Feed | LookupFeed;
  readonly cursor: string | undefined;
  readonly context: RequestContext;
}

const feedRequest = (baseUrl: string, { feed, cursor, context }: WantedPage, entry: Entry): SupplierRequest => {
  const place = placeAt(feed.paging, cursor);
  const numbers = [...new Set(context.parts.map(({ mpn }) => mpn))];
  const ask = 'ask' in feed ? { [feed.ask.parameter]: numbers.join(feed.ask.separator) } : {};
  const own = endpointUrl(baseUrl, feed.path, { ...feed.query, ...ask, ...place.query });
  const url = new URL(place.link ?? own, own);
  for (const [name, value] of Object.entries(entry.query)) url.searchParams.set(name, value);
  return {
    method: 'GET',
    url: url.href,
    headers: entry.headers,
    body: undefined,
    endpoint: 'feed',
    safePath: feed.path,
    cost: 1,
  };
};

/** How an answer is to be read. */
interface Reading {
  readonly feed: Feed | LookupFeed;
  readonly settings: GenericSettings;
  readonly cursor: string | undefined;
}

const decode = ({ feed, settings, cursor }: Reading, response: SupplierResponse): Decoded => {
  const { fields, format, paging } = feed;
  const page = readPage(response.body, format, columnsOf(fields));
  if (page.kind === 'malformed') return page;
  const rowSchema = rowBy({ fields, format: format.kind, settings });
  const numberOf = (at: number): number => page.numbers[at] ?? at + 1;
  const { drafts, skipped } = readRows(page.rows, rowSchema, (draft) => draft, numberOf);
  const next = cursorAfter(paging, cursor, { rows: page.rows.length + page.skipped.length, document: page.document });
  const nextCursor = next === undefined ? undefined : withoutKey(next, settings.auth);
  return {
    kind: 'page',
    drafts,
    skipped: [...page.skipped, ...skipped].sort((a, b) => (a.row ?? 0) - (b.row ?? 0)),
    counts: figureCounts(drafts),
    // A page that leads to itself would never end.
    nextCursor: nextCursor === cursor ? undefined : nextCursor,
    pageCount: undefined,
  };
};

/** The columns of a table that the fields are read from. */
const columnsOf = ({ breaks, attributes, ...single }: FieldMap): readonly string[] => {
  const prices =
    breaks === undefined || 'list' in breaks
      ? []
      : 'columns' in breaks
        ? breaks.columns.map(({ price }) => price)
        : [breaks.price];
  const sources = [...Object.values(single), ...Object.values(attributes ?? {}), ...prices];
  return sources.filter((source) => typeof source === 'string');
};

/**
 * A link to the next page may repeat the key that it was asked with; a cursor is stored and must
 * not hold it.
 */
const withoutKey = (cursor: string, auth: Auth): string => {
  if (auth.kind !== 'query' || !cursor.includes('?')) return cursor;
  const [address = '', query] = cursor.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete(auth.parameter);
  return `${address}?${parameters.toString()}`;
};
