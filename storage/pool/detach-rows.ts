import type { MaybeRow, RowList } from 'postgres';

/** Rows, and how many rows their statement has written or read, whether it returned them or not. */
export type DetachedRows<Rows> = Rows & { readonly count: number };

/**
 * Takes the rows of one statement out of a result of postgres.js (3.4.9) and leaves it empty. What
 * is left behind is left for two reasons.
 *
 * Rows that are not there. The driver counts the rows of a connection's results in one counter, and
 * does not begin anew after a statement that failed when some of its rows had come already:
 * cancelled, out of time, or a division by zero in its fourth row. The next result on that
 * connection begins with as many holes; a row looked up by its key then seems not to be there.
 * Reported as https://github.com/porsager/postgres/issues/1181.
 *
 * Rows that are old before their time. The driver makes each result long before it fills it. It may
 * be among the old objects by then, and what an old object leads to stays until the next full
 * collection, whether anybody still needs it or not: read page after page, that is most of the
 * memory of a stream.
 */
export const detachRows = <Rows extends readonly MaybeRow[]>(result: RowList<Rows>): DetachedRows<Rows> => {
  const rows: unknown[] = Array.prototype.splice.call(result, 0, result.length);
  const first = rows.length === 0 || 0 in rows ? 0 : rows.findIndex((row) => row !== undefined);
  rows.splice(0, first);
  return Object.defineProperty(rows, 'count', { value: result.count }) as unknown as DetachedRows<Rows>;
};
