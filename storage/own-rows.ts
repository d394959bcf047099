/**
 * Takes out of a result of postgres.js (3.4.9) the places that belong to another statement, and returns it.
 *
 * The driver counts the rows of a connection's results in one counter, and does not begin anew after a statement that failed when
 * some of its rows had come already: cancelled, out of time, or a division by zero in its fourth row. The next result on that
 * connection begins with as many holes; a row looked up by its key then seems not to be there. Reported as
 * https://github.com/porsager/postgres/issues/1181.
 */
export const ownRows = <Rows extends readonly unknown[]>(rows: Rows): Rows => {
  if (rows.length > 0 && !(0 in rows)) {
    const first = rows.findIndex((row) => row !== undefined);
    // Read-only for everybody else.
    Array.prototype.splice.call(rows, 0, first);
  }
  return rows;
};
