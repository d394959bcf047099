/**
 * Cutting texts into what is compared. Texts are folded (NFKC, lower case) first. Three kinds of
 * pieces come out:
 *
 * - words: runs of letters and digits; a decimal point between digits does not end one ("2.5");
 * - model tokens: pieces with a digit that look like a part or model number, separators within them
 *   removed ("kx-tg9341t" is "kxtg9341t", "662078-b21" is "662078b21"); a plain quantity such as
 *   "500gb" is none;
 * - the squeezed text: letters and digits only, in which a model token is found however it is
 *   written there.
 */

/**
 * A language tag behind a quoted text, as web pages' markup leaves it, and the word for "nothing"
 * of the same origin.
 */
const markup = /"@[a-z]{2}(?:-[a-z]{2})?\b|"null"/g;

/** The text as everything here reads it. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(markup, ' ');

const wordPattern = /\d+\.\d+|[\p{L}\p{N}]+/gu;

const trailingZeros = /\.0+$/;

/** The words of a folded text, in their order, repeated ones repeated; "6.0" is "6". */
export const wordsOf = (text: string): readonly string[] =>
  (text.match(wordPattern) ?? []).map((word) => (word.endsWith('0') ? word.replace(trailingZeros, '') : word));

const notAlphanumeric = /[^\p{L}\p{N}]+/gu;

/** The folded text without anything but letters and digits. */
export const alphanumericOnly = (text: string): string => text.replace(notAlphanumeric, '');

const modelPattern = /[\p{L}\p{N}]+(?:[-/._+][\p{L}\p{N}]+)*/gu;
const digit = /\d/;
const letter = /\p{L}/u;
const plainQuantity =
  /^\d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)*(?:[a-z]?b|[kmgt]b\/s|mp|mm|cm|m|in|inch|inches|ft|hz|khz|mhz|ghz|w|kw|v|mv|kv|a|ma|mah|g|kg|oz|lb|lbs|x|p|k|rpm|ms|s|min|th|st|nd|rd|pk|pc|pcs|pack|port|bit|dpi|ppm|ohm|kohm|pf|nf|uf|nh|uh|mh|megapixels?|megapixel|watts?|volts?|gigabytes?|users?|days?|years?|ports?|pages?)?$/;

const shortestMixed = 3;
const shortestNumber = 4;

const looksLikeModel = (token: string): boolean => {
  if (!digit.test(token)) return false;
  return letter.test(token) ? token.length >= shortestMixed : token.length >= shortestNumber;
};

/** The model tokens of a folded text, each once, in their order. */
export const modelTokensOf = (text: string): readonly string[] => {
  const found = new Set<string>();
  for (const [piece] of text.matchAll(modelPattern)) {
    if (plainQuantity.test(piece)) continue;
    const whole = alphanumericOnly(piece);
    if (looksLikeModel(whole)) found.add(whole);
  }
  return [...found];
};
