import { z } from '@hono/zod-openapi';
import {
  type DoubtfulMatch,
  doubtfulConfidences,
  humanDecisionKinds,
  type Orphan,
} from '../../../domain/matching/ports.ts';
import { type RematchRun, rematchTriggers } from '../../../domain/matching/rematch-ports.ts';
import { matchConfidences } from '../../../domain/offers/offer.ts';
import { instant } from '../../http/schemas/common.ts';
import { requiredText } from '../request/fields.ts';
import { pageJson, pageSchema } from '../request/operation.ts';
import { type MatchView, maxNoteLength } from './judge.ts';
import type { MatchingView } from './view.ts';

const offerId = z.string().openapi({ example: 'ofr_9q2m4x8v1c5n6b0w7d3k' });
const productId = z.string().openapi({ example: 'prd_2x8v1c5n6b0w7d3k9q4m' });
const strategy = z.enum(['deterministic', 'heuristic', 'ml', 'human']);
const evidence = z
  .record(z.string(), z.string())
  .openapi({ description: 'Field by field, what agreed and what did not.', example: { part_number: 'same' } });

/** What a human says of an offer and a product. */
export const verdictRequestSchema = z
  .strictObject({
    decision: z.enum(['confirm', 'reject'], { error: 'must be confirm or reject' }).openapi({
      description:
        'confirm: the offer is the product, and no other. reject: it is not, and is never matched to it again.',
    }),
    product_id: requiredText(128, 'The product.', 'prd_2x8v1c5n6b0w7d3k9q4m'),
    note: requiredText(maxNoteLength, 'Why; kept with it.', 'the data sheet says so').optional(),
  })
  .openapi('MatchVerdictRequest');

/** A product to be made of an offer. */
export const productOfOfferSchema = z
  .strictObject({
    manufacturer: requiredText(200, 'Left out: as the offer has it.', 'Yageo').optional(),
    mpn: requiredText(200, 'Left out: as the offer has it.', 'RC0603FR-0710KL').optional(),
    note: requiredText(maxNoteLength, 'Why; kept with the confirmation.', 'read off the reel').optional(),
  })
  .openapi('ProductOfOfferRequest');

/** Which decision to take back. */
export const undoSchema = z
  .strictObject({
    decision_id: z
      .string({ error: 'must be the id of a decision' })
      .regex(/^\d{1,19}$/, { error: 'must be the id of a decision' })
      .openapi({ description: 'The `last_decision.id` of the match.', example: '4711' }),
  })
  .openapi('UndoMatchDecisionRequest');

const decisionSchema = z
  .object({
    id: z.string().openapi({ description: 'Name it to take the decision back.', example: '4711' }),
    kind: z.enum(humanDecisionKinds),
    by: z.string().openapi({ description: 'Who decided, as the audit trail has it.', example: 'key:key_admin' }),
    at: instant('When it was decided.'),
  })
  .openapi('HumanDecision');

const verdictSchema = z
  .object({
    product_id: productId,
    decision: z.enum(['confirm', 'reject']),
    note: z.string().optional(),
    by: z.string().openapi({ description: 'The key of the operator.' }),
    at: instant('When it was said.'),
  })
  .openapi('MatchVerdict');

const candidateSchema = z
  .object({
    product_id: productId,
    manufacturer: z.string(),
    mpn: z.string(),
    scores: z.array(
      z.object({
        strategy: z.enum(['heuristic', 'ml']),
        score: z.number().openapi({ description: 'How likely the two are one product, 0 to 1.', example: 0.85 }),
        evidence,
      }),
    ),
  })
  .openapi('MatchCandidate');

/** The match of an offer, and why it is so. */
export const matchSchema = z
  .object({
    offer_id: offerId,
    product_id: productId.optional(),
    match_confidence: z.enum(matchConfidences),
    match_strategy: strategy.optional(),
    match_rule: z.string().optional(),
    evidence: evidence.optional(),
    matched_at: instant('When it was decided; absent while it waits.').optional(),
    verdicts: z.array(verdictSchema),
    last_decision: decisionSchema.optional().openapi({
      description: 'What humans decided last; absent where that was nothing, or is not known any more.',
    }),
    candidates: z
      .array(candidateSchema)
      .openapi({ description: 'The products that the offer is compared with, scored as of now.' }),
  })
  .openapi('Match');

const decidedOffer = z.object({
  offer_id: offerId,
  supplier_id: z.string(),
  supplier_sku: z.string(),
  manufacturer: z.string().optional(),
  mpn: z.string().optional(),
  description: z.string().optional(),
  match_rule: z.string().optional(),
  matched_at: instant('When it was decided.'),
});

/** A page of the orphan pool. */
export const orphansSchema = pageSchema(decidedOffer, 'Orphans');

/** A page of doubtful matches. */
export const doubtfulSchema = pageSchema(
  decidedOffer.extend({
    product: z
      .object({ id: productId, manufacturer: z.string(), mpn: z.string(), description: z.string().optional() })
      .openapi({ description: 'What the offer is taken for.' }),
    match_confidence: z.enum(doubtfulConfidences),
    match_strategy: strategy.optional(),
    evidence: evidence.optional(),
  }),
  'DoubtfulMatches',
);

const runSchema = z
  .object({
    id: z.string(),
    trigger: z.enum(rematchTriggers),
    requested_by: z.string().optional().openapi({ description: 'The key of the operator who asked for it.' }),
    requested_at: instant('When it was asked for.'),
    started_at: instant('Absent while it waits.').optional(),
    finished_at: instant('Absent until it is done.').optional(),
    cursor: z.string().optional().openapi({ description: 'The last offer that is done.' }),
    looked_at: z.number().int().openapi({ description: 'Offers decided again.' }),
    changed: z.number().int().openapi({ description: 'Those of which the decision became another one.' }),
  })
  .openapi('RematchRun');

/** How matching stands. */
export const matchingSchema = z
  .object({
    backlog: z.number().int().openapi({ description: 'Offers that wait for a decision.' }),
    orphans: z.number().int().openapi({ description: 'Offers decided unmatched.' }),
    doubtful: z.number().int().openapi({ description: 'Offers matched with a confidence below strong.' }),
    runs: z.array(runSchema).openapi({ description: 'The latest runs, newest first.' }),
  })
  .openapi('Matching');

/** Whether a run was asked for. */
export const rematchAnswerSchema = z
  .object({ requested: z.boolean().openapi({ description: 'false: one waits to begin already.' }) })
  .openapi('RematchAnswer');

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
