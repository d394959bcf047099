import type { Caller } from '../../domain/caller.ts';
import { isLifecycleStatus, lifecycleStatuses } from '../../domain/catalog.ts';
import { type FieldViolation, invalidArgument } from '../../domain/errors.ts';
import { worst } from '../../domain/freshness.ts';
import { facetFields, facetOf } from '../../domain/search/facets.ts';
import type { ProductQuery, ProductSearch, SearchMark } from '../../domain/search/ports.ts';
import type { FacetCounts, SearchProductsRequest } from '../../proto/gen/svc/public/v1/catalog.ts';
import type { Cursor } from '../../proto/gen/svc/public/v1/common.ts';
import type { Cursors } from '../cursor.ts';
import { toFreshness } from '../mapping/freshness.ts';
import { type Profiles, productFreshness, toProduct } from '../mapping/product.ts';
import { checkOneOf, checkRequiredText, checkText, checkWithin, type Finding, refuseIfAny } from './check.ts';
import type { UseCases } from './use-cases.ts';

/** Items of a page when the caller does not say. */
export const defaultPageSize = 50;

/** Most items of a page. */
export const maxPageSize = 500;

/** Longest query, manufacturer, characteristic and value accepted, in characters. */
export const maxQueryLength = 200;

/** Most characteristics to filter by, and most facets. */
const maxFilters = 20;

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

const isTooMany = (field: string, count: number, most: number): Finding =>
  count > most ? { field, description: `must have at most ${most} entries` } : undefined;

const checkCharacteristics = (given: Readonly<Record<string, string>>): readonly Finding[] => [
  isTooMany('characteristics', Object.keys(given).length, maxFilters),
  ...Object.entries(given).flatMap(([name, value]) => [
    checkRequiredText('characteristics', name, maxQueryLength),
    checkText(`characteristics.${name}`, value, maxQueryLength),
  ]),
];

const facetNames = [...facetFields, 'characteristics.NAME'].join(', ');

const checkFacets = (names: readonly string[]): readonly Finding[] => [
  isTooMany('facets', names.length, maxFilters),
  ...names.map((name) =>
    facetOf(name) === undefined
      ? { field: 'facets', description: `must be of ${facetNames}` }
      : checkText('facets', name, maxQueryLength),
  ),
];

const check = (request: SearchProductsRequest, profiles: Profiles): void =>
  refuseIfAny(
    checkRequiredText('q', request.q, maxQueryLength),
    checkText('manufacturer', request.manufacturer, maxQueryLength),
    checkOneOf('identity_profile_id', request.identityProfileId, [...profiles.keys()]),
    checkWithin('limit', request.limit, 0, maxPageSize),
    ...request.lifecycle.map((word) =>
      isLifecycleStatus(word)
        ? undefined
        : { field: 'lifecycle', description: `must be one of ${lifecycleStatuses.join(', ')}` },
    ),
    ...checkCharacteristics(request.characteristics),
    ...checkFacets(request.facets),
  );

const queryOf = (request: SearchProductsRequest, { customerId, groupIds }: Caller): ProductQuery => ({
  text: request.q,
  manufacturer: request.manufacturer || undefined,
  profileId: request.identityProfileId || undefined,
  lifecycles: request.lifecycle.filter(isLifecycleStatus),
  characteristics: request.characteristics,
  inStockFor: request.inStock ? { customerId, groupIds } : undefined,
});

/** What a cursor is bound to: the text and every filter, in an order that does not depend on how they were sent. */
const boundTo = (request: SearchProductsRequest): readonly string[] => [
  request.q,
  request.manufacturer,
  request.identityProfileId,
  ...(request.lifecycle.length > 0 ? ['lifecycle', ...request.lifecycle.toSorted()] : []),
  ...(request.inStock ? ['in_stock'] : []),
  ...Object.entries(request.characteristics)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => ['characteristic', name, value]),
];

const countFacets = async (
  search: ProductSearch,
  query: ProductQuery,
  names: readonly string[],
  signal: AbortSignal,
): Promise<FacetCounts | undefined> => {
  if (names.length === 0) return undefined;
  const facets = names.map(facetOf).filter((facet) => facet !== undefined);
  const counts = await search.facets(query, facets, { signal });
  return {
    facets: names.map((name, at) => ({ name, values: [...(counts.facets[at] ?? [])] })),
    counted: counts.counted,
    atLeast: counts.atLeast,
  };
};

/**
 * Finds products by part number or words, a page at a time, and counts what it finds by facets when asked to. A cursor is bound to
 * q and the filters; page size and facets may change between pages. The page is read with one row more than asked for, whose
 * presence says that there is a next page.
 */
export const searchProducts =
  (search: ProductSearch, profiles: Profiles, cursors: Cursors): UseCases['searchProducts'] =>
  async (request, { signal, now, caller }) => {
    check(request, profiles);
    const bound = boundTo(request);
    const after = readCursor(request.cursor, bound, cursors);
    const limit = request.limit || defaultPageSize;
    const query = queryOf(request, caller);
    const [found, facetCounts] = await Promise.all([
      search.search(query, after, limit + 1, { signal }),
      countFacets(search, query, request.facets, signal),
    ]);
    const page = found.slice(0, limit);
    const verdicts = page.map((product) => productFreshness(product, profiles, now()));
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map((product, at) => toProduct(product, verdicts[at] ?? { status: 'EMPTY' })),
      nextCursor: last === undefined ? undefined : { token: cursors.issue(last.mark, bound) },
      freshness: toFreshness(worst(verdicts)),
      facetCounts,
    };
  };
