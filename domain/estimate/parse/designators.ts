/** Characters that end a designator. A slash ends none: `R1/R2` stays one name. */
const separators = /[,;+\s]+/u;
const blankAroundRange = / ?(?:\.\.+|…|[-–—~]) ?/gu;
const single = /^(?<prefix>[\p{L}_$]{1,24})(?<digits>\d{1,5})(?<tail>[A-Za-z]{0,2}|_[A-Za-z\d]{1,4})$/u;
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

/** The letters of a name, for bare numbers behind it: `C4,9,26` are three capacitors. */
const prefixOf = (token: string): string | undefined => single.exec(token)?.groups?.prefix;

const bareNumber = /^\d{1,4}$/u;

/** Bare numbers behind a name get its letters, where commas part them. */
const withPrefixes = (all: readonly string[], text: string): readonly string[] => {
  if (!text.includes(',')) return all;
  let prefix: string | undefined;
  return all.map((token) => {
    if (prefix !== undefined && bareNumber.test(token)) return prefix + token;
    prefix = prefixOf(token);
    return token;
  });
};

const tokens = (text: string): readonly string[] =>
  text
    .replace(/\s+/gu, ' ')
    .replace(blankAroundRange, '-')
    .split(separators)
    .filter((token) => token !== '');

/** The most names of one cell that are written out; no part stands on a board more often. */
const maxDesignators = 10_000;

/** The names of a cell. */
export interface Designators {
  readonly names: readonly string[];
  /** Whether the cell says more names than may be written out. */
  readonly isCut: boolean;
}

/**
 * The reference designators of a cell, ranges written out: `R1,R2,R5-R9`, `C14-17`, `C3–C24`,
 * `R1 R2`, `TP1+TP2`, `C4,9,26`. A name that has no number (`LOGIC_SHIFTER`) counts as itself.
 * Repeats are dropped. At most `most` names are written out, repeats among them.
 */
export const readDesignators = (text: string, most = maxDesignators): Designators => {
  const names: string[] = [];
  const limit = Math.min(most, maxDesignators);
  for (const token of withPrefixes(tokens(text), text)) {
    const more = expandRange(token) ?? [token];
    const left = limit - names.length;
    names.push(...more.slice(0, left));
    if (more.length > left) return { names: [...new Set(names)], isCut: true };
  }
  return { names: [...new Set(names)], isCut: false };
};

const looksSingle = (token: string): boolean => {
  const prefix = single.exec(token)?.groups?.prefix;
  return prefix !== undefined && prefix.length <= 12;
};

/** Characters of a cell that are looked at. */
const longestLooked = 4_000;

/** Whether every name of the cell is a letter prefix with a number, or a range of such. */
export const looksLikeDesignators = (text: string): boolean => {
  if (text.length > longestLooked) {
    const comma = text.lastIndexOf(',', longestLooked);
    return looksLikeDesignators(text.slice(0, comma > 0 ? comma : longestLooked));
  }
  const all = tokens(text);
  return all.length > 0 && all.every((token) => looksSingle(token) || expandRange(token) !== undefined);
};
