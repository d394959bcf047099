/**
 * How rare what two records share is. Shares and cosines (`features.ts`) do not tell a pair that has one word in common which
 * hardly any other record has from a pair that has many common ones.
 */
import { type FeatureGroup, ofTitles, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import type { PreparedRecord, WeighedWords } from './prepare.ts';

const hasDigit = /\d/;

interface Shared {
  /** The weights of the rarest and the next rarest word, and of all together. */
  readonly first: number;
  readonly second: number;
  readonly sum: number;
  /** The rarest word with a digit, and how many have one. */
  readonly firstWithDigit: number;
  readonly countWithDigit: number;
}

const sharedOf = (a: WeighedWords, b: WeighedWords): Shared => {
  let [first, second, sum, firstWithDigit, countWithDigit] = [0, 0, 0, 0, 0];
  for (const [word, weight] of a.weights) {
    if (!b.weights.has(word)) continue;
    sum += weight;
    if (weight > first) [first, second] = [weight, first];
    else if (weight > second) second = weight;
    if (!hasDigit.test(word)) continue;
    countWithDigit += 1;
    firstWithDigit = Math.max(firstWithDigit, weight);
  }
  return { first, second, sum, firstWithDigit, countWithDigit };
};

const loneSum = (own: PreparedRecord, other: PreparedRecord): number => {
  let sum = 0;
  for (const [word, weight] of own.title.weights) if (!isFoundIn(word, other)) sum += weight;
  return sum;
};

const sharedWords: FeatureGroup = {
  names: [
    'shared_rarest',
    'shared_second',
    'shared_sum',
    'shared_digit',
    'shared_digit_count',
    'lone_sum_less',
    'lone_sum_more',
  ],
  measure: (a, b) => {
    const { first, second, sum, firstWithDigit, countWithDigit } = sharedOf(a.title, b.title);
    return [first, second, sum, firstWithDigit, countWithDigit, ...sorted(loneSum(a, b), loneSum(b, a))];
  },
};

const rarestOf = ({ weights }: WeighedWords, counts: (word: string) => boolean): number => {
  let rarest = 0;
  for (const [word, weight] of weights) if (weight > rarest && counts(word)) rarest = weight;
  return rarest;
};

const sharedInAll: FeatureGroup = {
  names: ['shared_all_rarest'],
  measure: (a, b) => [rarestOf(a.all, (word) => b.all.weights.has(word))],
};

/** The rarest of other things shared: title words however the other side writes them, those without a digit, neighbours. */
const sharedElsewhere: FeatureGroup = {
  names: ['shared_found_rarest', 'shared_plain_rarest', 'shared_pair_rarest'],
  measure: (a, b) => [
    Math.max(
      rarestOf(a.title, (word) => isFoundIn(word, b)),
      rarestOf(b.title, (word) => isFoundIn(word, a)),
    ),
    rarestOf(a.title, (word) => !hasDigit.test(word) && b.title.weights.has(word)),
    rarestOf(a.pairs, (pair) => b.pairs.weights.has(pair)),
  ],
};

const namingWords = 4;

/** Whether the rarest words of a title are found on the other side: the first, the second, a share of the first four, and runs. */
const rarestFound = (own: PreparedRecord, other: PreparedRecord): readonly number[] => {
  const found = own.rarestFirst.map((word) => isFoundIn(word, other));
  const runOf = (wanted: boolean): number => {
    const end = found.indexOf(!wanted);
    return end < 0 ? found.length : end;
  };
  const [first, second] = found;
  const naming = found.slice(0, namingWords);
  return [
    first === undefined ? unknown : Number(first),
    second === undefined ? unknown : Number(second),
    share(naming.filter(Boolean).length, naming.length),
    runOf(true),
    runOf(false),
  ];
};

const rarestWords: FeatureGroup = {
  names: ['rarest', 'second_rarest', 'rarest_four', 'rarest_run', 'rarest_lone_run'].flatMap((name) => [
    `${name}_found_less`,
    `${name}_found_more`,
  ]),
  measure: (a, b) => {
    const ofB = rarestFound(b, a);
    return rarestFound(a, b).flatMap((figure, at) => sorted(figure, ofB[at] ?? unknown));
  },
};

/** All of them. */
export const sharedGroups: readonly FeatureGroup[] = [
  ofTitles(sharedWords),
  sharedInAll,
  ofTitles(sharedElsewhere),
  ofTitles(rarestWords),
];
