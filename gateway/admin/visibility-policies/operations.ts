import { z } from '@hono/zod-openapi';
import { effectKinds, targetKinds } from '../../../domain/visibility/policy.ts';
import { optionalOnce } from '../../http/operations/parameters.ts';
import { flagOnce, oneOfOnce, textOnce } from '../request/list-filters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { PolicyCases } from './manage.ts';
import {
  expectedVersionSchema,
  policiesSchema,
  policyDraftOf,
  policyDraftSchema,
  policyJson,
  policySchema,
  policyTrialSchema,
  policyUpdateSchema,
  removedPolicySchema,
  triedTargetJson,
  tryPolicySchema,
} from './schema.ts';

const path = '/v1/admin/visibility-policies';
const params = z.object({ id: z.string().openapi({ example: 'vis_5m2c8x1v7n3k9q4d6b0w' }) });
const removeQuery = z.object({
  expected_version: optionalOnce
    .transform(Number)
    .pipe(expectedVersionSchema)
    .openapi({ type: 'integer', description: 'The version that was read; another one is a 409.' }),
});

const listQuery = z.object({
  target: oneOfOnce(targetKinds, 'Only those that are about this.'),
  effect: oneOfOnce(effectKinds, 'Only those that do this.'),
  enabled: flagOnce('Only those that are enabled, or are not.'),
  q: textOnce('label, id or condition'),
});

const { operation } = adminOperationsOf<PolicyCases>('Visibility');

/** What operators do to visibility policies. */
export const policyOperations = [
  operation(({ listPolicies }) => listPolicies, {
    name: 'ListVisibilityPolicies',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'The visibility policies, in the order of their ids',
    query: listQuery,
    answer: policiesSchema,
    answered: 'The policies.',
    decode: ({ query: { enabled, q, ...others } }) => ({ ...others, isEnabled: enabled, text: q }),
    encode: (policies) => ({ items: policies.map(policyJson) }),
  }),

  operation(({ getPolicy }) => getPolicy, {
    name: 'GetVisibilityPolicy',
    scope: 'admin:read',
    at: `GET ${path}/{id}`,
    readsState: ({ params }) => ({ kind: 'visibility_policy', id: params.id }),
    summary: 'One visibility policy',
    params,
    answer: policySchema,
    answered: 'The policy.',
    decode: ({ params }) => ({ policyId: params.id }),
    encode: policyJson,
  }),

  operation(({ createPolicy }) => createPolicy, {
    name: 'AddVisibilityPolicy',
    scope: 'admin:pricing',
    status: 201,
    at: `POST ${path}`,
    summary: 'Add a visibility policy; it is in force here at once, in other processes within seconds',
    body: policyDraftSchema,
    answer: policySchema,
    answered: 'The policy as it is stored.',
    conflicts: true,
    decode: ({ body }) => policyDraftOf(body),
    encode: policyJson,
  }),

  operation(({ updatePolicy }) => updatePolicy, {
    name: 'UpdateVisibilityPolicy',
    scope: 'admin:pricing',
    at: `PUT ${path}/{id}`,
    summary: 'Put a new version in the place of a visibility policy',
    params,
    body: policyUpdateSchema,
    answer: policySchema,
    answered: 'The policy as it is stored.',
    conflicts: true,
    decode: ({ params, body: { expected_version: expectedVersion, ...draft } }) => ({
      policyId: params.id,
      expectedVersion,
      draft: policyDraftOf(draft),
    }),
    encode: policyJson,
  }),

  operation(({ removePolicy }) => removePolicy, {
    name: 'RemoveVisibilityPolicy',
    scope: 'admin:pricing',
    at: `DELETE ${path}/{id}`,
    summary: 'Remove a visibility policy',
    params,
    query: removeQuery,
    answer: removedPolicySchema,
    answered: 'It is gone; its versions are kept.',
    conflicts: true,
    decode: ({ params, query }) => ({
      policyId: params.id,
      expectedVersion: query.expected_version,
    }),
    encode: ({ policyId }) => ({ id: policyId }),
  }),

  operation(({ tryPolicy }) => tryPolicy, {
    name: 'TryVisibilityPolicy',
    scope: 'admin:read',
    isRecorded: () => false,
    at: `POST ${path}/dry-run`,
    summary: 'What a caller sees of products and offers, at present and with a draft in force',
    body: tryPolicySchema,
    answer: policyTrialSchema,
    answered: 'Each target in the order given, products first.',
    findsById: true,
    decode: ({ body: { policy, replaces, caller, product_ids, offer_ids } }) => {
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
  }),
];
