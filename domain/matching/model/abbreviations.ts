/**
 * Words that may be one word written shorter: "prof" and "professional", "schl" and "school",
 * "landscape" and "landscaping".
 */

const shortestStem = 5;
const shortestAbbreviation = 2;

const commonLead = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** Whether the letters of `short` stand in `long` in their order. */
const isSubsequence = (short: string, long: string): boolean => {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
};

const digit = /\d/;

/**
 * Whether one word may abbreviate the other or shares its stem; words with digits never do, because
 * a digit names another product.
 */
export const mayBeOneWord = (a: string, b: string): boolean => {
  if (a === b) return true;
  if (a[0] !== b[0] || digit.test(a) || digit.test(b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < shortestAbbreviation) return false;
  return commonLead(short, long) >= Math.min(shortestStem, short.length) || isSubsequence(short, long);
};
