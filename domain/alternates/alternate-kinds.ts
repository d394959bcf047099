import { namedKind, type PartKind } from '../characteristics/part-kinds.ts';
import { plainDescription } from '../characteristics/plain-text.ts';
import type { Direction } from './directions.ts';

/** What parts of one kind are compared by. */
export interface KindRule {
  /** What must be known of both and the same. */
  readonly named: readonly string[];
  /** What is missed where it is not known. */
  readonly rated: readonly string[];
  /** Whether parts of different types can be told by their figures at all. */
  readonly isFigured: boolean;
  /** Where a difference means something else than it does elsewhere. */
  readonly directions?: Readonly<Record<string, Direction>>;
}

const figured = (named: readonly string[], rated: readonly string[], more: Partial<KindRule> = {}): KindRule => ({
  named,
  rated: [...rated, 'package'],
  isFigured: true,
  ...more,
});

/** Only parts of the same type number. */
const typed: KindRule = { named: [], rated: ['package'], isFigured: false };

/** What parts are compared by, of every kind. */
export const kindRules: Readonly<Record<PartKind, KindRule>> = {
  resistor: figured(['resistance'], ['tolerance', 'power_rating']),
  capacitor: figured(['capacitance', 'technology'], ['tolerance', 'voltage_rating']),
  inductor: figured(['inductance'], ['tolerance', 'current_rating', 'dc_resistance']),
  ferrite_bead: figured(['impedance'], ['current_rating']),
  crystal: figured(['frequency'], ['load_capacitance', 'tolerance']),
  zener_diode: figured(['zener_voltage'], ['tolerance', 'power_rating']),
  suppressor: figured(['standoff_voltage', 'polarity'], ['power_rating']),
  diode: figured(['function'], ['voltage_rating', 'current_rating'], { directions: { grade: 'same' } }),
  transistor: figured(['function'], ['voltage_rating', 'current_rating', 'gain']),
  // Pin headers and their sockets; what mates with others of its own series only is typed.
  connector: { named: ['function', 'pin_count', 'pitch'], rated: ['rows'], isFigured: true },
  fuse: { ...typed, directions: { current_rating: 'same' } },
  regulator: typed,
  trimmer: typed,
  thermistor: typed,
  oscillator: typed,
  led: typed,
  thyristor: typed,
  varistor: typed,
  switch: typed,
  converter: typed,
  reference: typed,
  wire: typed,
  filter: typed,
  other: typed,
};

/** Kinds that a figure alone tells, where no word does. */
const byFigure: readonly (readonly [string, PartKind])[] = [
  ['capacitance', 'capacitor'],
  ['inductance', 'inductor'],
  ['zener_voltage', 'zener_diode'],
  ['resistance', 'resistor'],
];

const regulators = /(?<!\p{L})(?:regulators?|LDO)(?!\p{L})/iu;
const switching = /(?<!\p{L})(?:step-?(?:down|up)|buck|boost|switching|shunt|charger|controller)(?!\p{L})/iu;
const headers = /(?<!\p{L})(?:pin headers?|sockets?|receptacles?|box headers?)(?!\p{L})/iu;

/** The kind of a part by what is written of it and what it states. */
export const kindOfPart = (text: string, stated: Readonly<Record<string, string>>): PartKind => {
  const plain = plainDescription(text);
  if (regulators.test(plain)) return switching.test(plain) ? 'converter' : 'regulator';
  if (headers.test(plain)) return 'connector';
  const named = namedKind(plain);
  if (named !== undefined) return named === 'connector' ? 'other' : named;
  return byFigure.find(([name]) => Object.hasOwn(stated, name))?.[1] ?? 'other';
};

type Words = readonly (readonly [word: string, pattern: RegExp])[];

const wordsIn = (text: string, words: Words): readonly string[] =>
  words.flatMap(([word, pattern]) => (pattern.test(text) ? [word] : []));

const pairs: Words = [
  ['in series', /in series|series pair|dual series/iu],
  ['common cathode', /common cathode/iu],
  ['common anode', /common anode/iu],
  ['bridge', /bridge/iu],
];
const diodes: Words = [
  ['Schottky', /schottky/iu],
  ['switching', /switching|small[- ]signal/iu],
  ['rectifier', /^(?!.*schottky).*(?:rectifier|rectif)/iu],
];
const transistors: Words = [
  ['NPN', /\bNPN\b/iu],
  ['PNP', /\bPNP\b/iu],
  ['N-channel', /\bN[- ]?ch(?:annel)?\b/iu],
  ['P-channel', /\bP[- ]?ch(?:annel)?\b/iu],
  ['MOSFET', /mosfet/iu],
  ['JFET', /jfet/iu],
  ['IGBT', /igbt/iu],
  ['Darlington', /darlington/iu],
  ['pair', /\bpair\b|\bdual\b/iu],
];
const connectors: Words = [
  ['header', /\bheaders?\b/iu],
  ['socket', /\b(?:sockets?|receptacles?)\b/iu],
  ['housing', /\bhousing\b/iu],
  ['angled', /\bangled?\b/iu],
  ['crimp', /\bcrimp\b/iu],
];

/**
 * What a part does, as far as its kind tells more than its name; undefined where nothing is said.
 */
export const functionOf = (kind: PartKind, text: string): string | undefined => {
  if (kind === 'diode') {
    const sort = wordsIn(text, diodes);
    return sort.length === 0 ? undefined : [...sort, ...wordsIn(text, pairs)].join(' ');
  }
  if (kind === 'transistor') return wordsIn(text, transistors).join(' ') || undefined;
  if (kind === 'connector') return wordsIn(text, connectors).join(' ') || undefined;
  return undefined;
};

/** What one part can and a common one of its kind cannot; the other way is no fault. */
const abilities: Words = [
  ['logic level', /logic[- ]level/iu],
  ['low noise', /low[- ]noise/iu],
  ['protected gate', /protected gate|gate protection/iu],
  ['low ESR', /low[- ]ESR/iu],
  ['automotive', /AEC-?Q\d{3}|automotive/iu],
  ['fast', /\b(?:ultra)?fast\b/iu],
];

/** What a description promises besides figures. */
export const abilitiesOf = (text: string): readonly string[] => wordsIn(text, abilities);
