/**
 * Packages as people and catalogues write them: `C_0603_1608Metric`, `0603 (1608 Metric)`, `8-SOIC (0.154", 3.90mm Width)`. Names
 * that differ and mean one outline get one key. What is not known as a package has no key, and nothing is concluded from it.
 */

/** Sizes of chips by their usual code in hundredths of an inch. */
const chipSizes = '01005|0201|0402|0603|0805|1206|1210|1806|1808|1812|2010|2220|2512';

/** A chip size by itself or behind the letter of what it is (`R0603`); one that is followed by `Metric` counts tenths of millimetres. */
const chip = new RegExp(
  String.raw`(?<![\p{N}.])(?<!\p{L}{4}|\d[X×*])(${chipSizes})(?![A-Z\p{N}.]|\s?metric|\s?mm)`,
  'giu',
);

/** Outlines with pins: endings of their names, the longer first, each with the family that is drawn alike. */
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

/** Outlines of two to six leads that several standards name. The first name is the key. */
const synonyms: readonly (readonly string[])[] = [
  ['SOT23', 'SOT23-3', 'TO236', 'TO236-3', 'TO236AB', 'SC59', 'SST3', 'CST3'],
  ['SOT23-5', 'SOT25', 'TSOT23-5', 'SC74A', 'SOT753'],
  ['SOT23-6', 'SOT26', 'TSOT23-6', 'SC74', 'SOT457'],
  ['SOT323', 'SC70', 'SC70-3'],
  ['SOT353', 'SC70-5', 'SC88A'],
  ['SOT363', 'SC70-6', 'SC88'],
  ['SOT223', 'SOT223-3', 'SOT223-4', 'TO261', 'TO261-4'],
  ['SOT89', 'SOT89-3', 'TO243', 'TO243AA'],
  ['SOD323', 'SC76', 'SC76A', 'SOD323F'],
  ['SOD523', 'SC79'],
  ['SOD123', 'SOD123F', 'SOD123FL', 'SOD123W'],
  ['SOD80', 'MINIMELF', 'DO213AA', 'LL34', 'DO213AC'],
  ['MELF', 'DO213AB', 'LL41'],
  ['SMA', 'DO214AC'],
  ['SMB', 'DO214AA'],
  ['SMC', 'DO214AB'],
  ['DPAK', 'TO252', 'TO252-2', 'TO252-3'],
  ['D2PAK', 'TO263', 'TO263-2', 'TO263-3'],
  ['TO92', 'TO92-3', 'TO226', 'TO226-3'],
  ['TO220', 'TO220-3', 'TO220AB'],
  ['DO35', 'DO204AH'],
  ['DO41', 'DO204AL'],
  ['DO201', 'DO201AD', 'DO201AE', 'DO27'],
];

const keyOfName: ReadonlyMap<string, string> = new Map(
  synonyms.flatMap(([key = '', ...others]) => [key, ...others].map((name) => [name, key] as const)),
);

/** Outlines of the great series that have one name only: `TO18`, `SOT143`. */
const ofSeries = /^(?:TO|SOT|SOD|DO|SC)\d{1,3}(?!\d)/u;

const word = /(?<![A-Z\d])[A-Z]{2,8}\d?[A-Z]*(?:[- ]?\d{1,3}[A-Z]{0,2})?(?:-\d)?(?![A-Z\d])/gu;

const namesWithLeads = (text: string): readonly string[] =>
  (text.match(word) ?? []).flatMap((each) => {
    const plain = each.replace(/^([A-Z]+\d?[A-Z]*)[- ](\d)/u, '$1$2');
    const known = keyOfName.get(plain) ?? keyOfName.get(plain.replace(/-\d$/u, '')) ?? ofSeries.exec(plain)?.[0];
    return known === undefined ? [] : [known];
  });

/** The packages that a text names, by keys that are equal where the outlines are; empty where it names none that is known. */
export const packageKeys = (text: string): readonly string[] => {
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
