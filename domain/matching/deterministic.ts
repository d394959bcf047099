import { manufacturerKey, mpnKey, sameSpelling } from '../catalog/identity.ts';
import { defaultProfile } from '../identity/built-in-profiles.ts';
import type { Profiles } from '../identity/profile.ts';
import { bareNumbersOf } from '../identity/suffix-rules.ts';
import { productId } from '../ids.ts';
import type { MatchConfidence } from '../offers/offer.ts';
import type { MatchCandidate, MatchDecision, PendingOffer } from './ports.ts';
import { productOfOffer } from './product-of-offer.ts';

/**
 * The deterministic strategy: an offer is a product when its maker, by name or alias, and its part
 * number are the product's. Anchored on the whole number, never on a part of it, so that `5128`
 * does not find `15128`.
 *
 * What the offer says, how sure that is, and the rule:
 *
 * - same maker, same number in every mark: exact, `manufacturer_and_mpn`
 * - same maker, same number but for separators: strong, `manufacturer_and_mpn_without_separators`
 * - same maker, same number but for its packaging: strong, `manufacturer_and_mpn_without_suffix`
 * - no maker, and one product only has this number: probable, `mpn_only`
 * - maker and number, no product, supplier may create: exact, `new_canonical`
 * - anything else: unmatched, no_part_number, no_product, ambiguous
 *
 * A packaging is taken off the offer's number and never put onto it: a bare number does not say
 * which packaging it means. A supplier that creates products makes its own number known as it is,
 * whatever products there are, so that it does not depend on who came first which products exist.
 */

/** What the decision may look at. */
export interface DeterministicEvidence {
  /** Products with the offer's part-number key, or with that of its number without packaging. */
  readonly candidates: readonly MatchCandidate[];
  /** Manufacturer keys after the alias table. */
  readonly aliases: ReadonlyMap<string, { key: string; name: string }>;
  /** Of which the suffix rules count for products under them. */
  readonly profiles: Profiles;
}

/** The rule of matches that leave the packaging aside. */
export const suffixRule = 'manufacturer_and_mpn_without_suffix';

/** Shorter numbers than this are too common to stand without a maker. */
const shortestLoneMpn = 6;

/** Decides one offer. Pure and total: every offer gets a decision with its reason. */
export const decideDeterministic = (offer: PendingOffer, evidence: DeterministicEvidence): MatchDecision => {
  const number = offer.mpn === undefined ? '' : mpnKey(offer.mpn);
  if (offer.mpn === undefined || number === '')
    return decision(offer, { rule: 'no_part_number', confidence: 'unmatched' });
  const ownKey = offer.manufacturer === undefined ? '' : manufacturerKey(offer.manufacturer);
  const sameNumber = evidence.candidates.filter((each) => each.mpnKey === number);
  if (offer.manufacturer === undefined || ownKey === '') return decideWithoutManufacturer(offer, number, sameNumber);
  const manufacturer = evidence.aliases.get(ownKey);
  const key = manufacturer?.key ?? ownKey;
  const found = sameNumber.find((each) => each.manufacturerKey === key);
  const how = {
    manufacturer: manufacturer === undefined ? 'as written' : `alias of ${manufacturer.name}`,
    part_number: number,
  };
  if (found !== undefined) {
    return sameSpelling(found.mpn, offer.mpn)
      ? decision(offer, { rule: 'manufacturer_and_mpn', confidence: 'exact', productId: found.productId }, how)
      : decision(
          offer,
          { rule: 'manufacturer_and_mpn_without_separators', confidence: 'strong', productId: found.productId },
          { ...how, product_part_number: found.mpn },
        );
  }
  if (!offer.createsProducts)
    return (
      decideWithoutSuffix(offer, offer.mpn, { key, how, evidence }) ??
      decision(offer, { rule: 'no_product', confidence: 'unmatched' }, how)
    );
  const created = productOfOffer(offer, { manufacturer: manufacturer?.name ?? offer.manufacturer, mpn: offer.mpn });
  const id = productId(defaultProfile.id, key, number);
  return decision(offer, { rule: 'new_canonical', confidence: 'exact', productId: id, create: created }, how);
};

interface KnownManufacturer {
  readonly key: string;
  readonly how: Readonly<Record<string, string>>;
  readonly evidence: DeterministicEvidence;
}

/** The match with the one product that the number is without its packaging. */
const decideWithoutSuffix = (
  offer: PendingOffer,
  mpn: string,
  { key, how, evidence }: KnownManufacturer,
): MatchDecision | undefined => {
  const ofManufacturer = evidence.candidates.filter((each) => each.manufacturerKey === key);
  const matches = [...evidence.profiles].flatMap(([profileId, { suffixRules }]) =>
    bareNumbersOf(mpn, key, suffixRules).flatMap((bare) =>
      ofManufacturer
        .filter((each) => each.profileId === profileId && each.mpnKey === mpnKey(bare.mpn))
        .map((product) => ({ ...bare, product })),
    ),
  );
  const [match] = matches;
  if (match === undefined || matches.some(({ product }) => product.productId !== match.product.productId))
    return undefined;
  return decision(
    offer,
    { rule: suffixRule, confidence: 'strong', productId: match.product.productId },
    { ...how, product_part_number: match.product.mpn, suffix: match.suffix, suffix_rule: match.rule.name },
  );
};

const decideWithoutManufacturer = (
  offer: PendingOffer,
  number: string,
  sameNumber: readonly MatchCandidate[],
): MatchDecision => {
  const only = sameNumber[0];
  if (only === undefined || number.length < shortestLoneMpn) {
    return decision(offer, { rule: 'no_product', confidence: 'unmatched' }, { part_number: number });
  }
  return sameNumber.length === 1
    ? decision(offer, { rule: 'mpn_only', confidence: 'probable', productId: only.productId }, { part_number: number })
    : decision(offer, { rule: 'ambiguous', confidence: 'unmatched' }, { makers: String(sameNumber.length) });
};

interface Verdict {
  readonly rule: string;
  readonly confidence: MatchConfidence;
  readonly productId?: string;
  readonly create?: MatchDecision['create'];
}

const decision = (
  offer: PendingOffer,
  verdict: Verdict,
  evidence: Readonly<Record<string, string>> = {},
): MatchDecision => ({
  offerId: offer.offerId,
  decidedOn: { manufacturer: offer.manufacturer, mpn: offer.mpn },
  productId: verdict.productId,
  confidence: verdict.confidence,
  strategy: 'deterministic',
  rule: verdict.rule,
  evidence,
  create: verdict.create,
});
