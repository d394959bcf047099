/**
 * What is measured of a pair, in groups of one subject. A feature that cannot be measured, because
 * a side does not say enough, is NaN ("unknown") and never 0. Features are the same whichever
 * record comes first: of what depends on the side, the lesser and the greater are given.
 * docs/matching.md explains each.
 */
import { coreGroups } from './core-features.ts';
import { type FeatureGroup, share, sorted, unknown } from './feature-group.ts';
import { habitGroups } from './habit-features.ts';
import { modelTokenGroups } from './model-token-features.ts';
import { nearGroups } from './near-features.ts';
import { numberGroups } from './number-features.ts';
import { orderGroups } from './order-features.ts';
import type { PreparedRecord } from './prepare.ts';
import { sharedGroups } from './shared-features.ts';
import { variantGroups } from './variant-features.ts';
import { wordGroups } from './word-features.ts';

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
  ...wordGroups,
  ...modelTokenGroups,
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
