import { manufacturerKey } from '../catalog/identity.ts';
import { defaultProfile } from '../identity/built-in-profiles.ts';
import type { Profiles } from '../identity/profile.ts';
import { confidenceOf, type PairScore, type ScoringStrategy } from '../identity/strategy.ts';
import { blockingKeysOf, ownNumber, ownNumbers, tokensOf } from './blocking.ts';
import { decideDeterministic, suffixRule } from './deterministic.ts';
import type { MatchCandidate, MatchDecision, MatchEvidence, MatchVerdict, PendingOffer } from './ports.ts';

/**
 * Decides one offer: a human first, then identity, then the scoring strategies in their order; the
 * first that is sure enough wins.
 *
 * The decision depends on nothing but what the offer says, which products and aliases there are,
 * and what humans have said: not on what was decided before, nor in which order things became
 * known. So that this holds,
 *
 * - a product is created by its maker and number alone, never because nothing scored well enough;
 *   and
 * - an offer that has both, of a maker whom the alias table knows or from a supplier that creates
 *   products, is never scored: its number is its own, and a product of another number, however
 *   alike, is another part. Scored are offers without a maker, with a maker in an unknown spelling,
 *   and without a number; and the first two only with products of their number.
 *
 * Two candidates that score nearly alike decide nothing. What a human has rejected is no candidate.
 */

/** What decides besides the evidence. */
export interface MatchPolicy {
  /** In the order in which they are asked. */
  readonly strategies: readonly ScoringStrategy[];
  /** Called with the time that each strategy takes; undefined: not measured. */
  readonly timed?: <Result>(strategy: 'deterministic' | 'heuristic' | 'ml', work: () => Result) => Result;
}

/** A candidate with its score by one strategy. */
export interface ScoredCandidate extends PairScore {
  readonly strategy: ScoringStrategy['name'];
  readonly candidate: MatchCandidate;
}

/** Closer than this, two candidates cannot be told apart. */
const minMargin = 0.05;

/** Candidates of one offer at most. */
const maxCandidates = 50;

/** The products that the offer may be, without those that a human has rejected. */
export const candidatesOf = (offer: PendingOffer, evidence: MatchEvidence): readonly MatchCandidate[] => {
  const number = ownNumber(offer);
  const found =
    number === undefined
      ? tokensOf(offer).flatMap((token) => evidence.byToken.get(token) ?? [])
      : (evidence.byNumber.get(number) ?? []);
  const rejected = rejectedBy(verdictsOf(offer, evidence));
  const byId = new Map(found.filter(({ productId }) => !rejected.has(productId)).map((each) => [each.productId, each]));
  return [...byId.values()].sort((a, b) => (a.productId < b.productId ? -1 : 1)).slice(0, maxCandidates);
};

/**
 * Products that identity may find: those of the offer's number, as given or without its packaging,
 * that no human has rejected.
 */
const identityCandidatesOf = (offer: PendingOffer, evidence: MatchEvidence): readonly MatchCandidate[] => {
  const rejected = rejectedBy(verdictsOf(offer, evidence));
  return ownNumbers(offer, evidence.profiles)
    .flatMap((number) => evidence.byNumber.get(number) ?? [])
    .filter(({ productId }) => !rejected.has(productId));
};

const verdictsOf = ({ offerId }: PendingOffer, { verdicts }: MatchEvidence): readonly MatchVerdict[] =>
  verdicts.get(offerId) ?? [];

const rejectedBy = (verdicts: readonly MatchVerdict[]): ReadonlySet<string> =>
  new Set(verdicts.filter(({ verdict }) => verdict === 'reject').map(({ productId }) => productId));

/** Whether scores may decide the offer when its identity does not. */
const isScored = (offer: PendingOffer, { aliases }: MatchEvidence): boolean => {
  if (ownNumber(offer) === undefined) return true;
  const manufacturer = manufacturerKey(offer.manufacturer ?? '');
  return manufacturer === '' || !(offer.createsProducts || aliases.has(manufacturer));
};

/** Scores the candidates by one strategy, best first; equal scores in the order of ids. */
export const scoreCandidates = (
  offer: PendingOffer,
  candidates: readonly MatchCandidate[],
  strategy: ScoringStrategy,
): readonly ScoredCandidate[] => {
  const scores = strategy.score(offer, candidates);
  return candidates
    .flatMap((candidate, at) => {
      const score = scores[at];
      return score === undefined ? [] : [{ strategy: strategy.name, candidate, ...score }];
    })
    .sort((a, b) => b.probability - a.probability || (a.candidate.productId < b.candidate.productId ? -1 : 1));
};

