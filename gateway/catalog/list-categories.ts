import {
  askedCategory,
  type CategoryPath,
  categoryTree,
  levelSeparator,
  maxLevels,
} from '../../domain/catalog/category.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { Category, ListCategoriesRequest, ListCategoriesResponse } from '../../proto/gen/svc/public/v1/catalog.ts';
import { createReadCache } from '../cache/read-cache.ts';
import type { RequestContext, UseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import type { View, Visibility } from '../visibility/visibility.ts';
import { visibleOf } from '../visibility/visible-search.ts';
import { listCategoriesRules } from './request-rules.ts';

const checkRequest = createCheck(listCategoriesRules);

/** Categories of an answer at most. */
const maxCategories = 1_000;

/** How many products have each category as their own. */
interface OwnCounts {
  readonly counts: readonly (readonly [CategoryPath, number])[];
  /** Whether there are more products than were counted. */
  readonly isCapped: boolean;
}

const toCategory = (path: CategoryPath, products: number): Category => {
  const levels = path.split(levelSeparator);
  return { path, name: levels.at(-1) ?? '', parent: levels.slice(0, -1).join(levelSeparator), products };
};

/** Counts what the caller sees, product by product, as the facets of a search are counted. */
const countSeen = async (
  catalog: Pick<CatalogStore, 'search'>,
  under: CategoryPath | undefined,
  view: View,
  { signal }: Pick<RequestContext, 'signal'>,
): Promise<OwnCounts> => {
  const query = { category: under };
  const { found, isCapped } = await visibleOf({
    query,
    read: (mark, rows) => catalog.search(query, mark, rows, { signal }),
    view,
    options: { signal },
  });
  const paths = found.flatMap(({ category }) => (category === undefined ? [] : [category]));
  return { counts: [...Map.groupBy(paths, (path) => path)].map(([path, { length }]) => [path, length]), isCapped };
};

/**
 * The tree of categories with how many products the caller may see in each. The counts over all
 * products are at most two seconds old and shared; from whom policies hide products, for that
 * caller the first thousands are counted, and the answer says so where there are more.
 */
export const listCategories = (
  catalog: Pick<CatalogStore, 'categories' | 'search'>,
  visibility: Visibility,
): NonNullable<UseCase<ListCategoriesRequest, ListCategoriesResponse>> => {
  const all = createReadCache({
    read: async (ids, options) => {
      const counts = await catalog.categories(options);
      return ids.map((id) => ({ id, counts, isCapped: false }));
    },
    maxEntries: 8,
  });
  return async (request, context) => {
    checkRequest(request);
    const under = askedCategory(request.under);
    const view = visibility.of(context);
    const own: OwnCounts | undefined = view?.restrictsProducts
      ? await countSeen(catalog, under, view, context)
      : await all.load('all', context);
    const nodes = categoryTree(own?.counts ?? [], { under, levels: request.levels || maxLevels });
    return {
      categories: nodes.slice(0, maxCategories).map(({ path, products }) => toCategory(path, products)),
      isCut: nodes.length > maxCategories,
      isCapped: own?.isCapped ?? false,
    };
  };
};
