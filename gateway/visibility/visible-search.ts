import type { FoundProduct, Product } from '../../domain/catalog/catalog.ts';
import { isInCategory, pathsUpTo } from '../../domain/catalog/category.ts';
import {
  characteristicFacet,
  type FacetCounts,
  isCharacteristicFacet,
  type ProductQuery,
  type SearchCounts,
  type SearchFacet,
  type SearchMark,
} from '../../domain/catalog/ports.ts';
import { ownProperty } from '../../domain/own-property.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { View } from './visibility.ts';

/** A product on a page, with the mark after which the page after it would begin. */
type Marked = FoundProduct & { readonly mark: SearchMark };

/** A search as one caller sees it. */
export interface VisibleSearch {
  readonly query: ProductQuery;
  /** Reads up to so many products after a mark. */
  readonly read: (after: SearchMark | undefined, limit: number) => Promise<readonly Marked[]>;
  /** What the caller sees; undefined: everything. */
  readonly view: View | undefined;
  readonly options: ReadOptions;
}

/**
 * Visible products, and the mark after which the next page begins; undefined: this is the last one.
 */
interface Page {
  readonly items: readonly Marked[];
  readonly next: SearchMark | undefined;
}

const maxRead = 500;

/**
 * Products looked at for one page or one count, at most. A page behind which there are more, but
 * among so many hidden ones, ends early and has a mark to go on from.
 */
const maxLookedAt = 5_000;

/**
 * Whether what is left of a product still is what the search has found it by: nothing is found by
 * what is masked.
 */
const isFoundStill = (query: ProductQuery, before: Marked, seen: Marked): boolean =>
  passesStill(query, seen) && (before.matchKind !== 'words' || before.description === seen.description);

/** Whether what is left of a product passes the filter that the whole of it has passed. */
export const passesStill = (
  { lifecycles, category, characteristics = {} }: Omit<ProductQuery, 'text'>,
  seen: Product,
): boolean =>
  (category === undefined || isInCategory(seen.category, category)) &&
  (lifecycles === undefined || (seen.lifecycle !== undefined && lifecycles.includes(seen.lifecycle))) &&
  Object.entries(characteristics).every(([name, text]) => ownProperty(seen.characteristics, name) === text);

const seenOf = async (rows: readonly Marked[], { query, view, options }: VisibleSearch): Promise<readonly Marked[]> => {
  if (!view?.restrictsProducts) return rows;
  const before = new Map(rows.map((row) => [row.id, row]));
  const seen = await view.products(rows, options);
  return seen.filter((product) => isFoundStill(query, before.get(product.id) ?? product, product));
};

/**
 * Reads on until the page is full of visible products or there are no more, so that a page is short
 * only where the list ends. One product more than the page holds is looked for: whether it is there
 * says whether there is a next page.
 */
export const visiblePage = async (wish: VisibleSearch, from: SearchMark | undefined, limit: number): Promise<Page> => {
  const found: Marked[] = [];
  let after = from;
  let asked = limit + 1;
  for (let lookedAt = 0; lookedAt < maxLookedAt; lookedAt += asked, asked = Math.min(maxRead, asked * 2)) {
    const rows = await wish.read(after, asked);
    found.push(...(await seenOf(rows, wish)));
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.mark };
    if (rows.length < asked) return { items: found, next: undefined };
    after = rows.at(-1)?.mark;
  }
  return { items: found, next: after };
};

const facetValuesOf = (product: Marked, facet: SearchFacet): readonly (string | undefined)[] => {
  const { manufacturer, lifecycle, profileId, category, characteristics } = product;
  if (isCharacteristicFacet(facet)) return [ownProperty(characteristics, facet.slice(characteristicFacet.length))];
  if (facet === 'category') return category === undefined ? [] : pathsUpTo(category);
  return [{ manufacturer, lifecycle_status: lifecycle, identity_profile_id: profileId }[facet]];
};

const maxValues = 50;

const tallied = (products: readonly Marked[], facet: SearchFacet): FacetCounts => {
  const counts = new Map<string, number>();
  for (const value of products.flatMap((product) => facetValuesOf(product, facet)))
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts].map(([value, count]) => ({ value, count }));
  values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { facet, values: values.slice(0, maxValues) };
};

/** What is visible of a search, up to as many products as are looked at for a page. */
export const visibleOf = async (
  wish: VisibleSearch,
): Promise<{ readonly found: readonly Marked[]; readonly isCapped: boolean }> => {
  const found: Marked[] = [];
  let after: SearchMark | undefined;
  for (let lookedAt = 0; lookedAt < maxLookedAt; lookedAt += maxRead) {
    const rows = await wish.read(after, maxRead);
    found.push(...(await seenOf(rows, wish)));
    after = rows.at(-1)?.mark;
    if (rows.length < maxRead) {
      after = undefined;
      break;
    }
  }
  return { found, isCapped: after !== undefined };
};

/** Counts what is visible, product by product. */
export const countVisible = async (wish: VisibleSearch, facets: readonly SearchFacet[]): Promise<SearchCounts> => {
  const { found, isCapped } = await visibleOf(wish);
  return {
    counted: found.length,
    isCapped,
    facets: facets.map((facet) => tallied(found, facet)),
  };
};
