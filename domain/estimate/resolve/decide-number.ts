/**
 * Which product a part number means. Identity is the matcher's
 * (`domain/matching/deterministic.ts`), so that a line and an offer of one part find the same
 * product.
 *
 * What the line says, how sure that is, and the rule:
 *
 * - maker and number, in every mark: exact, `manufacturer_and_mpn`
 * - maker and number, but for separators: strong, `manufacturer_and_mpn_without_separators`
 * - maker and number, but for the packaging of the line's number: strong,
 *   `manufacturer_and_mpn_without_suffix`
 * - a number that one product only has: probable, `mpn_only`
 * - a number that several have, and whose maker the text names: probable, `mpn_and_maker_in_text`
 * - a number that several have, of which the figures fit one: probable, `mpn_and_figures`
 * - a number, and a maker nearly as the product's is written: by score, `best_score`
 * - a number that known products only add their packaging to: probable, `mpn_without_packaging`
 *
 * Anything else is left to a person, with the candidates. What is only probable must not contradict
 * the line's package or value.
 */

import { manufacturerKey, mpnCompact, mpnKey } from '../../catalog/identity.ts';
import { defaultProfile } from '../../identity/built-in-profiles.ts';
import { unmarkedNumbers } from '../../identity/lead-free-marks.ts';
import type { Profiles } from '../../identity/profile.ts';
import { confidenceOf, type ScoringStrategy } from '../../identity/strategy.ts';
import { ownNumbers } from '../../matching/blocking.ts';
import { scoreCandidates } from '../../matching/decide-offer.ts';
import { decideDeterministic } from '../../matching/deterministic.ts';
import type { PendingOffer } from '../../matching/ports.ts';
import type { LineCandidate } from '../resolution.ts';
import { isOfAnAccessory } from './accessories.ts';
import { type AskedLine, type AskedNumber, isSupplier } from './asked-line.ts';
import { contradicts } from './compare-figures.ts';
import { figuresOfProduct } from './line-figures.ts';
import type { CandidatesByKey, ProductCandidate } from './ports.ts';

/** A line as the matcher takes an offer. */
export const lineAsOffer = ({ text }: AskedLine, named?: AskedNumber): PendingOffer => ({
  offerId: '',
  supplierId: '',
  manufacturer: named?.manufacturer,
  mpn: named?.number,
  description: text,
  lifecycle: undefined,
  replacedByMpn: undefined,
  attributes: {},
  createsProducts: false,
  verdicts: 0,
});

/** A product that is taken, or would be if nothing spoke against it. */
export interface Finding {
  readonly product: ProductCandidate;
  readonly confidence: 'exact' | 'strong' | 'probable';
  readonly rule: string;
  /** Products that are the same part otherwise packed. */
  readonly others: readonly ProductCandidate[];
}

/** What became of a number. */
export type NumberDecision =
  | ({ readonly kind: 'found' } & Finding)
  | {
      readonly kind: 'unsure';
      readonly candidates: readonly LineCandidate[];
      readonly reason: 'ambiguous' | 'not_found';
    }
  | { readonly kind: 'none' };

/** What decides besides the line. */
export interface NumberEvidence {
  readonly byNumber: CandidatesByKey;
  /** Products whose number continues the requested one, by their number in letters and digits. */
  readonly byPrefix: CandidatesByKey;
  readonly manufacturers: ReadonlyMap<string, { key: string; name: string }>;
  readonly profiles: Profiles;
  readonly strategies: readonly ScoringStrategy[];
}

/** Scores closer than this cannot be told apart, as in the matcher. */
const minMargin = 0.05;

export const found = (
  product: ProductCandidate,
  confidence: Finding['confidence'],
  rule: string,
  others: readonly ProductCandidate[] = [],
): NumberDecision => ({ kind: 'found', product, confidence, rule, others });

export const ambiguousDecision = (
  products: readonly ProductCandidate[],
  reason: 'ambiguous' | 'not_found',
  rule: string,
  score: number,
): NumberDecision => ({
  kind: 'unsure',
  candidates: products.map(({ productId }) => ({ productId, score, rule })),
  reason,
});

/** The numbers, as `mpnKey` makes them, by which the products of a named number are looked up. */
export const numberKeys = (named: AskedNumber, profiles: Profiles): readonly string[] =>
  ownNumbers({ mpn: named.number }, profiles);

/** The shortest manufacturer name that is accepted from a free text. */
const shortestNamed = 3;

