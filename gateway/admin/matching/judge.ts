import { notFound } from '../../../domain/errors.ts';
import {
  candidatesOf,
  decideOffer,
  type MatchPolicy,
  type ScoredCandidate,
  scoreCandidates,
} from '../../../domain/matching/decide-offer.ts';
import type {
  CurrentMatch,
  MatchCandidate,
  MatchReview,
  MatchStore,
  MatchVerdict,
  PendingOffer,
} from '../../../domain/matching/ports.ts';
import { checkId, checkText, throwIfAny } from '../../request/check.ts';
import type { RequestContext, UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Names an offer. */
export interface OfOffer {
  readonly offerId: string;
}

/** What a human says of an offer and a product. */
export interface JudgeMatch extends OfOffer {
  readonly productId: string;
  readonly verdict: MatchVerdict['verdict'];
  readonly note: string | undefined;
}

/** Whose verdicts to take back. */
export interface WithdrawVerdicts extends OfOffer {
  /** Undefined: those of all products. */
  readonly productId: string | undefined;
}

/** The match of an offer as it stands, and what would be decided from. */
export interface MatchView {
  readonly offer: PendingOffer;
  readonly standing: CurrentMatch;
  readonly verdicts: readonly MatchVerdict[];
  readonly candidates: readonly {
    readonly candidate: MatchCandidate;
    /** One for each strategy, as of now. */
    readonly scores: readonly ScoredCandidate[];
  }[];
}

/** What operators say of matches. */
export interface JudgeCases {
  readonly getMatch: UseCase<OfOffer, MatchView>;
  /** Keeps the verdict and decides the offer at once. */
  readonly judgeMatch: UseCase<JudgeMatch, MatchView>;
  /** Takes verdicts back and decides the offer at once; without any it changes nothing. */
  readonly withdrawVerdicts: UseCase<WithdrawVerdicts, MatchView>;
}

/** What it is made of. */
interface Dependencies {
  readonly matches: Pick<MatchStore, 'offer' | 'evidence' | 'record' | 'sizes'>;
  readonly review: MatchReview;
  readonly policy: MatchPolicy;
}

/** Longest note accepted, in characters. */
export const maxNoteLength = 500;

/** Explains and judges matches. */
export const judgeMatches = (deps: Dependencies): JudgeCases => ({
  getMatch: ({ offerId }, { signal }) => viewOf(offerId, deps, signal),

  judgeMatch: async ({ offerId, productId, verdict, note }, context) => {
    throwIfAny(checkId('id', offerId), checkId('product_id', productId), checkText('note', note ?? '', maxNoteLength));
    const by = context.caller.keyId;
    await deps.review.recordVerdict({ offerId, productId, verdict, note, by, at: context.now() }, context);
    await decideNow(offerId, deps, context);
    return viewOf(offerId, deps, context.signal);
  },

  withdrawVerdicts: async ({ offerId, productId }, context) => {
    throwIfAny(checkId('id', offerId), productId === undefined ? undefined : checkId('product_id', productId));
    const count = await deps.review.withdraw({ offerId, productId }, changeBy(context));
    if (count > 0) await decideNow(offerId, deps, context);
    return viewOf(offerId, deps, context.signal);
  },
});

/**
 * Decides the offer at once instead of waiting for the matcher; should this fail, the matcher does
 * it.
 */
const decideNow = async (
  offerId: string,
  { matches, policy }: Dependencies,
  context: RequestContext,
): Promise<void> => {
  const offer = await matches.offer(offerId);
  if (offer === undefined) return;
  const evidence = await matches.evidence([offer]);
  await matches.record([decideOffer(offer, evidence, policy)], context, context.now());
};

const viewOf = async (offerId: string, deps: Dependencies, signal: AbortSignal): Promise<MatchView> => {
  throwIfAny(checkId('id', offerId));
  const { matches, review, policy } = deps;
  const [offer, standing] = await Promise.all([matches.offer(offerId, { signal }), review.match(offerId, { signal })]);
  if (offer === undefined || standing === undefined) throw notFound('offer', offerId);
  const evidence = await matches.evidence([offer], { signal });
  const candidates = candidatesOf(offer, evidence);
  const scored = policy.strategies.flatMap((strategy) => scoreCandidates(offer, candidates, strategy));
  return {
    offer,
    standing,
    verdicts: evidence.verdicts.get(offerId) ?? [],
    candidates: candidates.map((candidate) => ({
      candidate,
      scores: scored.filter((each) => each.candidate.productId === candidate.productId),
    })),
  };
};
