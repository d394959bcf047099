import type { FoundProduct } from '../catalog/catalog.ts';

/**
 * The products of one page, of equally good ones first those in stock and then those that are asked
 * for more. Only within a page: both change all the time, and a cursor is a place that stays.
 */
export const bestAmongEquals = <Found extends Pick<FoundProduct, 'relevance' | 'isInStock' | 'demand'>>(
  page: readonly Found[],
): readonly Found[] =>
  page.toSorted(
    (a, b) => b.relevance - a.relevance || Number(b.isInStock) - Number(a.isInStock) || b.demand - a.demand,
  );
