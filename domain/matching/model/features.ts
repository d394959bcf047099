/**
 * What is measured of a pair, in groups of one subject. A feature that cannot be measured, because
 * a side does not say enough, is NaN ("unknown") and never 0. Features are the same whichever
 * record comes first: of what depends on the side, the lesser and the greater are given.
 * docs/matching.md explains each.
 */
import { coreGroups } from './core-features.ts';
import { type FeatureGroup, share, sorted, unknown } from './feature-group.ts';
import { isFoundIn } from './found.ts';
import { habitGroups } from './habit-features.ts';
import { nearGroups } from './near-features.ts';
import { numberGroups } from './number-features.ts';
import { orderGroups } from './order-features.ts';
import type { PreparedRecord, WeighedWords } from './prepare.ts';
import { sharedGroups } from './shared-features.ts';
import { variantGroups } from './variant-features.ts';
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

interface ModelFinding {
  /** Whether the rarest model token is found on the other side. */
  readonly rarest: number;
  readonly rarestLength: number;
  /** Share of all model tokens found, by rarity. */
  readonly found: number;
  readonly foundCount: number;
  readonly missingCount: number;
}

const noModels: ModelFinding = {
  rarest: unknown,
  rarestLength: unknown,
  found: unknown,
  foundCount: unknown,
  missingCount: unknown,
};

const findModels = (own: PreparedRecord, other: PreparedRecord): ModelFinding => {
  const [first] = own.models;
  if (first === undefined) return noModels;
  let found = 0;
  let total = 0;
  let foundCount = 0;
  for (const { token, weight } of own.models) {
    total += weight;
    if (!other.squeezedAll.includes(token)) continue;
    found += weight;
    foundCount += 1;
  }
  return {
    rarest: other.squeezedAll.includes(first.token) ? 1 : 0,
    rarestLength: first.token.length,
    found: share(found, total),
    foundCount,
    missingCount: own.models.length - foundCount,
  };
};

const models: FeatureGroup = {
  names: [
    'model_rarest_found_less',
    'model_rarest_found_more',
    'model_rarest_length_less',
    'model_rarest_length_more',
    'model_found_share_less',
    'model_found_share_more',
    'model_found_count',
    'model_missing_less',
    'model_missing_more',
  ],
  measure: (a, b) => {
    const ofA = findModels(a, b);
    const ofB = findModels(b, a);
    return [
      ...sorted(ofA.rarest, ofB.rarest),
      ...sorted(ofA.rarestLength, ofB.rarestLength),
      ...sorted(ofA.found, ofB.found),
      Math.max(ofA.foundCount, ofB.foundCount),
      ...sorted(ofA.missingCount, ofB.missingCount),
    ];
  },
};

/**
 * How much of the beginning of a title's rarest model token is found on the other side: colours and
 * regions end a number.
 */
const leadFound = (own: PreparedRecord, other: PreparedRecord): number => {
  const [token] = own.titleModels;
  if (token === undefined) return unknown;
  let length = token.length;
  while (length > 1 && !other.squeezedAll.includes(token.slice(0, length))) length -= 1;
  return length / token.length;
};

const commonPrefix = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at += 1;
  return at;
};

/**
 * Model tokens of the titles that contradict each other: neither is found on the other side, but
 * they begin alike.
 */
const conflicts: FeatureGroup = {
  names: [
    'model_longest_common',
    'model_conflict_prefix',
    'model_conflict_pairs',
    'model_title_found_share',
    'model_title_rarest_less',
    'model_title_rarest_more',
    'model_lead_found_less',
    'model_lead_found_more',
  ],
  measure: (a, b) => {
    const [firstA, firstB] = [a.titleModels[0], b.titleModels[0]];
    const rarest = [
      ...sorted(
        firstA === undefined ? unknown : Number(b.squeezedAll.includes(firstA)),
        firstB === undefined ? unknown : Number(a.squeezedAll.includes(firstB)),
      ),
      ...sorted(leadFound(a, b), leadFound(b, a)),
    ];
    if (firstA === undefined || firstB === undefined) return [unknown, unknown, unknown, unknown, ...rarest];
    const loneA = a.titleModels.filter((token) => !b.squeezedAll.includes(token));
    const loneB = b.titleModels.filter((token) => !a.squeezedAll.includes(token));
    const longest = Math.max(
      0,
      ...a.titleModels.filter((token) => b.squeezedAll.includes(token)).map((token) => token.length),
      ...b.titleModels.filter((token) => a.squeezedAll.includes(token)).map((token) => token.length),
    );
    const prefixes = loneA.flatMap((own) =>
      loneB.map((other) => commonPrefix(own, other) / Math.max(own.length, other.length)),
    );
    return [
      longest,
      prefixes.length === 0 ? unknown : Math.max(...prefixes),
      Math.min(loneA.length, loneB.length),
      1 - (loneA.length + loneB.length) / (a.titleModels.length + b.titleModels.length),
      ...rarest,
    ];
  },
};

