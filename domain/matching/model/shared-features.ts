/**
 * How rare what two records share is. Shares and cosines (`features.ts`) do not tell a pair that
 * has one word in common which hardly any other record has from a pair that has many common ones.
 */
import { type FeatureGroup, ofTitles, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import type { PreparedRecord, WeighedWords } from './prepare.ts';
import { summarise } from './word-summary.ts';

const hasDigit = /\d/;

const loneSum = (own: PreparedRecord, other: PreparedRecord): number =>
  summarise(own.title, (word) => !isFoundIn(word, other)).sum;

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
    const { first, second, sum, firstWithDigit, countWithDigit } = summarise(a.title, (word) =>
      b.title.weights.has(word),
    );
    return [first, second, sum, firstWithDigit, countWithDigit, ...sorted(loneSum(a, b), loneSum(b, a))];
  },
};

const rarestOf = (words: WeighedWords, counts: (word: string) => boolean): number => summarise(words, counts).first;

const sharedInAll: FeatureGroup = {
  names: ['shared_all_rarest'],
  measure: (a, b) => [rarestOf(a.all, (word) => b.all.weights.has(word))],
};

/**
 * The rarest of other things shared: title words however the other side writes them, those without
 * a digit, neighbours.
 */
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

/**
 * Whether the rarest words of a title are found on the other side: the first, the second, a share
 * of the first four, and runs.
 */
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
