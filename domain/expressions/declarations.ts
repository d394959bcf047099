/**
 * The type of a declared variable or field. A value that is absent is left out of the values or
 * `undefined`.
 */
export type FieldType =
  | 'string'
  | 'bool'
  /** Given as a bigint. */
  | 'int'
  | 'double'
  /** Given as a Date. */
  | 'instant'
  /** Given as an array of texts. */
  | 'strings'
  /** Given as a record of texts. */
  | 'texts';

/** What a condition may refer to: variables, each a value or an object with fields. */
export type Declarations = Readonly<Record<string, FieldType | Readonly<Record<string, FieldType>>>>;
