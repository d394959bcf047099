import { textOf } from '../tolerant.ts';
import { valueAt } from './read-rows.ts';
import type { Paging } from './settings.ts';

/** Where a page is. */
export interface PagePlace {
  /** Replaces the feed's own address; undefined when the page is at the feed's. */
  readonly link: string | undefined;
  readonly query: Readonly<Record<string, string | number>>;
}

const sizeQuery = (size: { readonly parameter?: string | undefined; readonly rows: number } | undefined) =>
  size?.parameter === undefined ? {} : { [size.parameter]: size.rows };

/** The place of the page at a cursor; undefined for the first page. */
export const placeAt = (paging: Paging, cursor: string | undefined): PagePlace => {
  switch (paging.kind) {
    case 'none':
      return { link: undefined, query: {} };
    case 'page':
      return { link: undefined, query: { [paging.parameter]: cursor ?? paging.first, ...sizeQuery(paging.size) } };
    case 'offset':
      return { link: undefined, query: { [paging.parameter]: cursor ?? 0, ...sizeQuery(paging.size) } };
    case 'cursor':
      return { link: undefined, query: cursor === undefined ? {} : { [paging.parameter]: cursor } };
    case 'link':
      return { link: cursor, query: {} };
  }
};

/** A page as far as it matters to what follows it. */
interface PageSeen {
  readonly rows: number;
  readonly document: unknown;
}

/**
 * The cursor of the page after one; undefined after the last, which is one with too few rows or
 * without a way on.
 */
export const cursorAfter = (
  paging: Paging,
  cursor: string | undefined,
  { rows, document }: PageSeen,
): string | undefined => {
  switch (paging.kind) {
    case 'none':
      return undefined;
    case 'page':
      return rows < (paging.size?.rows ?? 1) ? undefined : String(Number(cursor ?? paging.first) + 1);
    case 'offset':
      return rows < paging.size.rows ? undefined : String(Number(cursor ?? 0) + rows);
    case 'cursor':
    case 'link':
      return textOf(valueAt(document, paging.path));
  }
};
