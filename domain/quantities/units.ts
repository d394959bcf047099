/**
 * Units as suppliers write them, each with what it is in a base unit: the coherent SI unit of its
 * kind of quantity, and 1 for shares and counts.
 *
 * Spellings are looked up as they are written, case and all, because case tells a milliohm from a
 * megohm. Other cases of a unit's name are known too where they can mean one thing only, so `KHZ`
 * is read and `MOHM` is not: texts in capitals write both so. Bytes with a decimal prefix are not
 * known, because `64 KB` is 64,000 to some and 65,536 to others.
 */

/** What a spelling means: a figure in it is `figure * factor + offset` in the base unit. */
export interface Unit {
  readonly base: string;
  readonly factor: number;
  readonly offset: number;
}

/** Prefixes: their power of ten and how they are written, in Latin, Greek and Cyrillic letters. */
const prefixes = {
  p: { power: -12, spellings: ['p', 'P', 'п'] },
  n: { power: -9, spellings: ['n', 'N', 'н'] },
  u: { power: -6, spellings: ['μ', 'u', 'U', 'мк'] },
  m: { power: -3, spellings: ['m', 'м'] },
  k: { power: 3, spellings: ['k', 'K', 'к', 'К'] },
  M: { power: 6, spellings: ['M', 'М'] },
  G: { power: 9, spellings: ['G', 'g', 'Г'] },
  T: { power: 12, spellings: ['T'] },
} as const;

type Prefix = keyof typeof prefixes;

interface Family {
  readonly base: string;
  /** The first one is how the unit is written here. */
  readonly spellings: readonly string[];
  /** The prefixes that are in use; only these are read. */
  readonly prefixes?: readonly Prefix[];
  readonly factor?: number;
  readonly offset?: number;
  readonly needsPrefix?: boolean;
  /** Whether a letter in another case is another unit. */
  readonly isCaseSensitive?: boolean;
}

