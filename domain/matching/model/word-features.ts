import { type FeatureGroup, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import type { PreparedRecord, WeighedWords } from './prepare.ts';
import { summarise, type WordSummary } from './word-summary.ts';

interface Overlap {
  readonly common: number;
  readonly dot: number;
  readonly commonCount: number;
}

const overlapOf = (a: WeighedWords, b: WeighedWords): Overlap => {
  const [few, many] = a.weights.size <= b.weights.size ? [a, b] : [b, a];
  let common = 0;
  let dot = 0;
  let commonCount = 0;
  for (const [word, weight] of few.weights) {
    if (!many.weights.has(word)) continue;
    common += weight;
    dot += weight * weight;
    commonCount += 1;
  }
  return { common, dot, commonCount };
};

const wordFigures = (a: WeighedWords, b: WeighedWords): readonly number[] => {
  const { common, dot, commonCount } = overlapOf(a, b);
  const [covered, coveredMore] = sorted(share(common, a.total), share(common, b.total));
  return [share(dot, a.norm * b.norm), share(common, a.total + b.total - common), covered, coveredMore, commonCount];
};

const titleWords: FeatureGroup = {
  names: ['title_cosine', 'title_jaccard', 'title_covered_less', 'title_covered_more', 'title_common_words'],
  measure: (a, b) => wordFigures(a.title, b.title),
};

const allWords: FeatureGroup = {
  names: ['all_cosine', 'all_jaccard', 'all_covered_less', 'all_covered_more', 'all_common_words'],
  measure: (a, b) => wordFigures(a.all, b.all),
};

/** The share of a title that stands anywhere in the other record. */
const titleInAll: FeatureGroup = {
  names: ['title_in_all_less', 'title_in_all_more'],
  measure: (a, b) =>
    sorted(
      share(overlapOf(a.title, b.all).common, a.title.total),
      share(overlapOf(b.title, a.all).common, b.title.total),
    ),
};

const wordPairs: FeatureGroup = {
  names: ['pairs_cosine', 'pairs_covered_less', 'pairs_covered_more'],
  measure: (a, b) => {
    const [cosine = unknown, , less = unknown, more = unknown] = wordFigures(a.pairs, b.pairs);
    return [cosine, less, more];
  },
};

/** The words of a title that the other record does not have, wherever and however written. */
const missingOf = (own: PreparedRecord, other: PreparedRecord): WordSummary =>
  summarise(own.title, (word) => !isFoundIn(word, other));

const missingWords: FeatureGroup = {
  names: [
    'missing_rarest_less',
    'missing_rarest_more',
    'missing_second_less',
    'missing_second_more',
    'missing_count_less',
    'missing_count_more',
    'missing_share_less',
    'missing_share_more',
    'missing_digit_less',
    'missing_digit_more',
    'missing_digit_count_less',
    'missing_digit_count_more',
  ],
  measure: (a, b) => {
    const ofA = missingOf(a, b);
    const ofB = missingOf(b, a);
    return [
      ...sorted(ofA.first, ofB.first),
      ...sorted(ofA.second, ofB.second),
      ...sorted(ofA.count, ofB.count),
      ...sorted(share(ofA.sum, a.title.total), share(ofB.sum, b.title.total)),
      ...sorted(ofA.firstWithDigit, ofB.firstWithDigit),
      ...sorted(ofA.countWithDigit, ofB.countWithDigit),
    ];
  },
};

/** Which words two records share, and which ones only one of them has. */
export const wordGroups: readonly FeatureGroup[] = [titleWords, allWords, titleInAll, wordPairs, missingWords];
