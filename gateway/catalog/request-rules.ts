import { lifecycleStatuses } from '../../domain/catalog/catalog.ts';
import { maxLevels, maxPathLength } from '../../domain/catalog/category.ts';
import { characteristicFacet, isCharacteristicFacet, searchFacets } from '../../domain/catalog/ports.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import type {
  FindAlternatesRequest,
  GetProductRequest,
  ListCategoriesRequest,
  ProductFilter,
  SearchProductsRequest,
  StreamProductsRequest,
} from '../../proto/gen/svc/public/v1/catalog.ts';
import type { GetOffersRequest } from '../../proto/gen/svc/public/v1/offers.ts';
import { checkAllNamed, checkRequiredText, checkText, type Finding } from '../request/check.ts';
import { maxLookupCost } from '../request/lookup-cost.ts';
import { maxPageSize } from '../request/paging.ts';
import { allNamed, anything, id, message, oneOfKnown, type Rule, type Rules, text, within } from '../request/rules.ts';

/** Longest query and manufacturer accepted, in characters. */
const maxQueryLength = 200;

/**
 * Characteristics that a search may ask for at once, and the longest name or text of one, in
 * characters.
 */
const maxCharacteristics = 10;
const maxCharacteristicLength = 200;

const maxBatchSize = 1_000;

/** What requests for products are checked with. */
interface CatalogFacts {
  readonly profiles: Profiles;
}

/** What a search is checked with besides: what is wrong with the ranges that were read. */
interface SearchFacts extends CatalogFacts {
  readonly rangeFindings: readonly Finding[];
}

const knownProfile: Rule<string, CatalogFacts> = oneOfKnown(({ profiles }) => [...profiles.keys()]);

const characteristics: Rule<Readonly<Record<string, string>>> = {
  check: (field, asked) => {
    const pairs = Object.entries(asked);
    if (pairs.length > maxCharacteristics) return { field, description: `must be at most ${maxCharacteristics}` };
    return pairs.flatMap(([name, value]) => [
      checkRequiredText(field, name, maxCharacteristicLength),
      checkText(field, value, maxCharacteristicLength),
    ]);
  },
};

/** Of characteristics at most as many as may be asked for. */
const facets: Rule<readonly string[]> = {
  check: (field, given) => {
    const named = [...new Set(given.filter(isCharacteristicFacet))];
    if (named.length > maxCharacteristics)
      return { field, description: `must name at most ${maxCharacteristics} characteristics` };
    const others = given.filter((name) => !isCharacteristicFacet(name));
    return [
      ...named.map((name) => checkRequiredText(field, name.slice(characteristicFacet.length), maxCharacteristicLength)),
      checkAllNamed(field, others, [...searchFacets, `${characteristicFacet}name`]),
    ];
  },
};

/** What holds of a search. */
export const searchProductsRules: Rules<SearchProductsRequest, SearchFacts> = {
  q: text(maxQueryLength),
  manufacturer: text(maxQueryLength),
  identityProfileId: knownProfile,
  limit: within(0, maxPageSize),
  lifecycleStatus: allNamed(lifecycleStatuses),
  facets,
  characteristics,
  ranges: { check: (_field, _asked, { rangeFindings }) => rangeFindings },
  category: text(maxPathLength),
  inStock: anything,
  cursor: anything,
  live: anything,
  maxLookupCost,
};

/** Without a text and a filter a search would be the whole catalogue, which is streamed instead. */
export const checkSearchTogether = (asked: SearchProductsRequest): readonly Finding[] => {
  const { q, manufacturer, identityProfileId, category, lifecycleStatus, inStock, characteristics, ranges } = asked;
  const filters = [manufacturer, identityProfileId, category].some((text) => text.trim() !== '');
  const lists = [lifecycleStatus, Object.keys(characteristics), Object.keys(ranges)].some(({ length }) => length > 0);
  return q.trim() !== '' || filters || lists || inStock
    ? []
    : [{ field: 'q', description: 'must be given, or a filter such as manufacturer; GET /v1/products/stream has all' }];
};

/** What holds of a request for a product. */
export const getProductRules: Rules<GetProductRequest> = { id, facts: anything };

/** Most alternates of an answer. */
const maxAlternates = 100;

/** What holds of a request for alternates. */
export const findAlternatesRules: Rules<FindAlternatesRequest> = { id, limit: within(0, maxAlternates) };

/** What holds of a request for categories. */
export const listCategoriesRules: Rules<ListCategoriesRequest> = {
  under: text(maxPathLength),
  levels: within(0, maxLevels),
};

/** What holds of a request for the offers of a product. */
export const getOffersRules: Rules<GetOffersRequest> = { canonicalId: id };

const filterRules: Rules<ProductFilter> = {
  manufacturer: text(maxQueryLength),
  lifecycleStatus: allNamed(lifecycleStatuses),
  inStock: anything,
  characteristics,
  ranges: anything,
  category: text(maxPathLength),
};

const filterRule = message(filterRules);

/** What holds of a request for all products. */
export const streamProductsRules: Rules<StreamProductsRequest, SearchFacts> = {
  filter: {
    check: (field, filter, { rangeFindings }) => [
      ...rangeFindings.map((finding) => finding && { ...finding, field: `${field}.${finding.field}` }),
      ...[filterRule.check?.(field, filter, undefined)].flat(),
    ],
  },
  identityProfileId: knownProfile,
  batchSize: within(0, maxBatchSize),
};
