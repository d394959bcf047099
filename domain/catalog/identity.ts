/**
 * When two spellings are one thing. Three keys, from strict to lenient:
 *
 * - `mpnKey` decides identity: Unicode NFKC, upper case, separators dropped (blanks, dashes,
 *   underscores, slashes), every other mark kept, because `1.5SMC68CA` and `1.5SMC6.8CA` are
 *   different parts and so are `LM317` and `LM317+`.
 * - `mpnCompact` finds what people type: letters and digits only. It is a search key and never
 *   identity.
 * - `manufacturerKey` names a maker: letters and digits of the name without legal form; the alias
 *   table maps it further.
 */

/**
 * Hyphens, dashes, minus signs, underscores, slashes and any blank; NFKC has already folded the
 * exotic ones of each.
 */
const separators = /[\s\p{Pd}\u2212_/\\]+/gu;

const notAlphanumeric = /[^\p{L}\p{N}]+/gu;

/** The longest part number accepted, in characters. The longest real ones are near 60. */
export const maxMpnLength = 128;

/** The identity form of a manufacturer part number; empty when nothing but separators was given. */
export const mpnKey = (mpn: string): string => mpn.normalize('NFKC').toUpperCase().replace(separators, '');

/** The search form of a part number: letters and digits only, upper case. */
export const mpnCompact = (mpn: string): string => mpn.normalize('NFKC').toUpperCase().replace(notAlphanumeric, '');

/** Whether two spellings of a part number agree in every mark, blanks and case aside. */
export const sameSpelling = (a: string, b: string): boolean => spelling(a) === spelling(b);

const spelling = (mpn: string): string => mpn.normalize('NFKC').toUpperCase().replace(/\s+/gu, '');

/**
 * Legal forms, fillers and sales regions that do not tell makers apart, as whole words at the end
 * of a name.
 */
const legalForms = new Set(
  (
    'INC INCORPORATED LTD LIMITED LLC LLP CORP CORPORATION CO COMPANY GMBH AG KG SE SA SAS SARL SRL SPA NV BV AB AS OY PLC ' +
    'PTE PTY KK INTL INTERNATIONAL GROUP HOLDING HOLDINGS THE USA AMERICA AMERICAS NORTHAMERICA EUROPE'
  ).split(' '),
);

/** "North America" is one region. */
const northAmerica = /\bNORTH AMERICA\b/u;

const latin = /\p{Script=Latin}/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/**
 * Suppliers write a maker's name in two scripts ("VISHAY(威世)"); the Latin one is the one that
 * others know.
 */
const inOneScript = (name: string): string => (latin.test(name) ? name.replace(eastAsian, ' ') : name);

/** Letters that only turn up together where UTF-8 was read as Latin-1: "Ã¼" for "ü". */
const misread = /[\u00c2-\u00f4][\u0080-\u00bf]/u;
const beyondLatin1 = /[\u{100}-\u{10ffff}]/u;

/** The name as it was before it was read in the wrong encoding; as given when it was not. */
const readAgain = (name: string): string => {
  if (!misread.test(name) || beyondLatin1.test(name)) return name;
  const bytes = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
};

/**
 * The form under which a manufacturer is looked up in the alias table; empty when the name has no
 * letter or digit.
 */
export const manufacturerKey = (name: string): string => {
  const words = inOneScript(readAgain(name))
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(northAmerica, 'NORTHAMERICA')
    .replace(/[.'’]/gu, '')
    .split(notAlphanumeric)
    .filter((word) => word !== '');
  while (words.length > 1 && legalForms.has(words[words.length - 1] ?? '')) words.pop();
  return words.join('');
};
