/**
 * What postgres.js cannot write. It notices while the statement is on its way: it closes the
 * connection, rejects whichever statement is being answered, and leaves the one at fault and those
 * behind it without an answer. So values are looked at before.
 */

/** A query of postgres.js, or a part of one, as its types do not tell. */
interface GivenQuery {
  readonly args?: readonly unknown[];
}

/**
 * Throws where the statement, or one that is a part of it, is given nothing (`TypeError`) or a date
 * that is none (`RangeError`).
 */
export const requireSendable = (query: object): void => {
  for (const value of (query as GivenQuery).args ?? []) {
    if (value === undefined) throw new TypeError('a statement is given nothing as a value');
    if (value instanceof Date && Number.isNaN(value.getTime())) {
      throw new RangeError('a statement is given an invalid date');
    }
    if (value instanceof Promise) requireSendable(value);
  }
};
