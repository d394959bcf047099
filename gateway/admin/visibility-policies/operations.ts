import { createRoute, z } from '@hono/zod-openapi';
import type { PolicyDraft, VisibilityPolicy } from '../../../domain/visibility/policy.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { optionalOnce } from '../../http/operations/page-query.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { adminOperation } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import type { EmptyRequest, OfPolicy, OfPolicyVersion, PolicyTrial, TryPolicy, UpdatePolicy } from '../use-cases.ts';
import { policyDraftOf, policyJson, triedTargetJson } from './mapping.ts';
import {
  expectedVersionSchema,
  policiesSchema,
  policyDraftSchema,
  policySchema,
  policyTrialSchema,
  policyUpdateSchema,
  removedPolicySchema,
  tryPolicySchema,
} from './schema.ts';

const path = '/v1/admin/visibility-policies';
const tags = ['Admin'];
const params = z.object({ id: z.string().openapi({ example: 'vis_5m2c8x1v7n3k9q4d6b0w' }) });
const bodyOf = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } });

const visibilityOperation = (method: AdminMethod) => ({
  ...adminOperation(method),
  name: `admin.v1.Visibility/${method}`,
});

/** `GET /v1/admin/visibility-policies`. */
export const listPoliciesOperation: HttpOperation<EmptyRequest, readonly VisibilityPolicy[]> = {
  ...visibilityOperation('ListVisibilityPolicies'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listVisibilityPolicies',
    summary: 'All visibility policies, in the order of their ids',
    tags,
    responses: responses('The policies.', policiesSchema),
  }),
  decode: () => ({}),
  encode: (policies) => ({ items: policies.map(policyJson) }),
};

/** `GET /v1/admin/visibility-policies/{id}`. */
export const getPolicyOperation: HttpOperation<OfPolicy, VisibilityPolicy> = {
  ...visibilityOperation('GetVisibilityPolicy'),
  route: createRoute({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'getVisibilityPolicy',
    summary: 'One visibility policy',
    tags,
    request: { params },
    responses: responses('The policy.', policySchema, { findsById: true }),
  }),
  decode: ({ req }) => ({ policyId: req.param('id') ?? '' }),
  encode: policyJson,
};

/** `POST /v1/admin/visibility-policies`. */
export const createPolicyOperation: HttpOperation<PolicyDraft, VisibilityPolicy> = {
  ...visibilityOperation('AddVisibilityPolicy'),
  status: 201,
  route: createRoute({
    method: 'post',
    path,
    operationId: 'addVisibilityPolicy',
    summary: 'Add a visibility policy; it is in force here at once, in other processes within seconds',
    tags,
    request: { body: bodyOf(policyDraftSchema) },
    responses: responses('The policy as it is stored.', policySchema, {
      status: 201,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => policyDraftOf(validate(policyDraftSchema, await readJson(context), 'body')),
  encode: policyJson,
};

/** `PUT /v1/admin/visibility-policies/{id}`. */
export const updatePolicyOperation: HttpOperation<UpdatePolicy, VisibilityPolicy> = {
  ...visibilityOperation('UpdateVisibilityPolicy'),
  route: createRoute({
    method: 'put',
    path: `${path}/{id}`,
    operationId: 'updateVisibilityPolicy',
    summary: 'Put a new version in the place of a visibility policy',
    tags,
    request: { params, body: bodyOf(policyUpdateSchema) },
    responses: responses('The policy as it is stored.', policySchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { expected_version: expectedVersion, ...draft } = validate(
      policyUpdateSchema,
      await readJson(context),
      'body',
    );
    return { policyId: context.req.param('id') ?? '', expectedVersion, draft: policyDraftOf(draft) };
  },
  encode: policyJson,
};

const removeQuery = z.object({
  expected_version: optionalOnce
    .transform(Number)
    .pipe(expectedVersionSchema)
    .openapi({ type: 'integer', description: 'The version that was read; another one is a 409.' }),
});

/** `DELETE /v1/admin/visibility-policies/{id}`. */
export const removePolicyOperation: HttpOperation<OfPolicyVersion, OfPolicy> = {
  ...visibilityOperation('RemoveVisibilityPolicy'),
  route: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'removeVisibilityPolicy',
    summary: 'Remove a visibility policy',
    tags,
    request: { params, query: removeQuery },
    responses: responses('It is gone; its versions are kept.', removedPolicySchema, {
      findsById: true,
      conflicts: true,
    }),
  }),
  decode: ({ req }) => ({
    policyId: req.param('id') ?? '',
    expectedVersion: validate(removeQuery, req.queries(), 'query').expected_version,
  }),
  encode: ({ policyId }) => ({ id: policyId }),
};

/** `POST /v1/admin/visibility-policies/dry-run`. */
export const tryPolicyOperation: HttpOperation<TryPolicy, PolicyTrial> = {
  ...visibilityOperation('TryVisibilityPolicy'),
  isRecorded: () => false,
  route: createRoute({
    method: 'post',
    path: `${path}/dry-run`,
    operationId: 'tryVisibilityPolicy',
    summary: 'What a caller sees of products and offers, at present and with a draft in force',
    tags,
    request: { body: bodyOf(tryPolicySchema) },
    responses: responses('Each target in the order given, products first.', policyTrialSchema, {
      findsById: true,
      readsBody: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { policy, replaces, caller, product_ids, offer_ids } = validate(
      tryPolicySchema,
      await readJson(context),
      'body',
    );
    return {
      draft: policyDraftOf(policy),
      replaces,
      caller: {
        keyId: '',
        customerId: caller.customer_id,
        groupIds: caller.group_ids,
        scopes: caller.scopes,
        deliveryZone: caller.delivery_zone,
      },
      productIds: product_ids,
      offerIds: offer_ids,
    };
  },
  encode: ({ targets }) => ({ targets: targets.map(triedTargetJson) }),
};