const families: readonly Family[] = [
  {
    base: 'Ω',
    spellings: ['Ω', 'ohm', 'ohms', 'Ом', 'ом'],
    prefixes: ['u', 'm', 'k', 'M', 'G'],
  },
  { base: 'Ω', spellings: ['R'], isCaseSensitive: true },
  {
    base: 'F',
    spellings: ['F', 'Ф', 'farad', 'farads'],
    prefixes: ['p', 'n', 'u', 'm'],
    isCaseSensitive: true,
  },
  { base: 'H', spellings: ['H', 'Гн', 'henry', 'henries'], prefixes: ['p', 'n', 'u', 'm'], isCaseSensitive: true },
  {
    base: 'V',
    spellings: ['V', 'VDC', 'VAC', 'Vdc', 'Vac', 'Vrms', 'V DC', 'V AC', 'volt', 'volts', 'В'],
    prefixes: ['n', 'u', 'm', 'k'],
  },
  {
    base: 'A',
    spellings: ['A', 'ADC', 'AAC', 'Arms', 'amp', 'amps', 'ampere', 'amperes', 'А'],
    prefixes: ['p', 'n', 'u', 'm', 'k'],
  },
  { base: 'W', spellings: ['W', 'watt', 'watts', 'Вт'], prefixes: ['n', 'u', 'm', 'k'] },
  { base: 'VA', spellings: ['VA', 'ВА'], prefixes: ['k'], isCaseSensitive: true },
  { base: 'Hz', spellings: ['Hz', 'hertz', 'Гц'], prefixes: ['k', 'M', 'G'] },
  { base: 'S', spellings: ['S', 'siemens'], prefixes: ['u', 'm'], isCaseSensitive: true },
  // Without a prefix a C is a degree.
  { base: 'C', spellings: ['C'], prefixes: ['p', 'n', 'u'], isCaseSensitive: true, needsPrefix: true },
  { base: 'C', spellings: ['Ah'], prefixes: ['m'], factor: 3600 },
  { base: 'J', spellings: ['J', 'joule', 'joules'], prefixes: ['u', 'm', 'k'], isCaseSensitive: true },
  { base: 'J', spellings: ['Wh'], prefixes: ['m', 'k'], factor: 3600 },
  { base: 'T', spellings: ['T', 'tesla'], prefixes: ['u', 'm'], isCaseSensitive: true },
  { base: 'K', spellings: ['kelvin', 'kelvins'] },
  {
    base: 'K',
    spellings: ['°C', '° C', 'ºC', 'C', 'degC', 'deg C', 'celsius', '°С'],
    offset: 273.15,
    isCaseSensitive: true,
  },
  { base: 'K', spellings: ['°F', '° F', 'degF', 'fahrenheit'], factor: 5 / 9, offset: 273.15 - 160 / 9 },
  { base: '1/K', spellings: ['ppm/K', 'ppm/°C', 'ppm/C', 'ppm/ °C'], factor: 1e-6 },
  { base: 'K/W', spellings: ['K/W', '°C/W', 'C/W'], isCaseSensitive: true },
  { base: 'm', spellings: ['m', 'м', 'metre', 'metres'], prefixes: ['n', 'u', 'm', 'k'], isCaseSensitive: true },
  { base: 'm', spellings: ['cm', 'см'], factor: 0.01 },
  { base: 'm', spellings: ['in', '"', '″', '”', 'inch', 'inches', 'in.', "''", '′′'], factor: 0.0254 },
  { base: 'm', spellings: ['ft', "'", '′', '’', 'foot', 'feet'], factor: 0.3048 },
  { base: 'm', spellings: ['mil', 'mils', 'thou'], factor: 0.0000254 },
  { base: 'm2', spellings: ['m2'], isCaseSensitive: true },
  { base: 'm2', spellings: ['mm2', 'мм2'], factor: 1e-6 },
  { base: 'm2', spellings: ['cm2'], factor: 1e-4 },
  {
    base: 'kg',
    spellings: ['g', 'г', 'gram', 'grams'],
    factor: 1e-3,
    prefixes: ['u', 'm', 'k'],
    isCaseSensitive: true,
  },
  { base: 'kg', spellings: ['oz', 'ounce', 'ounces'], factor: 0.028349523125 },
  { base: 'kg', spellings: ['lb', 'lbs', 'pound', 'pounds'], factor: 0.45359237 },
  {
    base: 's',
    spellings: ['s', 'sec', 'second', 'seconds', 'с'],
    prefixes: ['p', 'n', 'u', 'm'],
    isCaseSensitive: true,
  },
  { base: 's', spellings: ['min', 'minute', 'minutes'], factor: 60 },
  { base: 's', spellings: ['h', 'hr', 'hrs', 'hour', 'hours'], factor: 3600, isCaseSensitive: true },
  { base: 's', spellings: ['day', 'days'], factor: 86_400 },
  { base: 'Pa', spellings: ['Pa'], prefixes: ['k', 'M', 'G'], isCaseSensitive: true },
  { base: 'Pa', spellings: ['bar'], prefixes: ['m'], factor: 1e5 },
  { base: 'Pa', spellings: ['psi'], factor: 6894.757293168 },
  { base: 'N', spellings: ['N', 'newton'], prefixes: ['m', 'k'], isCaseSensitive: true },
  { base: 'N·m', spellings: ['N·m', 'N.m', 'Nm', 'N-m'], isCaseSensitive: true },
  { base: 'cd', spellings: ['cd'], prefixes: ['m'] },
  { base: 'lm', spellings: ['lm', 'lumen', 'lumens'] },
  { base: 'lx', spellings: ['lx', 'lux'] },
  { base: 'dB', spellings: ['dB', 'dBA'] },
  { base: 'dBm', spellings: ['dBm'] },
  { base: 'dBi', spellings: ['dBi'] },
  { base: '°', spellings: ['°', 'deg', 'degree', 'degrees'] },
  { base: 'bit/s', spellings: ['bit/s', 'bps', 'b/s', 'Baud'], prefixes: ['k', 'M', 'G', 'T'] },
  { base: 'sample/s', spellings: ['SPS', 'S/s', 'Sa/s'], prefixes: ['k', 'M', 'G'] },
  { base: 'V/s', spellings: ['V/μs', 'V/us', 'V/uS'], factor: 1e6 },
  { base: 'V/√Hz', spellings: ['V/√Hz', 'V/rtHz'], prefixes: ['n', 'u'] },
  { base: 'rev/s', spellings: ['rpm', 'r/min', 'rev/min'], factor: 1 / 60 },
  { base: 'bit', spellings: ['bit', 'bits', '-bit', '-Bit'] },
  { base: 'B', spellings: ['byte', 'bytes'] },
  { base: 'B', spellings: ['KiB'], factor: 2 ** 10 },
  { base: 'B', spellings: ['MiB'], factor: 2 ** 20 },
  { base: 'B', spellings: ['GiB'], factor: 2 ** 30 },
  { base: '1', spellings: ['1'] },
  { base: '1', spellings: ['%', 'percent', 'pct'], factor: 0.01 },
  { base: '1', spellings: ['‰'], factor: 0.001 },
  { base: '1', spellings: ['ppm'], factor: 1e-6 },
  { base: '1', spellings: ['ppb'], factor: 1e-9 },
  {
    base: '1',
    spellings: (
      'pc pcs piece pieces pin pins pos position positions way ways contact contacts channel channels ' +
      'port ports output outputs input inputs row rows'
    ).split(' '),
  },
];

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

