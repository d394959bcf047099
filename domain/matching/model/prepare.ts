import { type Capacities, capacitiesOf } from './capacities.ts';
import { coreTitleOf } from './core-title.ts';
import { habitsOf } from './habits.ts';
import { quantitiesOf } from './quantities.ts';
import type { ComparedRecord } from './record.ts';
import { alphanumericOnly, folded, modelTokensOf, wordsOf } from './tokens.ts';
import { digitRunsOf, mixedWordsOf, targetsOf, type VariantKind, variantsOf, versionsOf, yearsOf } from './variants.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Words with their rarity, and all of it together. */
export interface WeighedWords {
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  readonly norm: number;
}

/** A record cut into what features compare: made once a record, compared many times. */
export interface PreparedRecord {
  readonly title: WeighedWords;
  /** Title, maker, number and text together. */
  readonly all: WeighedWords;
  /** Words of the title in their order. */
  readonly sequence: readonly string[];
  /** Model tokens with their rarity, rarest first; those of the number field too. */
  readonly models: readonly { readonly token: string; readonly weight: number }[];
  /** Model tokens of the title, rarest first. */
  readonly titleModels: readonly string[];
  /** The part of the title that names the product. */
  readonly core: WeighedWords;
  /** Words of that part in their order. */
  readonly coreSequence: readonly string[];
  /** Words of the title, rarest first. */
  readonly rarestFirst: readonly string[];
  /** Neighbouring words of the title. */
  readonly pairs: WeighedWords;
  /** Numbers without a unit that stand alone: years, versions, series. */
  readonly numbers: ReadonlySet<string>;
  /** Words of the title that tell variants apart, by what they vary. */
  readonly variants: ReadonlyMap<VariantKind, ReadonlySet<string>>;
  readonly years: ReadonlySet<string>;
  readonly versions: ReadonlySet<string>;
  readonly mixedWords: ReadonlySet<string>;
  /** What the title says it is for. */
  readonly targets: ReadonlySet<string>;
  /** Runs of digits in the title's model tokens. */
  readonly digitRuns: ReadonlySet<string>;
  /** All runs of digits in the words of the title. */
  readonly digitGroups: ReadonlySet<string>;
  readonly capacities: Capacities;
  readonly quantities: ReadonlyMap<string, ReadonlySet<number>>;
  readonly titleQuantities: ReadonlyMap<string, ReadonlySet<number>>;
  readonly squeezedTitle: string;
  readonly squeezedAll: string;
  /** Trigrams of the squeezed title with their counts. */
  readonly trigrams: ReadonlyMap<string, number>;
  readonly mpn: string | undefined;
  readonly manufacturer: string | undefined;
  /** Words of the maker's field. */
  readonly manufacturerWords: ReadonlySet<string>;
  readonly price: number | undefined;
  /** How it is written, by `habitNames`. */
  readonly habits: readonly number[];
}

const weigh = (words: Iterable<string>, vocabulary: Vocabulary): WeighedWords => {
  const weights = new Map<string, number>();
  let total = 0;
  let squares = 0;
  for (const word of words) {
    if (weights.has(word)) continue;
    const weight = vocabulary.weightOf(word);
    weights.set(word, weight);
    total += weight;
    squares += weight * weight;
  }
  return { weights, total, norm: Math.sqrt(squares) };
};

const trigramsOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const gram = text.slice(at, at + 3);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
};

const pairsOf = (sequence: readonly string[]): readonly string[] =>
  sequence.slice(1).map((word, at) => `${sequence[at]} ${word}`);

/** Two neighbours are as rare as both of them together. */
const weighPairs = (sequence: readonly string[], vocabulary: Vocabulary): WeighedWords =>
  weigh(pairsOf(sequence), {
    weightOf: (pair) => pair.split(' ').reduce((sum, word) => sum + vocabulary.weightOf(word), 0),
  });

const plainNumber = /^\d+(?:\.\d+)?$/;

const presentText = (text: string | undefined): string | undefined => {
  const clean = text === undefined ? '' : alphanumericOnly(folded(text));
  return clean === '' ? undefined : clean;
};

/** All that a record says, folded, in one text. */
export const wholeText = ({ title, manufacturer, mpn, text }: ComparedRecord): string =>
  folded([title, manufacturer, mpn, text].filter((part) => part !== undefined).join(' | '));

/** Cuts a record up. */
export const prepareRecord = (record: ComparedRecord, vocabulary: Vocabulary): PreparedRecord => {
  const title = folded(record.title ?? '');
  const all = wholeText(record);
  const sequence = wordsOf(title);
  const coreSequence = wordsOf(folded(coreTitleOf(record.title ?? '')));
  const weighedTitle = weigh(sequence, vocabulary);
  const models = modelTokensOf(all).map((token) => ({ token, weight: vocabulary.weightOf(token) }));
  return {
    title: weighedTitle,
    all: weigh(wordsOf(all), vocabulary),
    sequence,
    models: models.sort((a, b) => b.weight - a.weight || b.token.length - a.token.length),
    titleModels: [...modelTokensOf(title)].sort((a, b) => vocabulary.weightOf(b) - vocabulary.weightOf(a)),
    core: weigh(coreSequence, vocabulary),
    coreSequence,
    rarestFirst: [...weighedTitle.weights].sort(([, a], [, b]) => b - a).map(([word]) => word),
    pairs: weighPairs(sequence, vocabulary),
    numbers: new Set(sequence.filter((word) => plainNumber.test(word))),
    variants: variantsOf(sequence),
    years: yearsOf(sequence),
    versions: versionsOf(sequence),
    mixedWords: mixedWordsOf(sequence),
    targets: targetsOf(sequence),
    digitRuns: digitRunsOf(modelTokensOf(title)),
    digitGroups: new Set(sequence.flatMap((word) => word.match(/\d+/g) ?? [])),
    capacities: capacitiesOf(all),
    quantities: quantitiesOf(all),
    titleQuantities: quantitiesOf(title),
    squeezedTitle: alphanumericOnly(title),
    squeezedAll: alphanumericOnly(all),
    trigrams: trigramsOf(alphanumericOnly(title)),
    mpn: presentText(record.mpn),
    manufacturer: presentText(record.manufacturer),
    manufacturerWords: new Set(wordsOf(folded(record.manufacturer ?? ''))),
    price: record.price !== undefined && record.price > 0 ? record.price : undefined,
    habits: habitsOf(record),
  };
};
