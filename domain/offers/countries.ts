/** Countries as suppliers and operators name them. */

/** The codes of ISO 3166-1 alpha-2. */
const codes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
   CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
   GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
   KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
   MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
   SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
   UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

/** Names that suppliers write and that are none of the usual English ones, in lower case. */
const otherNames: readonly (readonly [name: string, code: string])[] = [
  ['uk', 'GB'],
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['hong kong', 'HK'],
  ['korea', 'KR'],
  ['korea, republic of', 'KR'],
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
 * The country that a supplier names, by its code or its English name; undefined for anything else,
 * such as several countries.
 */
export const readCountry = (text: string): string | undefined => {
  const name = text.trim();
  const code = name.toUpperCase();
  return codes.has(code) ? code : codesByName.get(name.toLowerCase());
};
