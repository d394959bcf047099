import { z } from '@hono/zod-openapi';
import { doubtfulConfidences } from '../../../domain/matching/ports.ts';
import { optionalOnce, pageQuery } from '../../http/operations/parameters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { JudgeCases } from './judge.ts';
import {
  doubtfulJson,
  doubtfulSchema,
  matchingJson,
  matchingSchema,
  matchJson,
  matchSchema,
  orphansJson,
  orphansSchema,
  productOfOfferSchema,
  rematchAnswerSchema,
  undoSchema,
  verdictRequestSchema,
} from './schema.ts';
import type { MatchingCases } from './view.ts';

const offerParams = z.object({ id: z.string().openapi({ example: 'ofr_9q2m4x8v1c5n6b0w7d3k' }) });

const withdrawQuery = z.object({
  product_id: optionalOnce.openapi({ type: 'string', description: 'Only of this product; left out: of all.' }),
});

const doubtfulQuery = pageQuery.extend({
  confidence: optionalOnce
    .pipe(z.enum(doubtfulConfidences, { error: 'must be weak or probable' }).optional())
    .openapi({ type: 'string', enum: [...doubtfulConfidences], description: 'Left out: both.' }),
});

/** What all that is asked of the match of an offer has in common. */
const ofOffer = { params: offerParams, answer: matchSchema, encode: matchJson } as const;

const { operation } = adminOperationsOf<JudgeCases & MatchingCases>('Matching');

/** What operators do to matches. */
export const matchOperations = [
  operation(({ getMatch }) => getMatch, {
    ...ofOffer,
    name: 'GetMatch',
    scope: 'admin:read',
    at: 'GET /v1/admin/offers/{id}/match',
    summary: 'Which product an offer is, and why',
    answered: 'The match, what humans have said of it, and the candidates.',
    decode: ({ params }) => ({ offerId: params.id }),
  }),

  operation(({ judgeMatch }) => judgeMatch, {
    ...ofOffer,
    name: 'JudgeMatch',
    scope: 'admin:operate',
    at: 'POST /v1/admin/offers/{id}/match',
    hasTag: true,
    summary: 'Say that an offer is a product, or is not; it outranks every strategy',
    body: verdictRequestSchema,
    answered: 'The match as it is now.',
    decode: ({ params, body: { decision, product_id, note } }) => ({
      offerId: params.id,
      verdict: decision,
      productId: product_id,
      note,
    }),
  }),

  operation(({ withdrawVerdicts }) => withdrawVerdicts, {
    ...ofOffer,
    name: 'WithdrawVerdicts',
    scope: 'admin:operate',
    at: 'DELETE /v1/admin/offers/{id}/match',
    summary: 'Take back what was said of an offer; the strategies decide again',
    query: withdrawQuery,
    answered: 'The match as it is now.',
    decode: ({ params, query }) => ({
      offerId: params.id,
      productId: query.product_id,
    }),
  }),

  operation(({ makeProductOfOffer }) => makeProductOfOffer, {
    ...ofOffer,
    name: 'MakeProductOfOffer',
    scope: 'admin:operate',
    at: 'POST /v1/admin/offers/{id}/product',
    hasTag: true,
    summary: 'Create the product of an offer, or find it by maker and number, and confirm the offer as it',
    body: productOfOfferSchema,
    answered: 'The match as it is now. The same again changes nothing more.',
    decode: ({ params, body }) => ({
      offerId: params.id,
      manufacturer: body.manufacturer,
      mpn: body.mpn,
      note: body.note,
    }),
  }),

  operation(({ undoMatchDecision }) => undoMatchDecision, {
    ...ofOffer,
    name: 'UndoMatchDecision',
    scope: 'admin:operate',
    at: 'POST /v1/admin/offers/{id}/match/undo',
    hasTag: true,
    summary: 'Take the last decision on an offer back: what was said before is in force again',
    body: undoSchema,
    answered:
      'The match as it is now; the same again changes nothing. A product that was created stays, and the offer is not it. Refused with 409 when something newer was decided.',
    conflicts: true,
    decode: ({ params, body }) => ({ offerId: params.id, decisionId: body.decision_id }),
  }),

  operation(({ getMatching }) => getMatching, {
    name: 'GetMatching',
    scope: 'admin:read',
    at: 'GET /v1/admin/matching',
    summary: 'How many offers wait or belong to no product, and the runs that decide again',
    answer: matchingSchema,
    answered: 'How matching stands.',
    decode: () => ({}),
    encode: matchingJson,
  }),

  operation(({ listOrphans }) => listOrphans, {
    name: 'ListOrphans',
    scope: 'admin:read',
    at: 'GET /v1/admin/matching/orphans',
    summary: 'Offers that were decided and belong to no product, oldest decision first',
    query: pageQuery,
    answer: orphansSchema,
    answered: 'One page of the orphan pool.',
    decode: ({ query }) => query,
    encode: orphansJson,
  }),

  operation(({ listDoubtfulMatches }) => listDoubtfulMatches, {
    name: 'ListDoubtfulMatches',
    scope: 'admin:read',
    at: 'GET /v1/admin/matching/doubtful',
    summary: 'Offers that are matched with a confidence below strong, newest decision first',
    query: doubtfulQuery,
    answer: doubtfulSchema,
    answered: 'One page of the matches; confirm or reject each as its match.',
    decode: ({ query }) => ({ ...query, confidence: query.confidence }),
    encode: doubtfulJson,
  }),

  operation(({ startRematch }) => startRematch, {
    name: 'StartRematch',
    scope: 'admin:operate',
    at: 'POST /v1/admin/matching/rematch',
    summary: 'Decide every match again, in the background and ahead of the time',
    answer: rematchAnswerSchema,
    answered: 'The run begins within seconds, after the one under way.',
    decode: () => ({}),
    encode: ({ isNew }) => ({ requested: isNew }),
  }),
];
