import type { DoubtfulMatch, Orphan } from '../../../domain/matching/ports.ts';
import type { RematchRun } from '../../../domain/matching/rematch-ports.ts';
import { pageJson } from '../request/page.ts';
import type { MatchView } from './judge.ts';
import type { MatchingView } from './view.ts';

/**
 * Matching as operators see it, in JSON with the contract's field names; a field that is undefined
 * is left out.
 */

/** The match of an offer, and why it is so. */
export const matchJson = ({ offer, standing, verdicts, lastDecision, candidates }: MatchView): object => ({
  offer_id: offer.offerId,
  product_id: standing.productId,
  match_confidence: standing.confidence,
  match_strategy: standing.strategy,
  match_rule: standing.rule,
  evidence: standing.evidence,
  matched_at: standing.matchedAt?.toISOString(),
  verdicts: verdicts.map(({ productId, verdict, note, by, at }) => ({
    product_id: productId,
    decision: verdict,
    note,
    by,
    at: at.toISOString(),
  })),
  last_decision: lastDecision && {
    id: lastDecision.id,
    kind: lastDecision.kind,
    by: lastDecision.actor,
    at: lastDecision.at.toISOString(),
  },
  candidates: candidates.map(({ candidate, scores }) => ({
    product_id: candidate.productId,
    manufacturer: candidate.manufacturer,
    mpn: candidate.mpn,
    scores: scores.map(({ strategy, probability, evidence }) => ({ strategy, score: probability, evidence })),
  })),
});

const orphanJson = (orphan: Orphan): object => ({
  offer_id: orphan.offerId,
  supplier_id: orphan.supplierId,
  supplier_sku: orphan.supplierSku,
  manufacturer: orphan.manufacturer,
  mpn: orphan.mpn,
  description: orphan.description,
  match_rule: orphan.rule,
  matched_at: orphan.matchedAt.toISOString(),
});

/** A page of the orphan pool. */
export const orphansJson = pageJson(orphanJson);

/** A page of doubtful matches. */
export const doubtfulJson = pageJson((match: DoubtfulMatch) => ({
  ...orphanJson(match),
  product: match.product,
  match_confidence: match.confidence,
  match_strategy: match.strategy,
  evidence: match.evidence,
}));

const runJson = (run: RematchRun): object => ({
  id: run.id,
  trigger: run.trigger,
  requested_by: run.requestedBy,
  requested_at: run.requestedAt.toISOString(),
  started_at: run.startedAt?.toISOString(),
  finished_at: run.finishedAt?.toISOString(),
  cursor: run.cursor,
  looked_at: run.lookedAt,
  changed: run.changed,
});

/** How matching stands. */
export const matchingJson = ({ backlog, orphans, doubtful, runs }: MatchingView): object => ({
  backlog,
  orphans,
  doubtful,
  runs: runs.map(runJson),
});
