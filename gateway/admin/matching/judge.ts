import { notFound } from '../../../domain/errors.ts';
import { candidatesOf, decideOffer, scoreCandidates } from '../../../domain/matching/decide-offer.ts';
import { checkId, checkText, throwIfAny } from '../../request/check.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases, MatchView } from '../use-cases.ts';

/** Longest note accepted, in characters. */
export const maxNoteLength = 500;

type Dependencies = Pick<AdminDependencies, 'matches' | 'review' | 'policy'>;

/** Explains and judges matches. */
export const judgeMatches = (
  deps: Dependencies,
): Pick<AdminUseCases, 'getMatch' | 'judgeMatch' | 'withdrawVerdicts'> => ({
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
    const count = await deps.review.withdraw({ offerId, productId }, { by: context.caller.keyId, context });
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
