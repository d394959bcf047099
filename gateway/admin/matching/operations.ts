import { createRoute, z } from '@hono/zod-openapi';
import type { HttpOperation } from '../../http/operation.ts';
import { optionalOnce, pageQuery } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import type {
  EmptyRequest,
  JudgeMatch,
  ListOrphans,
  MatchingView,
  MatchView,
  OfOffer,
  OrphanPage,
  WithdrawVerdicts,
} from '../use-cases.ts';
import { matchingJson, matchJson, orphansJson } from './mapping.ts';
import { matchingSchema, matchSchema, orphansSchema, rematchAnswerSchema, verdictRequestSchema } from './schema.ts';

const offerParams = z.object({ id: z.string().openapi({ example: 'ofr_9q2m4x8v1c5n6b0w7d3k' }) });

const matchingOperation = (method: AdminMethod) => ({ ...adminOperation(method), name: `admin.v1.Matching/${method}` });

/** `GET /v1/admin/offers/{id}/match`. */
export const getMatchOperation: HttpOperation<OfOffer, MatchView> = {
  ...matchingOperation('GetMatch'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/offers/{id}/match',
    operationId: 'getMatch',
    summary: 'Which product an offer is, and why',
    tags: ['Admin'],
    request: { params: offerParams },
    responses: responses('The match, what humans have said of it, and the candidates.', matchSchema, {
      findsById: true,
    }),
  }),
  decode: ({ req }) => ({ offerId: req.param('id') ?? '' }),
  encode: matchJson,
};

/** `POST /v1/admin/offers/{id}/match`. */
export const judgeMatchOperation: HttpOperation<JudgeMatch, MatchView> = {
  ...matchingOperation('JudgeMatch'),
  route: createRoute({
    method: 'post',
    path: '/v1/admin/offers/{id}/match',
    operationId: 'judgeMatch',
    summary: 'Say that an offer is a product, or is not; it outranks every strategy',
    tags: ['Admin'],
    request: {
      params: offerParams,
      body: { required: true, content: { 'application/json': { schema: verdictRequestSchema } } },
    },
    responses: responses('The match as it is now.', matchSchema, { findsById: true, readsBody: true }),
  }),
  decode: async (context, readJson) => {
    const { decision, product_id, note } = validate(verdictRequestSchema, await readJson(context), 'body');
    return { offerId: context.req.param('id') ?? '', verdict: decision, productId: product_id, note };
  },
  encode: matchJson,
};

const withdrawQuery = z.object({
  product_id: optionalOnce.openapi({ type: 'string', description: 'Only of this product; left out: of all.' }),
});

/** `DELETE /v1/admin/offers/{id}/match`. */
export const withdrawVerdictsOperation: HttpOperation<WithdrawVerdicts, MatchView> = {
  ...matchingOperation('WithdrawVerdicts'),
  route: createRoute({
    method: 'delete',
    path: '/v1/admin/offers/{id}/match',
    operationId: 'withdrawVerdicts',
    summary: 'Take back what was said of an offer; the strategies decide again',
    tags: ['Admin'],
    request: { params: offerParams, query: withdrawQuery },
    responses: responses('The match as it is now.', matchSchema, { findsById: true }),
  }),
  decode: ({ req }) => ({
    offerId: req.param('id') ?? '',
    productId: validate(withdrawQuery, req.queries(), 'query').product_id,
  }),
  encode: matchJson,
};

/** `GET /v1/admin/matching/orphans`. */
export const listOrphansOperation: HttpOperation<ListOrphans, OrphanPage> = {
  ...matchingOperation('ListOrphans'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/matching/orphans',
    operationId: 'listOrphans',
    summary: 'Offers that were decided and belong to no product, oldest decision first',
    tags: ['Admin'],
    request: { query: pageQuery },
    responses: responses('One page of the orphan pool.', orphansSchema),
  }),
  decode: ({ req }) => validate(pageQuery, req.queries(), 'query'),
  encode: orphansJson,
};

/** `GET /v1/admin/matching`. */
export const getMatchingOperation: HttpOperation<EmptyRequest, MatchingView> = {
  ...matchingOperation('GetMatching'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/matching',
    operationId: 'getMatching',
    summary: 'How many offers wait or belong to no product, and the runs that decide again',
    tags: ['Admin'],
    responses: responses('How matching stands.', matchingSchema),
  }),
  decode: () => ({}),
  encode: matchingJson,
};

/** `POST /v1/admin/matching/rematch`. */
export const startRematchOperation: HttpOperation<EmptyRequest, { readonly isNew: boolean }> = {
  ...matchingOperation('StartRematch'),
  route: createRoute({
    method: 'post',
    path: '/v1/admin/matching/rematch',
    operationId: 'startRematch',
    summary: 'Decide every match again, in the background and ahead of the time',
    tags: ['Admin'],
    responses: responses('The run begins within seconds, after the one under way.', rematchAnswerSchema),
  }),
  decode: () => ({}),
  encode: ({ isNew }) => ({ requested: isNew }),
};