/** Decides one offer. Pure and total: every offer gets a decision with its reason. */
export const decideOffer = (offer: PendingOffer, evidence: MatchEvidence, policy: MatchPolicy): MatchDecision => {
  const confirmed = verdictsOf(offer, evidence).find(({ verdict }) => verdict === 'confirm');
  if (confirmed !== undefined) return humanDecision(offer, confirmed, evidence);
  const timed = policy.timed ?? ((_, work) => work());
  const candidates = candidatesOf(offer, evidence);
  const byIdentity = withoutRejected(
    timed('deterministic', () =>
      decideDeterministic(offer, { ...evidence, candidates: identityCandidatesOf(offer, evidence) }),
    ),
    offer,
    evidence,
  );
  const isFinal = byIdentity.confidence === 'exact' || byIdentity.confidence === 'strong';
  // Beside a match without packaging, the product of the whole number may still come to be known.
  if (isFinal && byIdentity.rule !== suffixRule) return withBasis(offer, byIdentity);
  const open = { blockingKeys: blockingKeysOf(offer, evidence.profiles) };
  if (isFinal) return { ...withBasis(offer, byIdentity), ...open };
  if (byIdentity.confidence !== 'unmatched' || candidates.length === 0 || !isScored(offer, evidence))
    return { ...withBasis(offer, byIdentity), ...open };
  const byScore = decideByScore(offer, candidates, { ...policy, timed, profiles: evidence.profiles });
  return { ...withBasis(offer, byScore ?? byIdentity), ...open };
};

const withBasis = (
  { manufacturer, mpn, description, verdicts, createsProducts }: PendingOffer,
  decision: MatchDecision,
): MatchDecision => ({ ...decision, decidedOn: { manufacturer, mpn, description, verdicts, createsProducts } });

/**
 * A supplier's catalogue makes its parts known whatever a human says of one of its offers; else it
 * would depend on who came first whether other offers of the part find it.
 */
const humanDecision = (
  offer: PendingOffer,
  { productId, by }: MatchVerdict,
  evidence: MatchEvidence,
): MatchDecision => {
  const candidates = evidence.byNumber.get(ownNumber(offer) ?? '') ?? [];
  return withBasis(offer, {
    offerId: offer.offerId,
    productId,
    confidence: 'exact',
    strategy: 'human',
    rule: 'confirmed',
    evidence: { by },
    create: undefined,
    names: decideDeterministic(offer, { ...evidence, candidates }).create,
  });
};

/** A product that a human has rejected is not created anew under the offer's own identity. */
const withoutRejected = (decision: MatchDecision, offer: PendingOffer, evidence: MatchEvidence): MatchDecision => {
  if (decision.create === undefined) return decision;
  const rejected = rejectedBy(verdictsOf(offer, evidence));
  const ownKey = manufacturerKey(offer.manufacturer ?? '');
  const manufacturer = evidence.aliases.get(ownKey)?.key ?? ownKey;
  const own = evidence.byNumber.get(ownNumber(offer) ?? '')?.find(({ manufacturerKey: key }) => key === manufacturer);
  return own !== undefined && rejected.has(own.productId)
    ? { ...decision, productId: undefined, confidence: 'unmatched', rule: 'rejected', create: undefined }
    : decision;
};

/**
 * The decision of the first strategy that is sure; else the best of the last one, if it is worth
 * anything.
 */
const decideByScore = (
  offer: PendingOffer,
  candidates: readonly MatchCandidate[],
  { strategies, timed, profiles }: Required<MatchPolicy> & Pick<MatchEvidence, 'profiles'>,
): MatchDecision | undefined => {
  let last: MatchDecision | undefined;
  for (const strategy of strategies) {
    const scored = timed(strategy.name, () => scoreCandidates(offer, candidates, strategy));
    const decision = decisionOf(offer, scored, profiles);
    if (decision?.confidence === 'strong' || decision?.confidence === 'probable') return decision;
    last = decision;
  }
  return last;
};

const decisionOf = (
  offer: PendingOffer,
  [best, second]: readonly ScoredCandidate[],
  profiles: Profiles,
): MatchDecision | undefined => {
  if (best === undefined) return undefined;
  const { thresholds } = profiles.get(best.candidate.profileId) ?? defaultProfile;
  const confidence = confidenceOf(best.probability, thresholds);
  if (confidence === 'unmatched') return undefined;
  const evidence = { ...best.evidence, score: best.probability.toFixed(3) };
  const shared = { offerId: offer.offerId, strategy: best.strategy, create: undefined };
  return second !== undefined && best.probability - second.probability < minMargin
    ? { ...shared, productId: undefined, confidence: 'unmatched', rule: 'ambiguous_score', evidence }
    : { ...shared, productId: best.candidate.productId, confidence, rule: 'best_score', evidence };
};
