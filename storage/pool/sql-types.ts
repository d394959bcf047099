import postgres from 'postgres';
import { type ArrayValue, arrayType } from './array-type.ts';

/**
 * The types that differ from what postgres.js does by default. `int8` is always a bigint, so that
 * no value ever loses digits: a count is written `count(*)::int`. `numeric` stays text.
 * `timestamptz` is a Date, milliseconds being all that it holds; `date` and `timestamp` stay text,
 * because a Date would put them into this machine's time zone. Arrays are declared here instead of
 * being looked up by each new connection: a session that ends during that look-up rejects a promise
 * of postgres.js which cannot be handled and would end the process.
 */
export const types = {
  bigint: postgres.BigInt,
  date: {
    to: 1184,
    from: [1184],
    serialize: (value: Date) => value.toISOString(),
    parse: (text: string) => new Date(text),
  },
  local: { to: 25, from: [1082, 1114], serialize: (text: string) => text, parse: (text: string) => text },
  booleans: arrayType(1000, (text) => text === 't'),
  bytes: arrayType(1001, (text) => Buffer.from(text.slice('\\x'.length), 'hex')),
  integers: arrayType(1007, Number),
  texts: arrayType(1009, String),
  bigints: arrayType(1016, BigInt),
  floats: arrayType(1022, Number),
};

interface Types extends Record<string, unknown> {
  bigint: bigint;
  date: Date;
  local: string;
  booleans: ArrayValue;
  bytes: ArrayValue;
  integers: ArrayValue;
  texts: ArrayValue;
  bigints: ArrayValue;
  floats: ArrayValue;
}

/** A client over a pool of connections. */
export type Sql = postgres.Sql<Types>;

/** A client bound to one transaction. */
export type Transaction = postgres.TransactionSql<Types>;

/** Either of the two: for a statement that may run inside a transaction or on its own. */
export type AnySql = postgres.ISql<Types>;
