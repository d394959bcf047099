import { invalidArgument } from '../../../domain/errors.ts';
import type { Cursors } from '../../cursor.ts';
import { checkWithin, refuseIfAny } from '../check.ts';
import { defaultPageSize, maxPageSize } from '../search-products.ts';

/** Pages of lists that are in the order of their ids. */

/** How many items a page has; throws `invalid_argument` when more are wanted than there may be. */
export const pageOf = ({ limit }: { readonly limit: number }): number => {
  refuseIfAny(checkWithin('limit', limit, 0, maxPageSize));
  return limit || defaultPageSize;
};

/** The id that a page of a query begins after; undefined for the first. Throws `invalid_argument` for a cursor of another list. */
export const idAfter = (cursor: string, query: readonly string[], cursors: Cursors): string | undefined => {
  if (cursor === '') return undefined;
  const reading = cursors.read(cursor, query);
  if (reading.kind === 'mark') return reading.mark.id;
  throw invalidArgument({
    field: 'cursor',
    description: 'is not a cursor of this list: send it exactly as it was received',
  });
};
