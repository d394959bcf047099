import { createRoute, z } from '@hono/zod-openapi';
import type { PricingRule, RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { optionalOnce, pageQuery } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { priceAnswer } from '../../http/schemas/answers.ts';
import { validate } from '../../http/validate.ts';
import { toPricingResponse } from '../../pricing/price.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import { pricingRuleJson } from './mapping.ts';
import type {
  ListPricingRules,
  NewPricingRule,
  OfPricingRule,
  PricingRulePage,
  Trial,
  TryPricingRule,
} from './pricing-administration.ts';
import {
  changedPricingRuleSchema,
  draftOf,
  newPricingRuleSchema,
  pricingRuleSchema,
  pricingRulesSchema,
  removedPricingRuleSchema,
  trialSchema,
  trySchema,
} from './schema.ts';

const path = '/v1/admin/pricing-rules';
const tags = ['Admin'];
const params = z.object({ id: z.string().openapi({ example: 'gold-5' }) });

const pricingOperation = (method: AdminMethod) => ({ ...adminOperation(method), name: `admin.v1.Pricing/${method}` });

const bodyOf = (schema: z.ZodType) => ({ body: { required: true, content: { 'application/json': { schema } } } });

const versionText = 'must be the number of a version, from 1 on';

const version = z.string({ error: versionText }).regex(/^[1-9]\d{0,8}$/, { error: versionText });

const readQuery = z.object({
  version: optionalOnce.pipe(version.optional()).openapi({ type: 'integer', description: 'Left out: the latest.' }),
});

const removeQuery = z.object({
  version: optionalOnce.pipe(version).openapi({ type: 'integer', description: 'The latest version, as it was read.' }),
});

/** `GET /v1/admin/pricing-rules`. */
export const listPricingRulesOperation: HttpOperation<ListPricingRules, PricingRulePage> = {
  ...pricingOperation('ListPricingRules'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listPricingRules',
    summary: 'The pricing rules, in the order of their ids',
    tags,
    request: { query: pageQuery },
    responses: responses('One page of the rules.', pricingRulesSchema),
  }),
  decode: ({ req }) => validate(pageQuery, req.queries(), 'query'),
  encode: ({ items, nextCursor }) => ({ items: items.map(pricingRuleJson), next_cursor: nextCursor }),
};

/** `POST /v1/admin/pricing-rules`. */
export const addPricingRuleOperation: HttpOperation<NewPricingRule, PricingRule> = {
  ...pricingOperation('AddPricingRule'),
  status: 201,
  route: createRoute({
    method: 'post',
    path,
    operationId: 'addPricingRule',
    summary: 'Make a pricing rule',
    tags,
    request: bodyOf(newPricingRuleSchema),
    responses: responses('The rule as it is stored.', pricingRuleSchema, {
      status: 201,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const body = validate(newPricingRuleSchema, await readJson(context), 'body');
    return { draft: { ...draftOf(body), id: body.id } };
  },
  encode: pricingRuleJson,
};

/** `GET /v1/admin/pricing-rules/{id}`. */
export const getPricingRuleOperation: HttpOperation<OfPricingRule & { version: number | undefined }, PricingRule> = {
  ...pricingOperation('GetPricingRule'),
  route: createRoute({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'getPricingRule',
    summary: 'A pricing rule, in the latest or an earlier version',
    tags,
    request: { params, query: readQuery },
    responses: responses('The rule.', pricingRuleSchema, { findsById: true }),
  }),
  decode: ({ req }) => {
    const { version: wanted } = validate(readQuery, req.queries(), 'query');
    return { id: req.param('id') ?? '', version: wanted === undefined ? undefined : Number(wanted) };
  },
  encode: pricingRuleJson,
};

/** `PUT /v1/admin/pricing-rules/{id}`. */
export const putPricingRuleOperation: HttpOperation<{ draft: RuleDraft; expected: number }, PricingRule> = {
  ...pricingOperation('PutPricingRule'),
  route: createRoute({
    method: 'put',
    path: `${path}/{id}`,
    operationId: 'putPricingRule',
    summary: 'Change a pricing rule; its earlier versions stay',
    tags,
    request: { params, ...bodyOf(changedPricingRuleSchema) },
    responses: responses('The rule as it is stored.', pricingRuleSchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const body = validate(changedPricingRuleSchema, await readJson(context), 'body');
    return { draft: { ...draftOf(body), id: context.req.param('id') ?? '' }, expected: body.version };
  },
  encode: pricingRuleJson,
};

/** `DELETE /v1/admin/pricing-rules/{id}`. */
export const removePricingRuleOperation: HttpOperation<OfPricingRule & { expected: number }, OfPricingRule> = {
  ...pricingOperation('RemovePricingRule'),
  route: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'removePricingRule',
    summary: 'Remove a pricing rule; prices as of earlier instants keep it',
    tags,
    request: { params, query: removeQuery },
    responses: responses('What was removed.', removedPricingRuleSchema, { findsById: true, conflicts: true }),
  }),
  decode: ({ req }) => ({
    id: req.param('id') ?? '',
    expected: Number(validate(removeQuery, req.queries(), 'query').version),
  }),
  encode: ({ id }) => ({ id }),
};

/** `POST /v1/admin/pricing-rules/dry-run`. */
export const tryPricingRuleOperation: HttpOperation<TryPricingRule, Trial> = {
  ...pricingOperation('TryPricingRule'),
  isRecorded: () => false,
  route: createRoute({
    method: 'post',
    path: `${path}/dry-run`,
    operationId: 'tryPricingRule',
    summary: 'Price a sample of offers with a draft beside the rules as they are',
    tags,
    request: bodyOf(trySchema),
    responses: responses('Both prices of each offer.', trialSchema, { readsBody: true }),
  }),
  decode: async (context, readJson) => {
    const body = validate(trySchema, await readJson(context), 'body');
    return {
      draft: { ...draftOf(body.rule), id: body.rule.id },
      offerIds: body.offer_ids,
      quantity: body.quantity,
      customerId: body.customer_id,
      groupIds: body.group_ids,
      deliveryZone: body.delivery_zone,
      currency: body.currency,
      date: body.date === undefined ? undefined : new Date(body.date),
    };
  },
  encode: ({ items }) => ({
    items: items.map(({ present, draft, applies }) => ({
      offer_id: present.offerId,
      applies,
      present: priceAnswer.json(toPricingResponse(present)),
      draft: priceAnswer.json(toPricingResponse(draft)),
    })),
  }),
};
