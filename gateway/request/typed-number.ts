/**
 * The number that a text from a form or a query says in decimal digits, with a sign and a point or
 * without; not a number for anything else, such as `0x10`, `1e3` or nothing.
 */
export const typedNumber = (text: string): number =>
  /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN;
