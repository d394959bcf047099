import type { SearchMark } from '../../domain/catalog/ports.ts';
import { invalidArgument } from '../../domain/errors.ts';
import { checkWithin, throwIfAny } from './check.ts';
import type { Cursors } from './cursor.ts';

/** Items of a page when the caller does not say. */
export const defaultPageSize = 50;

/** Most items of a page. */
export const maxPageSize = 500;

/** A page of a list that is asked for. */
export interface PageRequest {
  /** 0: the usual number. */
  readonly limit: number;
  /** Empty: the first page. */
  readonly cursor: string;
}

/** What a page holds. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** What a page is read with. */
export interface Paging<Item> {
  readonly cursors: Cursors;
  /** What the cursor is bound to. */
  readonly query: readonly string[];
  /** The place of an item in the list. */
  readonly markOf: (item: Item) => SearchMark;
  /** Reads up to `limit` items in the order of the list, after the mark. */
  readonly read: (after: SearchMark | undefined, limit: number) => Promise<readonly Item[]>;
  /** What the contract calls the cursor; left out: `cursor`. */
  readonly cursorField?: string;
}

/** A page of a list. Throws `invalid_argument` for a limit or a cursor that is not acceptable. */
export const pageOf = async <Item>(request: PageRequest, paging: Paging<Item>): Promise<Page<Item>> => {
  const { cursors, query, markOf, read } = paging;
  throwIfAny(checkWithin('limit', request.limit, 0, maxPageSize));
  const limit = request.limit || defaultPageSize;
  const found = await read(markAfter(request, paging), limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last && cursors.issue(markOf(last), query) };
};

const markAfter = <Item>({ cursor }: PageRequest, paging: Paging<Item>): SearchMark | undefined => {
  if (cursor === '') return undefined;
  const reading = paging.cursors.read(cursor, paging.query);
  if (reading.kind === 'mark') return reading.mark;
  const description = 'is not a cursor of this list: send it exactly as it was received';
  throw invalidArgument({ field: paging.cursorField ?? 'cursor', description });
};

/** The place in a list that is in the order of ids. */
export const markOfId = (id: string): SearchMark => ({ rank: 0, id });

/** The place in a list that is in the order of creation. */
export const markOfCreation = ({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): SearchMark => ({
  rank: createdAt.getTime(),
  id,
});

/** The creation that a mark stands for. */
export const creationOf = ({ rank, id }: SearchMark): { readonly createdAt: Date; readonly id: string } => ({
  createdAt: new Date(rank),
  id,
});
