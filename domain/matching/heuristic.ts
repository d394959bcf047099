import { manufacturerKey, mpnCompact, mpnKey } from '../catalog/identity.ts';
import type { MatchRecord, PairScore, ScoringStrategy } from '../identity/strategy.ts';
import { numberTokens } from './blocking.ts';

/**
 * The heuristic strategy: a part number that agrees makes a pair likely; the maker and the words of
 * the description speak for it or against it. Weights are set by hand, so that every score can be
 * followed in its evidence.
 *
 * The evidence with its weight, and what is compared:
 *
 * - part_number, 0.55 / 0.35-0.5: the offer's number with the product's, or the product's found in
 *   the text
 * - manufacturer, -0.35 to 0.3: one name begins with the other, they differ in an edit or two, or
 *   in the text
 * - words, 0 to 0.15: share of the product's words that the offer says too
 * - values, -0.4: numbers with units, such as 100nF, that contradict each other
 */

const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []);

interface Finding {
  readonly weight: number;
  readonly word: string;
}

/** A number that is longer is found in a text by chance more seldom. */
const textNumberWeight = (number: string): number => Math.min(0.5, 0.35 + 0.03 * Math.max(0, number.length - 5));

const compareNumbers = (offer: MatchRecord, product: MatchRecord): Finding => {
  if (product.mpn === undefined) return { weight: 0, word: 'unknown' };
  if (offer.mpn !== undefined) {
    return mpnKey(offer.mpn) === mpnKey(product.mpn)
      ? { weight: 0.55, word: 'same' }
      : { weight: -1, word: 'different' };
  }
  const number = mpnCompact(product.mpn);
  return numberTokens(offer.description ?? '').includes(number)
    ? { weight: textNumberWeight(number), word: 'in the text' }
    : { weight: -1, word: 'not in the text' };
};

const shortestMisspelt = 6;
const maxMisspelt = 2;
/** Names longer than this are no spellings of another one. */
const longestMisspelt = 100;

/**
 * The least number of letters inserted, removed or replaced that turn one text into the other;
 * infinite for texts that are too long or too different in length to be compared. Two rows of the
 * table are kept.
 */
const editDistance = (a: string, b: string): number => {
  if (Math.max(a.length, b.length) > longestMisspelt || Math.abs(a.length - b.length) > maxMisspelt)
    return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let at = 1; at <= a.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= b.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (a[at - 1] === b[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const otherManufacturer = 'different';

const compareManufacturers = (offer: MatchRecord, product: MatchRecord): Finding => {
  const theirs = manufacturerKey(product.manufacturer ?? '');
  const own = manufacturerKey(offer.manufacturer ?? '');
  if (theirs === '') return { weight: 0, word: 'unknown' };
  if (own === '') {
    const isNamed = theirs.length >= 2 && mpnCompact(offer.description ?? '').includes(theirs);
    return isNamed ? { weight: 0.3, word: 'in the text' } : { weight: 0.05, word: 'not said' };
  }
  if (own === theirs) return { weight: 0.4, word: 'same' };
  const [short, long] = own.length < theirs.length ? [own, theirs] : [theirs, own];
  if (short.length >= 3 && long.startsWith(short)) return { weight: 0.3, word: 'begins alike' };
  const distance = editDistance(own, theirs);
  return short.length >= shortestMisspelt && distance <= (short.length >= 10 ? maxMisspelt : 1)
    ? { weight: 0.3, word: `${distance} letters apart` }
    : { weight: -0.35, word: otherManufacturer };
};

/** Whether both name a maker, and the two names are not spellings of one. */
export const namesAnotherManufacturer = (offer: MatchRecord, product: MatchRecord): boolean =>
  compareManufacturers(offer, product).word === otherManufacturer;

const sharedWords = (offer: MatchRecord, product: MatchRecord): Finding => {
  const own = words(`${offer.manufacturer ?? ''} ${offer.description ?? ''}`);
  const theirs = words(product.description ?? '');
  if (own.size === 0 || theirs.size === 0) return { weight: 0, word: 'unknown' };
  const share = [...theirs].filter((word) => own.has(word)).length / theirs.size;
  return { weight: 0.15 * share, word: share.toFixed(2) };
};

const valuePattern = /(?<!\d)(\d+(?:\.\d+)?)\s?(pf|nf|uf|µf|kohm|mohm|ohm|uh|mh|nh|mhz|khz|ghz|gb|mb|tb|mm|inch)\b/giu;

const valuesOf = (text: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const values = new Map<string, Set<number>>();
  for (const [, figure, unit = ''] of text.matchAll(valuePattern)) {
    const key = unit.toLowerCase().replace('µ', 'u');
    values.set(key, (values.get(key) ?? new Set()).add(Number(figure)));
  }
  return values;
};

/** Only figures of one unit are compared, and only when none of them agrees. */
const compareValues = (offer: MatchRecord, product: MatchRecord): Finding => {
  const own = valuesOf(offer.description ?? '');
  const theirs = valuesOf(product.description ?? '');
  const common = [...own].flatMap(([unit, figures]) => {
    const others = theirs.get(unit);
    return others === undefined ? [] : [{ unit, agrees: !figures.isDisjointFrom(others) }];
  });
  const conflict = common.find(({ agrees }) => !agrees);
  if (conflict !== undefined) return { weight: -0.4, word: `other ${conflict.unit}` };
  return common.length > 0 ? { weight: 0.05, word: 'agree' } : { weight: 0, word: 'unknown' };
};

const scorePair = (offer: MatchRecord, product: MatchRecord): PairScore => {
  const findings = {
    part_number: compareNumbers(offer, product),
    manufacturer: compareManufacturers(offer, product),
    words: sharedWords(offer, product),
    values: compareValues(offer, product),
  };
  const sum = Object.values(findings).reduce((total, { weight }) => total + weight, 0);
  return {
    probability: Math.max(0, Math.min(0.99, sum)),
    evidence: Object.fromEntries(Object.entries(findings).map(([name, { word }]) => [name, word])),
  };
};

/** The heuristic strategy. */
export const heuristic: ScoringStrategy = {
  name: 'heuristic',
  score: (offer, products) => products.map((product) => scorePair(offer, product)),
};
