/** Units in Chinese and Japanese, longer ones first, with the sign that is read instead. */
const writtenUnits: readonly (readonly [RegExp, string])[] = [
  [/千欧姆?|千歐姆?/gu, 'kΩ'],
  [/兆欧姆?|兆歐姆?/gu, 'MΩ'],
  [/毫欧姆?|毫歐姆?/gu, 'mΩ'],
  [/欧姆?|歐姆?/gu, 'Ω'],
  [/微法/gu, 'μF'],
  [/[纳納]法/gu, 'nF'],
  [/皮法/gu, 'pF'],
  [/微亨/gu, 'μH'],
  [/毫亨/gu, 'mH'],
  [/伏特?/gu, 'V'],
  [/毫安/gu, 'mA'],
  [/安培/gu, 'A'],
  [/毫瓦/gu, 'mW'],
  [/瓦特?/gu, 'W'],
];

/** A prefix that stands apart from its ohm, as in `4.7K OHM`: so written, M is always mega. */
const prefixApart = /(?<=\d)\s?([kKMGкКМГ])\s(?:ohms?|Ω|ом)(?![\p{L}\p{N}])/giu;

/** The description with one spelling for marks that look alike, and with units as signs. */
export const plainDescription = (text: string): string => {
  let plain = text
    .normalize('NFKC')
    .replace(/\u2044/gu, '/')
    .replace(/[\u2212\u2010\u2011]/gu, '-')
    .replace(/\u00b5/gu, 'μ')
    .replace(/\+\s?\/\s?-/gu, '±')
    .replace(/>=/gu, '≥')
    .replace(/<=/gu, '≤')
    .replace(/\s+/gu, ' ')
    .trim();
  for (const [pattern, sign] of writtenUnits) plain = plain.replace(pattern, sign);
  return plain.replace(prefixApart, '$1Ω');
};