interface Spelling {
  readonly prefix: Prefix | undefined;
  /** The prefix as it is written. */
  readonly before: string;
  readonly unit: Unit;
}

const ofFamily = ({ base, factor = 1, offset = 0, prefixes: used = [], needsPrefix }: Family): readonly Spelling[] => [
  ...(needsPrefix === true ? [] : [{ prefix: undefined, before: '', unit: { base, factor, offset } }]),
  ...used.flatMap((prefix) =>
    prefixes[prefix].spellings.map((before) => ({
      prefix,
      before,
      unit: { base, factor: Number(`1e${prefixes[prefix].power}`) * factor, offset },
    })),
  ),
];

/** The unit's name in other cases, where it then means nothing else. */
const otherCases = (family: Family, { prefix, before }: Spelling): readonly string[] => {
  const used = new Set(family.prefixes);
  const isWord = (name: string): boolean => name.length > 2;
  const names = family.spellings.filter((name) => family.isCaseSensitive !== true || isWord(name));
  const capitalsTellNothing = prefix === 'M' && used.has('m');
  const written = names.flatMap((name) => [
    name.toLowerCase(),
    capitalised(name),
    ...(capitalsTellNothing ? [] : [name.toUpperCase()]),
  ]);
  const befores = prefix === 'M' && !used.has('m') ? [before, 'm'] : [before];
  return befores.flatMap((each) => written.map((name) => each + name));
};

/**
 * Every spelling, as it is in the table and then in other cases; what could be two units is left
 * out.
 */
const unitBySpelling: ReadonlyMap<string, Unit> = (() => {
  const all = families.flatMap((family) => ofFamily(family).map((spelling) => ({ family, spelling })));
  const known = new Map(
    all.flatMap(({ family, spelling }) =>
      family.spellings.map((name) => [spelling.before + name, spelling.unit] as const),
    ),
  );
  const supposed = new Map<string, Unit | undefined>();
  for (const { family, spelling } of all) {
    for (const text of otherCases(family, spelling)) {
      if (known.has(text)) continue;
      const before = supposed.get(text);
      const isOther =
        supposed.has(text) && (before?.base !== spelling.unit.base || before.factor !== spelling.unit.factor);
      supposed.set(text, isOther ? undefined : spelling.unit);
    }
  }
  for (const [text, unit] of supposed) if (unit !== undefined) known.set(text, unit);
  return known;
})();

/**
 * The unit of a spelling in Unicode NFKC, such as `kΩ`, `VDC` or `мкФ`; undefined for what is none
 * or could be two.
 */
export const unitOf = (text: string): Unit | undefined => unitBySpelling.get(text);

/**
 * The unit that somebody names who means a unit and no prefix: as `unitOf`, but `K` is the kelvin.
 */
export const namedUnit = (text: string): Unit | undefined => {
  const name = text.normalize('NFKC').trim();
  return unitOf(name === 'K' ? 'kelvin' : name);
};

/**
 * How quantities in a base unit are written here: in the unit and its multiples, smallest first.
 */
export const multiplesOf = (base: string): readonly { readonly text: string; readonly factor: number }[] => {
  const family = families.find((each) => each.base === base);
  if (family === undefined) return [{ text: base, factor: 1 }];
  const [name = base] = family.spellings;
  return ofFamily(family)
    .filter(({ prefix, before }) => prefix === undefined || before === prefixes[prefix].spellings[0])
    .map(({ before, unit }) => ({ text: before + name, factor: unit.factor }))
    .sort((a, b) => a.factor - b.factor);
};
