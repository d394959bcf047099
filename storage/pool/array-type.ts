import { type ArrayElement, arrayLiteral } from './array-literal.ts';

type Element = ArrayElement | boolean | bigint | Uint8Array | null;

/**
 * A value of an array type: its elements, or for a parameter also the literal that `arrayLiteral`
 * makes of them.
 */
export type ArrayValue = string | readonly Element[];

/** An array as postgres.js wants a type described. */
export interface ArrayType {
  readonly to: number;
  readonly from: number[];
  readonly serialize: (value: ArrayValue) => string;
  readonly parse: (text: string) => ArrayValue;
}

/**
 * One element of an array's text form: quoted, with a backslash before what is not meant as syntax,
 * or bare.
 */
const element = /"((?:[^"\\]|\\.)*)"|([^{},]+)/gs;

const elementOf = (value: Element): ArrayElement => {
  if (value === null) return undefined;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : value;
};

/**
 * A one-dimensional array type with elements as `parseElement` makes them of their text; `oid` is
 * the array's own.
 */
export const arrayType = (oid: number, parseElement: (text: string) => Element): ArrayType => ({
  to: oid,
  from: [oid],
  serialize: (value) => (typeof value === 'string' ? value : arrayLiteral(value.map(elementOf))),
  parse: (text) =>
    Array.from(text.matchAll(element), ([, quoted, bare]) => {
      if (quoted !== undefined) return parseElement(quoted.replace(/\\(.)/gs, '$1'));
      return bare === undefined || bare === 'NULL' ? null : parseElement(bare);
    }),
});
