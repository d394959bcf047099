import { codesByAlpha3 } from './country-codes.ts';

/** Countries as suppliers and operators name them. */

/** The codes of ISO 3166-1 alpha-2. */
const codes = new Set(codesByAlpha3.values());

/** Names that suppliers write and that are none of the usual English ones, in lower case. */
const otherNames: readonly (readonly [name: string, code: string])[] = [
  ['uk', 'GB'],
  ['united states of america', 'US'],
  ['great britain', 'GB'],
  ["people's republic of china", 'CN'],
  ["china, people's republic of", 'CN'],
  ['hong kong', 'HK'],
  ['macao', 'MO'],
  ['macau', 'MO'],
  ['myanmar', 'MM'],
  ['burma', 'MM'],
  ['russian federation', 'RU'],
  ['korea', 'KR'],
  ['korea, republic of', 'KR'],
  ['korea (republic of)', 'KR'],
  ['korea (south)', 'KR'],
  ['korea, south', 'KR'],
  ['republic of korea', 'KR'],
  ['taiwan, province of china', 'TW'],
  ['viet nam', 'VN'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const codesByName: ReadonlyMap<string, string> = new Map([
  ...[...codes].map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const),
  ...otherNames,
]);

/** Whether the text is a code of ISO 3166-1 alpha-2. */
export const isCountryCode = (text: string): boolean => codes.has(text);

/**
 * The country that a supplier names, by one of its codes or its English name; undefined for
 * anything else, such as several countries.
 */
export const readCountry = (text: string): string | undefined => {
  const name = text.trim();
  const code = name.toUpperCase();
  return codes.has(code) ? code : (codesByAlpha3.get(code) ?? codesByName.get(name.toLowerCase()));
};
