/** Characters that end a designator. A slash ends none: `R1/R2` stays one name. */
const separators = /[,;+\s]+/u;
const blankAroundRange = /\s*(?:\.\.+|…|[-–—~])\s*/gu;
const single = /^(?<prefix>[\p{L}_$]{1,24})(?<digits>\d{1,5})(?<tail>[A-Za-z]{0,2})$/u;
const range = /^(?<prefix>[\p{L}_$]{1,24})(?<from>\d{1,5})-(?<again>[\p{L}_$]{0,24})(?<to>\d{1,5})$/u;

/** A range longer than this is taken as a name, not written out. */
const longestRange = 2_000;

const expandRange = (token: string): readonly string[] | undefined => {
  const groups = range.exec(token)?.groups;
  if (groups === undefined) return undefined;
  const [from, to] = [Number(groups.from), Number(groups.to)];
  const samePrefix = groups.again === '' || groups.again === groups.prefix;
  if (!samePrefix || to < from || to - from >= longestRange) return undefined;
  return Array.from({ length: to - from + 1 }, (_, step) => `${groups.prefix}${from + step}`);
};

const tokens = (text: string): readonly string[] =>
  text
    .replace(/\s+/gu, ' ')
    .replace(blankAroundRange, '-')
    .split(separators)
    .filter((token) => token !== '');

/**
 * The reference designators of a cell, ranges written out: `R1,R2,R5-R9`, `C14-17`, `C3–C24`, `R1 R2`, `TP1+TP2`. A name that has no number
 * (`LOGIC_SHIFTER`) counts as itself. Repeats are dropped.
 */
export const readDesignators = (text: string): readonly string[] => [
  ...new Set(tokens(text).flatMap((token) => expandRange(token) ?? [token])),
];

const looksSingle = (token: string): boolean => {
  const prefix = single.exec(token)?.groups?.prefix;
  return prefix !== undefined && prefix.length <= 12;
};

/** Whether every name of the cell is a letter prefix with a number, or a range of such. */
export const looksLikeDesignators = (text: string): boolean => {
  if (text.length > 4_000) return looksLikeDesignators(text.slice(0, text.lastIndexOf(',', 4_000)));
  const all = tokens(text);
  return all.length > 0 && all.every((token) => looksSingle(token) || expandRange(token) !== undefined);
};
