/**
 * What is nearly the same: words with a slip of the pen, model tokens that differ in a few
 * characters, words in another's place.
 */
import { type FeatureGroup, ofTitles, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import type { PreparedRecord } from './prepare.ts';

const digit = /\d/;

/** How many characters two texts begin and end with in common; none is counted twice. */
const commonEnds = (a: string, b: string): { readonly lead: number; readonly tail: number } => {
  const length = Math.min(a.length, b.length);
  let lead = 0;
  while (lead < length && a[lead] === b[lead]) lead += 1;
  let tail = 0;
  while (tail < length - lead && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return { lead, tail };
};

const shortestSlip = 4;

/**
 * Whether two words differ by one letter at most: another, one more, one less, or two that changed
 * places.
 */
export const isTypoOf = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < shortestSlip) return false;
  const { lead, tail } = commonEnds(a, b);
  const [restA, restB] = [a.length - lead - tail, b.length - lead - tail];
  if (restA <= 1 && restB <= 1) return true;
  return restA === 2 && restB === 2 && a[lead] === b[lead + 1] && a[lead + 1] === b[lead];
};

/**
 * Lone words of the naming part that are no slip of a word of the other side: share, rarest and
 * count. A digit is never a slip.
 */
const unexplainedWords = (own: PreparedRecord, other: PreparedRecord): readonly number[] => {
  const others = [...other.all.weights.keys()];
  let [sum, rarest, count] = [0, 0, 0];
  for (const [word, weight] of own.core.weights) {
    if (isFoundIn(word, other)) continue;
    if (!digit.test(word) && others.some((each) => isTypoOf(word, each))) continue;
    sum += weight;
    rarest = Math.max(rarest, weight);
    count += 1;
  }
  return [share(sum, own.core.total), rarest, count];
};

const strangeWords: FeatureGroup = {
  names: ['strange_share', 'strange_rarest', 'strange_count'].flatMap((name) => [`${name}_less`, `${name}_more`]),
  measure: (a, b) => {
    const ofB = unexplainedWords(b, a);
    return unexplainedWords(a, b).flatMap((figure, at) => sorted(figure, ofB[at] ?? unknown));
  },
};

const digitsOf = (token: string): string => token.replaceAll(/\D/g, '');
const lettersOf = (token: string): string => token.replaceAll(/\d/g, '');

/**
 * How much two model tokens are alike, whether all digits or all letters are the same, and how many
 * characters lie between.
 */
const compareModels = (own: string, other: string): readonly number[] => {
  const { lead, tail } = commonEnds(own, other);
  const length = Math.max(own.length, other.length);
  return [
    (lead + tail) / length,
    Number(digitsOf(own) === digitsOf(other)),
    Number(lettersOf(own) === lettersOf(other)),
    length - lead - tail,
  ];
};

/** Whether the first figure in which two lists differ is greater in the first one. */
const isMore = (figures: readonly number[], than: readonly number[]): boolean => {
  const at = figures.findIndex((figure, place) => figure !== than[place]);
  return at >= 0 && (figures[at] ?? 0) > (than[at] ?? 0);
};

/**
 * The two lone model tokens that are most alike: "yht390bk" and "yht390bl" differ in a colour,
 * "dsct500" and "dsct300" in the product.
 */
const closestModels: FeatureGroup = {
  names: ['closest_alike', 'closest_digits_equal', 'closest_letters_equal', 'closest_difference'],
  measure: (a, b) => {
    const loneB = b.titleModels.filter((token) => !a.squeezedAll.includes(token));
    let closest: readonly number[] | undefined;
    for (const own of a.titleModels) {
      if (b.squeezedAll.includes(own)) continue;
      for (const other of loneB) {
        const figures = compareModels(own, other);
        if (closest === undefined || isMore(figures, closest)) closest = figures;
      }
    }
    return closest ?? [unknown, unknown, unknown, unknown];
  },
};

/** Lone words by the shared word before or after them. */
const loneByNeighbour = (own: PreparedRecord, other: PreparedRecord): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const words = own.coreSequence;
  for (const [at, word] of words.entries()) {
    if (isFoundIn(word, other)) continue;
    for (const [side, neighbour] of [
      ['after', words[at - 1]],
      ['before', words[at + 1]],
    ] as const) {
      if (neighbour === undefined || !other.core.weights.has(neighbour)) continue;
      const place = `${side} ${neighbour}`;
      const known = found.get(place);
      if (known === undefined) found.set(place, [word]);
      else known.push(word);
    }
  }
  return found;
};

const rarestWeight = (words: readonly string[], { core }: PreparedRecord): number =>
  Math.max(...words.map((word) => core.weights.get(word) ?? 0));

/**
 * Words that stand in each other's place: "for Acme" and "for Bolt", "class 2" and "class 10"; the
 * lesser weight of the two counts.
 */
const substitutes: FeatureGroup = {
  names: ['substitutes', 'substitutes_digit', 'substitutes_weight', 'substitutes_digit_weight'],
  measure: (a, b) => {
    const ofB = loneByNeighbour(b, a);
    let [count, countDigit, max, maxDigit] = [0, 0, 0, 0];
    for (const [place, own] of loneByNeighbour(a, b)) {
      const others = ofB.get(place);
      if (others === undefined) continue;
      const weight = Math.min(rarestWeight(own, a), rarestWeight(others, b));
      count += 1;
      max = Math.max(max, weight);
      if (!own.some((word) => digit.test(word)) || !others.some((word) => digit.test(word))) continue;
      countDigit += 1;
      maxDigit = Math.max(maxDigit, weight);
    }
    return [count, countDigit, max, maxDigit];
  },
};

/** All of them. */
export const nearGroups: readonly FeatureGroup[] = [strangeWords, closestModels, substitutes].map(ofTitles);
