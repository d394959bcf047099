import { manufacturerKey, mpnKey } from '../../../domain/catalog/identity.ts';
import { type FieldViolation, notFound } from '../../../domain/errors.ts';
import {
  candidatesOf,
  decideOffer,
  type MatchPolicy,
  type ScoredCandidate,
  scoreCandidates,
} from '../../../domain/matching/decide-offer.ts';
import type {
  CurrentMatch,
  HumanDecision,
  MatchCandidate,
  MatchReview,
  MatchStore,
  MatchVerdict,
  PendingOffer,
} from '../../../domain/matching/ports.ts';
import { productOfOffer } from '../../../domain/matching/product-of-offer.ts';
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

/** A product to be made of an offer. */
export interface MakeProductOfOffer extends OfOffer {
  /** Where the offer does not say it, or says it wrongly; undefined: as the offer has it. */
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  readonly note: string | undefined;
}

/** Which decision to take back. */
export interface UndoMatchDecision extends OfOffer {
  readonly decisionId: string;
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
  /** What humans decided last; undefined: nothing that is still known. */
  readonly lastDecision: HumanDecision | undefined;
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
  /** Creates the product of an offer, confirms the offer as it and decides the offer at once. */
  readonly makeProductOfOffer: UseCase<MakeProductOfOffer, MatchView>;
  /** Has what was said before a decision in force again, and decides the offer at once. */
  readonly undoMatchDecision: UseCase<UndoMatchDecision, MatchView>;
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

  makeProductOfOffer: async (request, context) => {
    const { offerId, note } = request;
    throwIfAny(checkId('id', offerId), checkText('note', note ?? '', maxNoteLength));
    const offer = await deps.matches.offer(offerId, { signal: context.signal });
    if (offer === undefined) throw notFound('offer', offerId);
    const name = {
      manufacturer: request.manufacturer ?? offer.manufacturer ?? '',
      mpn: request.mpn ?? offer.mpn ?? '',
    };
    throwIfAny(unlessNamed('manufacturer', manufacturerKey(name.manufacturer)), unlessNamed('mpn', mpnKey(name.mpn)));
    const product = productOfOffer(offer, name);
    const by = context.caller.keyId;
    await deps.review.createProduct({ offerId, product, note, by, at: context.now() }, context);
    await decideNow(offerId, deps, context);
    return viewOf(offerId, deps, context.signal);
  },

  undoMatchDecision: async ({ offerId, decisionId }, context) => {
    throwIfAny(checkId('id', offerId));
    const by = context.caller.keyId;
    await deps.review.undo({ offerId, decisionId, by, at: context.now() }, context);
    await decideNow(offerId, deps, context);
    return viewOf(offerId, deps, context.signal);
  },
});

/** A product has a maker and a number, which the offer may lack. */
const unlessNamed = (field: string, key: string): FieldViolation | undefined =>
  key === '' ? { field, description: 'the offer does not say it; it must be given' } : undefined;

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
  const [offer, standing, lastDecision] = await Promise.all([
    matches.offer(offerId, { signal }),
    review.match(offerId, { signal }),
    review.lastDecision(offerId, { signal }),
  ]);
  if (offer === undefined || standing === undefined) throw notFound('offer', offerId);
  const evidence = await matches.evidence([offer], { signal });
  const candidates = candidatesOf(offer, evidence);
  const scored = policy.strategies.flatMap((strategy) => scoreCandidates(offer, candidates, strategy));
  return {
    offer,
    standing,
    verdicts: evidence.verdicts.get(offerId) ?? [],
    lastDecision,
    candidates: candidates.map((candidate) => ({
      candidate,
      scores: scored.filter((each) => each.candidate.productId === candidate.productId),
    })),
  };
};
