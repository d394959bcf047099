/**
 * What the naming parts of two titles say (`core-title.ts`), with abbreviations seen through
 * (`abbreviations.ts`).
 */
import { mayBeOneWord } from './abbreviations.ts';
import { type FeatureGroup, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import type { PreparedRecord, WeighedWords } from './prepare.ts';

/**
 * Words of one side that the other does not have: their share by rarity, the rarest one's weight,
 * and how many they are.
 */
interface UnsharedWords {
  readonly share: number;
  readonly rarest: number;
  readonly count: number;
}

const weighLone = (words: readonly string[], { weights, total }: WeighedWords): UnsharedWords => {
  let [sum, rarest] = [0, 0];
  for (const word of words) {
    const weight = weights.get(word) ?? 0;
    sum += weight;
    rarest = Math.max(rarest, weight);
  }
  return { share: share(sum, total), rarest, count: words.length };
};

const loneWords = (own: PreparedRecord, other: PreparedRecord): readonly string[] =>
  [...own.core.weights.keys()].filter((word) => !isFoundIn(word, other));

const withoutAbbreviations = (lone: readonly string[], other: WeighedWords): readonly string[] => {
  const words = [...other.weights.keys()];
  return lone.filter((word) => !words.some((each) => mayBeOneWord(word, each)));
};

const compareLone = (a: UnsharedWords, b: UnsharedWords): readonly number[] => [
  ...sorted(a.share, b.share),
  ...sorted(a.rarest, b.rarest),
  ...sorted(a.count, b.count),
];

const cosine = (a: WeighedWords, b: WeighedWords): number => {
  let dot = 0;
  for (const [word, weight] of a.weights) if (b.weights.has(word)) dot += weight * weight;
  return share(dot, a.norm * b.norm);
};

const figuresOfLone = (name: string): readonly string[] =>
  ['share', 'rarest', 'count'].flatMap((figure) => [`${name}_${figure}_less`, `${name}_${figure}_more`]);

const coreWords: FeatureGroup = {
  names: ['core_cosine', ...figuresOfLone('core_lone'), ...figuresOfLone('unabbreviated_lone')],
  measure: (a, b) => {
    const [loneA, loneB] = [loneWords(a, b), loneWords(b, a)];
    return [
      cosine(a.core, b.core),
      ...compareLone(weighLone(loneA, a.core), weighLone(loneB, b.core)),
      ...compareLone(
        weighLone(withoutAbbreviations(loneA, b.core), a.core),
        weighLone(withoutAbbreviations(loneB, a.core), b.core),
      ),
    ];
  },
};

/** What an accessory is for: "lens for Canon" is not "lens for Nikon". */
const targets: FeatureGroup = {
  names: ['targets_found'],
  measure: (a, b) => {
    if (a.targets.size === 0 && b.targets.size === 0) return [unknown];
    const found = (own: PreparedRecord, other: PreparedRecord): number =>
      own.targets.size === 0
        ? 1
        : [...own.targets].filter((word) => other.squeezedAll.includes(word)).length / own.targets.size;
    return [Math.min(found(a, b), found(b, a))];
  },
};

interface Nameless {
  readonly squares: number;
  readonly total: number;
  readonly lone: number;
}

const namelessOf = (
  own: PreparedRecord,
  other: PreparedRecord,
  isManufacturer: (word: string) => boolean,
): Nameless => {
  let [squares, total, lone] = [0, 0, 0];
  for (const [word, weight] of own.core.weights) {
    if (isManufacturer(word)) continue;
    squares += weight * weight;
    total += weight;
    if (!isFoundIn(word, other)) lone += weight;
  }
  return { squares, total, lone };
};

/**
 * What is left without the makers that the fields name: one side says the maker in its title, the
 * other in its field only.
 */
const nameless: FeatureGroup = {
  names: ['nameless_cosine', 'nameless_lone_less', 'nameless_lone_more', 'nameless_maker_words'],
  measure: (a, b) => {
    const manufacturers = a.manufacturerWords.union(b.manufacturerWords);
    const isManufacturer = (word: string): boolean => manufacturers.has(word);
    const [ofA, ofB] = [namelessOf(a, b, isManufacturer), namelessOf(b, a, isManufacturer)];
    let dot = 0;
    for (const [word, weight] of a.core.weights)
      if (!isManufacturer(word) && b.core.weights.has(word)) dot += weight * weight;
    return [
      share(dot, Math.sqrt(ofA.squares * ofB.squares)),
      ...sorted(share(ofA.lone, ofA.total), share(ofB.lone, ofB.total)),
      manufacturers.size,
    ];
  },
};

/** All of them. */
export const coreGroups: readonly FeatureGroup[] = [coreWords, targets, nameless];