const mpns: FeatureGroup = {
  names: ['mpn_equal', 'mpn_within', 'mpn_in_text_less', 'mpn_in_text_more', 'mpn_prefix'],
  measure: (a, b) => {
    const inB = a.mpn === undefined ? unknown : Number(b.squeezedAll.includes(a.mpn));
    const inA = b.mpn === undefined ? unknown : Number(a.squeezedAll.includes(b.mpn));
    const inText =
      Number.isNaN(inA) || Number.isNaN(inB) ? [inA, inB].filter((each) => !Number.isNaN(each)) : sorted(inA, inB);
    const less = inText[0] ?? unknown;
    const more = inText[1] ?? less;
    if (a.mpn === undefined || b.mpn === undefined) return [unknown, unknown, less, more, unknown];
    return [
      Number(a.mpn === b.mpn),
      Number(a.mpn.includes(b.mpn) || b.mpn.includes(a.mpn)),
      less,
      more,
      commonPrefix(a.mpn, b.mpn) / Math.max(a.mpn.length, b.mpn.length),
    ];
  },
};

type Quantities = ReadonlyMap<string, ReadonlySet<number>>;

const compareQuantities = (a: Quantities, b: Quantities): readonly number[] => {
  let agreed = 0;
  let contradicted = 0;
  let compared = 0;
  for (const [kind, figures] of a) {
    const others = b.get(kind);
    if (others === undefined) continue;
    compared += 1;
    if (figures.isDisjointFrom(others)) contradicted += 1;
    else agreed += 1;
  }
  return compared === 0 ? [unknown, unknown] : [agreed, contradicted];
};

const kindAgrees = (kind: string, a: Quantities, b: Quantities): number => {
  const [own, other] = [a.get(kind), b.get(kind)];
  if (own === undefined || other === undefined) return unknown;
  return own.isDisjointFrom(other) ? 0 : 1;
};

const quantities: FeatureGroup = {
  names: [
    'quantity_agreed',
    'quantity_contradicted',
    'title_quantity_agreed',
    'title_quantity_contradicted',
    'bytes_agree',
    'inches_agree',
    'frequency_agrees',
    'pixels_agree',
    'lengths_agree',
    'power_agrees',
    'pieces_agree',
  ],
  measure: (a, b) => [
    ...compareQuantities(a.quantities, b.quantities),
    ...compareQuantities(a.titleQuantities, b.titleQuantities),
    kindAgrees('byte', a.quantities, b.quantities),
    kindAgrees('inch', a.quantities, b.quantities),
    kindAgrees('frequency', a.quantities, b.quantities),
    kindAgrees('pixel', a.quantities, b.quantities),
    kindAgrees('length', a.quantities, b.quantities),
    kindAgrees('power', a.quantities, b.quantities),
    kindAgrees('pieces', a.quantities, b.quantities),
  ],
};

const numbers: FeatureGroup = {
  names: ['numbers_common', 'numbers_missing_less', 'numbers_missing_more'],
  measure: (a, b) => {
    if (a.numbers.size === 0 && b.numbers.size === 0) return [unknown, unknown, unknown];
    const common = a.numbers.intersection(b.numbers).size;
    const loneA = [...a.numbers].filter((each) => !b.all.weights.has(each)).length;
    const loneB = [...b.numbers].filter((each) => !a.all.weights.has(each)).length;
    return [common, ...sorted(loneA, loneB)];
  },
};

