import { invalidArgument } from '../../../domain/errors.ts';
import type { Cursors } from '../../cursor.ts';
import { checkWithin, refuseIfAny } from '../check.ts';
import { defaultPageSize, maxPageSize } from '../search-products.ts';
import type { Page, PageRequest } from './caller-use-cases.ts';

/** What a page is read with. */
export interface Paging<Item> {
  readonly cursors: Cursors;
  /** What the cursor is bound to. */
  readonly query: readonly string[];
  readonly idOf: (item: Item) => string;
  /** Reads up to `limit` items in the order of their ids, after the id. */
  readonly read: (page: { readonly afterId: string | undefined; readonly limit: number }) => Promise<readonly Item[]>;
}

/** A page of a list in the order of its ids. Throws `invalid_argument` for a limit or a cursor that is not acceptable. */
export const pageOf = async <Item>(request: PageRequest, paging: Paging<Item>): Promise<Page<Item>> => {
  refuseIfAny(checkWithin('limit', request.limit, 0, maxPageSize));
  const limit = request.limit || defaultPageSize;
  const found = await paging.read({ afterId: afterIdOf(request, paging), limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last && paging.cursors.issue({ rank: 0, id: paging.idOf(last) }, paging.query) };
};

const afterIdOf = (
  { cursor }: PageRequest,
  { cursors, query }: Pick<Paging<never>, 'cursors' | 'query'>,
): string | undefined => {
  if (cursor === '') return undefined;
  const reading = cursors.read(cursor, query);
  if (reading.kind === 'mark') return reading.mark.id;
  const description = 'is not a cursor of this list: send it exactly as it was received';
  throw invalidArgument({ field: 'cursor', description });
};
