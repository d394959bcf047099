/**
 * Packages as people and catalogues write them: `C_0603_1608Metric`, `0603 (1608 Metric)`,
 * `8-SOIC (0.154", 3.90mm Width)`. Names that differ and mean one outline get one key. What is not
 * known as a package has no key, and nothing is concluded from it.
 */
import { outlineName } from '../../characteristics/outline-names.ts';

/** Sizes of chips by their usual code in hundredths of an inch. */
const chipSizes = '01005|0201|0402|0603|0805|1206|1210|1806|1808|1812|2010|2220|2512';

/**
 * A chip size by itself or behind the letter of what it is (`R0603`); one that is followed by
 * `Metric` counts tenths of millimetres.
 */
const chip = new RegExp(
  String.raw`(?<![\p{N}.])(?<!\p{L}{4}|\d[X×*])(${chipSizes})(?![A-Z\p{N}.]|\s?metric|\s?mm)`,
  'giu',
);

/**
 * Outlines with pins: endings of their names, the longer first, each with the family that is drawn
 * alike.
 */
const families: readonly (readonly [ending: string, key: string])[] = [
  ['TSSOP', 'TSSOP'],
  ['VSSOP', 'MSOP'],
  ['MSOP', 'MSOP'],
  ['UMAX', 'MSOP'],
  ['SSOP', 'SSOP'],
  ['SOICN', 'SOIC'],
  ['SOIC', 'SOIC'],
  ['PLCC', 'PLCC'],
  ['MLPQ', 'QFN'],
  ['MLPD', 'DFN'],
  ['SOP', 'SOIC'],
  ['SON', 'DFN'],
  ['QFN', 'QFN'],
  ['DFN', 'DFN'],
  ['MLF', 'QFN'],
  ['QFP', 'QFP'],
  ['DIP', 'DIP'],
  ['BGA', 'BGA'],
  ['SO', 'SOIC'],
];

/** What makes an outline thinner or smaller and leaves its pins where they are. */
const prefix = '(?:[CFHLPTUVWX]{0,3})';
const family = `${prefix}(?:${families.map(([ending]) => ending).join('|')})`;
const pinned = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<after>${family})[-_ ]?(?<pins>\d{1,3})(?!\p{N})|(?<count>\d{1,3})[- ]?(?<before>${family})(?![\p{L}\p{N}]))`,
  'gu',
);

const keyOfFamily = (name: string): string => families.find(([ending]) => name.endsWith(ending))?.[1] ?? name;

const outlinesWithPins = (text: string): readonly string[] =>
  [...text.matchAll(pinned)].map(({ groups = {} }) => {
    const { after, before = '', pins, count } = groups;
    return `${keyOfFamily(after ?? before)}-${pins ?? count}`;
  });

/** Outlines of the great series that have one name only: `TO18`, `SOT143`. */
const ofSeries = /^(?:TO|SOT|SOD|DO|SC)\d{1,3}(?!\d)/u;

const word = /(?<![A-Z\d])[A-Z]{2,8}\d?[A-Z]*(?:[- ]?\d{1,3}[A-Z]{0,2})?(?:-\d)?(?![A-Z\d])/gu;

const namesWithLeads = (text: string): readonly string[] =>
  (text.match(word) ?? []).flatMap((each) => {
    const alone = each.replace(/^([A-Z]+(?:\d[A-Z]*)?)[- ](\d)/u, '$1$2');
    const known = outlineName(each) ?? outlineName(each.replace(/-\d$/u, '')) ?? ofSeries.exec(alone)?.[0];
    return known === undefined ? [] : [known];
  });

/**
 * The packages that a text names, by keys that are equal where the outlines are; empty where it
 * names none that is known.
 */
export const packageKeys = (text: string): readonly string[] => {
  if (text === '') return [];
  const plain = text.normalize('NFKC').toUpperCase().replaceAll('_', ' ').slice(0, 300);
  return [
    ...new Set([
      ...[...plain.matchAll(chip)].map(([, size = '']) => size),
      ...outlinesWithPins(plain),
      ...namesWithLeads(plain),
    ]),
  ];
};

/** Whether a key is the size of a chip. */
export const isChipSize = (key: string): boolean => /^\d{4,5}$/u.test(key);