const namesManufacturer = (text: string, { manufacturerKey: key, manufacturer }: ProductCandidate): boolean => {
  const whole = ` ${text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const [first = ''] = manufacturer.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  return (
    (key.length >= shortestNamed && whole.includes(` ${key} `)) ||
    (first.length > shortestNamed && whole.includes(` ${first} `))
  );
};

/** Whether nothing on the line contradicts a product that has the name given on the line. */
export const isConsistent = (asked: AskedLine, product: ProductCandidate): boolean => {
  const text = [product.description, ...Object.values(product.characteristics)].join(' ');
  return !contradicts(asked.figures, figuresOfProduct(product)) && !isOfAnAccessory(asked.text, text);
};

/** Of several products with the asked number, the one that the rest of the line tells. */
export const narrow = (asked: AskedLine, products: readonly ProductCandidate[]): NumberDecision => {
  const fitting = products.filter((product) => isConsistent(asked, product));
  const named = fitting.filter((product) => namesManufacturer(asked.text, product));
  const [byManufacturer, anotherManufacturer] = named;
  if (byManufacturer !== undefined && anotherManufacturer === undefined)
    return found(byManufacturer, 'probable', 'mpn_and_maker_in_text');
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return found(only, 'probable', 'mpn_and_figures');
  return ambiguousDecision(
    fitting.length > 0 ? fitting : products,
    'ambiguous',
    'mpn_only',
    1 / Math.max(2, products.length),
  );
};

/** The product of the number whose maker is spelled nearly as the line spells it. */
export const byScore = (
  offer: PendingOffer,
  products: readonly ProductCandidate[],
  { strategies, profiles }: Pick<NumberEvidence, 'strategies' | 'profiles'>,
): NumberDecision | undefined => {
  for (const strategy of strategies) {
    const [best, second] = scoreCandidates(offer, products, strategy);
    if (best === undefined || best.probability - (second?.probability ?? 0) < minMargin) continue;
    const { thresholds } = profiles.get(best.candidate.profileId) ?? defaultProfile;
    const confidence = confidenceOf(best.probability, thresholds);
    const product = products.find(({ productId }) => productId === best.candidate.productId);
    if (product !== undefined && (confidence === 'strong' || confidence === 'probable'))
      return found(product, confidence, 'best_score');
  }
  return undefined;
};

/**
 * Whether the product's number is the asked one with a packaging that its maker's rules name, or
 * with the mark of what is free of lead.
 */
const isOtherwisePacked = (number: string, product: ProductCandidate, profiles: Profiles): boolean =>
  unmarkedNumbers(product.mpn, product.manufacturerKey, profiles.get(product.profileId)?.suffixRules ?? []).some(
    (mpn) => mpnKey(mpn) === mpnKey(number),
  );

/** Shorter numbers are not looked for without their packaging: too many makers have them. */
const shortestBare = 6;

/** The products of an unknown number that known ones begin with. */
const byBeginning = (asked: AskedLine, named: AskedNumber, evidence: NumberEvidence): NumberDecision => {
  const longer = evidence.byPrefix.get(mpnCompact(named.number)) ?? [];
  const ownKey = manufacturerKey(named.manufacturer ?? '');
  const askedManufacturerKey = evidence.manufacturers.get(ownKey)?.key ?? ownKey;
  const ofManufacturer =
    askedManufacturerKey === '' ? longer : longer.filter((each) => each.manufacturerKey === askedManufacturerKey);
  const packed = ofManufacturer.filter(
    (each) => isOtherwisePacked(named.number, each, evidence.profiles) && isConsistent(asked, each),
  );
  const [first, ...others] = packed;
  const isLong = askedManufacturerKey !== '' || mpnKey(named.number).length >= shortestBare;
  if (first !== undefined && isLong && packed.every((each) => each.manufacturerKey === first.manufacturerKey))
    return found(first, 'probable', 'mpn_without_packaging', others);
  const size = mpnCompact(named.number).length;
  const candidates = (ofManufacturer.length > 0 ? ofManufacturer : longer).map(({ productId, mpn }) => ({
    productId,
    score: (0.5 * size) / Math.max(size, mpnCompact(mpn).length),
    rule: 'begins_with_mpn',
  }));
  return candidates.length === 0 ? { kind: 'none' } : { kind: 'unsure', candidates, reason: 'not_found' };
};

/** The name without a maker that is none: a supplier in its place who makes no such part. */
const withTrueManufacturer = (named: AskedNumber, sameNumber: readonly ProductCandidate[]): AskedNumber =>
  named.manufacturer !== undefined &&
  isSupplier(named.manufacturer) &&
  !sameNumber.some((each) => each.manufacturerKey.startsWith(manufacturerKey(named.manufacturer ?? '')))
    ? { number: named.number, manufacturer: undefined }
    : named;

/** Digits alone are as often a number in somebody's own books. */
const isPlainCount = (number: string): boolean => /^\d{1,7}$/u.test(mpnKey(number));

/** Decides one number that a line names. Pure and total. */
export const decideNumber = (asked: AskedLine, given: AskedNumber, evidence: NumberEvidence): NumberDecision => {
  const candidates = numberKeys(given, evidence.profiles).flatMap((key) => evidence.byNumber.get(key) ?? []);
  const sameNumber = candidates.filter((each) => each.mpnKey === mpnKey(given.number));
  const named = withTrueManufacturer(given, sameNumber);
  const offer = lineAsOffer(asked, named);
  const verdict = decideDeterministic(offer, {
    candidates,
    aliases: evidence.manufacturers,
    profiles: evidence.profiles,
  });
  const product = candidates.find(({ productId }) => productId === verdict.productId);
  if (product !== undefined) {
    const { confidence, rule } = verdict;
    if (confidence === 'exact' || confidence === 'strong') return found(product, confidence, rule);
    return isConsistent(asked, product) && !isPlainCount(named.number)
      ? found(product, 'probable', rule)
      : ambiguousDecision([product], 'ambiguous', rule, 0.5);
  }
  if (sameNumber.length === 0) return byBeginning(asked, named, evidence);
  if (named.manufacturer !== undefined)
    return (
      byScore(offer, sameNumber, evidence) ?? ambiguousDecision(sameNumber, 'not_found', 'mpn_of_another_maker', 0.5)
    );
  return verdict.rule === 'ambiguous'
    ? narrow(asked, sameNumber)
    : ambiguousDecision(sameNumber, 'ambiguous', 'short_mpn_only', 0.5);
};
