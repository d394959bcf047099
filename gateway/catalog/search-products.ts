import type { FoundProduct } from '../../domain/catalog/catalog.ts';
import {
  type CatalogStore,
  type SearchCounts as Counted,
  isCharacteristicFacet,
  type SearchMark,
  searchFacets,
} from '../../domain/catalog/ports.ts';
import { type FieldViolation, invalidArgument } from '../../domain/errors.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { worstFreshness } from '../../domain/offers/freshness.ts';
import { bestAmongEquals } from '../../domain/search/best-among-equals.ts';
import { looksLikeNumber } from '../../domain/wants/part-want.ts';
import type {
  SearchCounts,
  SearchProductsRequest,
  SearchProductsResponse,
} from '../../proto/gen/svc/public/v1/catalog.ts';
import type { Cursor } from '../../proto/gen/svc/public/v1/common.ts';
import { type Cursors, defaultPageSize } from '../request/paging.ts';
import type { RequestContext, UseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { countVisible, type VisibleSearch, visiblePage } from '../visibility/visible-search.ts';
import { toFreshness } from './freshness.ts';
import { productFreshness, toProduct } from './product.ts';
import { filterOf, known } from './product-filter.ts';
import { readRanges } from './quantity-ranges.ts';
import { checkSearchTogether, searchProductsRules } from './request-rules.ts';

/** The contract's form of the counts of a search. */
const toSearchCounts = ({ counted, isCapped, facets }: Counted): SearchCounts => ({
  counted,
  isCapped,
  facets: facets.map(({ facet, values }) => ({ name: facet, values: [...values] })),
});

const checkRequest = createCheck(searchProductsRules, checkSearchTogether);

const cursorViolation = (description: string): FieldViolation => ({ field: 'cursor.token', description });

const readCursor = (cursor: Cursor | undefined, query: readonly string[], cursors: Cursors): SearchMark | undefined => {
  if (cursor === undefined || cursor.token === '') return undefined;
  const reading = cursors.read(cursor.token, query);
  switch (reading.kind) {
    case 'mark':
      return reading.mark;
    case 'of_another_query':
      throw invalidArgument(cursorViolation('belongs to another query: send it with the q and filters it came from'));
    case 'unreadable':
      throw invalidArgument(cursorViolation('is not a cursor of this service: send it exactly as it was received'));
  }
};

/** Everything that decides what a query finds, and so what its cursors belong to. */
const partsOf = (request: SearchProductsRequest): readonly string[] => [
  request.q,
  request.manufacturer,
  request.identityProfileId,
  [...new Set(request.lifecycleStatus)].sort().join(),
  String(request.inStock),
  JSON.stringify(Object.entries(request.characteristics).toSorted()),
  JSON.stringify(Object.entries(request.ranges).toSorted()),
  // Cursors from before there were categories stay valid.
  ...(request.category === '' ? [] : [request.category]),
];

/** Asks suppliers for a number that is unknown here; tells how they stand and what they cost. */
export type AskForNumber = (
  mpn: string,
  maxLookupCost: Readonly<Record<string, number>>,
  context: RequestContext,
) => Promise<Pick<SearchProductsResponse, 'lookups' | 'lookupCosts'>>;

const nobodyAsked = { lookups: [], lookupCosts: [] };

const isExact = ({ matchKind }: Pick<FoundProduct, 'matchKind'>): boolean =>
  matchKind === 'exact' || matchKind === 'without_punctuation';

/** The number that suppliers are to be asked for: on a first page that does not have it. */
const numberToAsk = (
  { q, live, cursor }: SearchProductsRequest,
  found: readonly FoundProduct[],
): string | undefined => {
  const number = q.trim();
  return live && !cursor?.token && looksLikeNumber(number) && !found.some(isExact) ? number : undefined;
};

/**
 * Finds products by part number or words, a page at a time; without them lists those that pass the
 * filters. Stock and demand decide among equals of a page. A cursor is bound to q and the filters;
 * the page size may change between pages. What policies hide is neither on a page nor counted.
 * Counts are made only when facets are asked for. A live search asks suppliers for a number that is
 * not found, and does not wait for them.
 */
export const searchProducts =
  (
    catalog: Pick<CatalogStore, 'search' | 'count'>,
    profiles: Profiles,
    cursors: Cursors,
    visibility: Visibility,
    ask: AskForNumber | undefined,
  ): UseCase<SearchProductsRequest, SearchProductsResponse> =>
  async (request, context) => {
    const { signal, now, caller } = context;
    const { ranges, findings } = readRanges(request.ranges, request.identityProfileId, profiles);
    checkRequest(request, { profiles, rangeFindings: findings });
    const parts = partsOf(request);
    const after = readCursor(request.cursor, parts, cursors);
    const limit = request.limit || defaultPageSize;
    const text = request.q.trim() === '' ? undefined : request.q;
    const view = visibility.of(context);
    const query = {
      text,
      ...filterOf(request, request.identityProfileId, ranges, caller),
      // Whom policies restrict is not to learn of hidden offers by the order of products.
      ...(view === undefined && { stockFor: caller }),
    };
    const facets = [...known(searchFacets, request.facets), ...new Set(request.facets.filter(isCharacteristicFacet))];
    const wish: VisibleSearch = {
      query,
      read: (mark, rows) => catalog.search(query, mark, rows, { signal }),
      view,
      options: { signal },
    };
    const count = () =>
      view?.restrictsProducts ? countVisible(wish, facets) : catalog.count(query, facets, { signal });
    const [{ items: found, next }, counts] = await Promise.all([
      visiblePage(wish, after, limit),
      facets.length === 0 ? undefined : count(),
    ]);
    const items = bestAmongEquals(found);
    const unknown = ask && numberToAsk(request, items);
    const told = ask && unknown !== undefined ? await ask(unknown, request.maxLookupCost, context) : nobodyAsked;
    const verdicts = items.map((product) => productFreshness(product, profiles, now()));
    return {
      items: items.map((product, at) => toProduct(product, verdicts[at] ?? { status: 'EMPTY' })),
      nextCursor: next === undefined ? undefined : { token: cursors.issue(next, parts) },
      freshness: toFreshness(worstFreshness(verdicts)),
      counts: counts && toSearchCounts(counts),
      ...told,
    };
  };
