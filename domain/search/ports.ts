import type { FoundProduct } from '../catalog.ts';
import type { ReadOptions } from '../ports.ts';
import type { Facet, FacetCounts } from './facets.ts';
import type { ProductFilters } from './filters.ts';

/** What to search for; every given part must hold. */
export interface ProductQuery extends ProductFilters {
  /** A part number with or without separators, its beginning, a piece of it, or words. */
  readonly text: string;
}

/** Where a search page ends: the rank and id of its last item. */
export interface SearchMark {
  readonly rank: number;
  readonly id: string;
}

/** A product that was found, with the mark after which the next page begins when it is the last. */
export type Found = FoundProduct & { readonly mark: SearchMark };

/** Finds products. */
export interface ProductSearch {
  /** Up to `limit` products after the mark, best first, then by id. A mark stays valid while rows come and go. */
  search(
    query: ProductQuery,
    after: SearchMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly Found[]>;
  /** Counts over everything that the search finds, up to `countedAtMost` products. */
  facets(query: ProductQuery, facets: readonly Facet[], options?: ReadOptions): Promise<FacetCounts>;
}