const manufacturers: FeatureGroup = {
  names: ['maker_equal', 'maker_in_text', 'first_word_equal', 'first_word_found_less', 'first_word_found_more'],
  measure: (a, b) => {
    const both = a.manufacturer !== undefined && b.manufacturer !== undefined;
    const named = (own: PreparedRecord, other: PreparedRecord): boolean =>
      own.manufacturer !== undefined && other.squeezedAll.includes(own.manufacturer);
    const [firstA, firstB] = [a.sequence[0], b.sequence[0]];
    const hasFirst = firstA !== undefined && firstB !== undefined;
    return [
      both ? Number(a.manufacturer === b.manufacturer) : unknown,
      a.manufacturer === undefined && b.manufacturer === undefined ? unknown : Number(named(a, b) || named(b, a)),
      hasFirst ? Number(firstA === firstB) : unknown,
      ...(hasFirst
        ? sorted(Number(b.squeezedAll.includes(firstA)), Number(a.squeezedAll.includes(firstB)))
        : [unknown, unknown]),
    ];
  },
};

const prices: FeatureGroup = {
  names: ['price_ratio', 'price_known_sides', 'price_level', 'price_difference'],
  measure: (a, b) => {
    const sides = Number(a.price !== undefined) + Number(b.price !== undefined);
    if (a.price === undefined || b.price === undefined) return [unknown, sides, unknown, unknown];
    return [
      Math.abs(Math.log(a.price / b.price)),
      sides,
      Math.log(Math.max(a.price, b.price)),
      Math.abs(a.price - b.price),
    ];
  },
};

const trigramCosine = (a: PreparedRecord, b: PreparedRecord): number => {
  const [few, many] = a.trigrams.size <= b.trigrams.size ? [a.trigrams, b.trigrams] : [b.trigrams, a.trigrams];
  let dot = 0;
  for (const [gram, count] of few) dot += count * (many.get(gram) ?? 0);
  const norm = (grams: ReadonlyMap<string, number>): number => {
    let squares = 0;
    for (const count of grams.values()) squares += count * count;
    return Math.sqrt(squares);
  };
  return share(dot, norm(a.trigrams) * norm(b.trigrams));
};

const shape: FeatureGroup = {
  names: [
    'trigram_cosine',
    'title_contained',
    'common_lead',
    'title_length_less',
    'title_length_more',
    'all_length_less',
    'all_length_more',
    'title_rarity',
  ],
  measure: (a, b) => {
    const [short, long] =
      a.squeezedTitle.length <= b.squeezedTitle.length
        ? [a.squeezedTitle, b.squeezedTitle]
        : [b.squeezedTitle, a.squeezedTitle];
    let lead = 0;
    while (lead < Math.min(a.sequence.length, b.sequence.length) && a.sequence[lead] === b.sequence[lead]) lead += 1;
    return [
      trigramCosine(a, b),
      short === '' ? unknown : Number(long.includes(short)),
      lead,
      ...sorted(a.title.weights.size, b.title.weights.size),
      ...sorted(a.all.weights.size, b.all.weights.size),
      share(Math.min(a.title.total, b.title.total), Math.min(a.title.weights.size, b.title.weights.size)),
    ];
  },
};

const groups: readonly FeatureGroup[] = [
  titleWords,
  allWords,
  titleInAll,
  wordPairs,
  missingWords,
  models,
  conflicts,
  mpns,
  quantities,
  numbers,
  manufacturers,
  prices,
  shape,
  ...variantGroups,
  ...coreGroups,
  ...sharedGroups,
  ...orderGroups,
  ...numberGroups,
  ...nearGroups,
  ...habitGroups,
];

/** The names of all figures, in the order of `measurePair`. */
export const featureNames: readonly string[] = groups.flatMap(({ names }) => names);

/** Measures a pair. */
export const measurePair = (a: PreparedRecord, b: PreparedRecord): Float64Array => {
  const figures = new Float64Array(featureNames.length);
  let at = 0;
  for (const group of groups) {
    figures.set(group.measure(a, b), at);
    at += group.names.length;
  }
  return figures;
};
