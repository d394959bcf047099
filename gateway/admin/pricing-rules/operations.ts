import { z } from '@hono/zod-openapi';
import type { PriceListEntry } from '../../../domain/pricing/rules/price-list.ts';
import { type RuleAction, ruleKinds } from '../../../domain/pricing/rules/registry.ts';
import type { PricingRule } from '../../../domain/pricing/rules/rule.ts';
import { optionalOnce, pageQuery } from '../../http/operations/parameters.ts';
import { priceAnswer } from '../../http/schemas/answers.ts';
import { toPricingResponse } from '../../pricing/price.ts';
import { flagOnce, idOnce, oneOfOnce, textOnce } from '../request/list-filters.ts';
import { adminOperationsOf, pageJson } from '../request/operation.ts';
import type { PricingRuleCases } from './manage.ts';
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

const entryJson = ({ tiers, ...named }: PriceListEntry): object => ({
  ...named,
  tiers: tiers.map(({ from, unitPrice }) => ({ from, unit_price: unitPrice })),
});

const actionJson = (action: RuleAction): object =>
  action.kind === 'price_list' ? { ...action, entries: action.entries.map(entryJson) } : action;

/** A rule as operators read and write it. */
const pricingRuleJson = (rule: PricingRule): object => ({
  id: rule.id,
  version: rule.version,
  name: rule.name,
  enabled: rule.enabled,
  priority: rule.priority,
  stacking: rule.stacking,
  valid_from: rule.validFrom?.toISOString(),
  valid_until: rule.validUntil?.toISOString(),
  applies_to: rule.scope,
  condition: rule.condition,
  action: actionJson(rule.action),
  recorded_at: rule.recordedAt.toISOString(),
  recorded_by: rule.recordedBy,
});

const path = '/v1/admin/pricing-rules';
const params = z.object({ id: z.string().openapi({ example: 'gold-5' }) });

const versionText = 'must be the number of a version, from 1 on';

const version = z.string({ error: versionText }).regex(/^[1-9]\d{0,8}$/, { error: versionText });

const readQuery = z.object({
  version: optionalOnce.pipe(version.optional()).openapi({ type: 'integer', description: 'Left out: the latest.' }),
});

const removeQuery = z.object({
  version: optionalOnce.pipe(version).openapi({ type: 'integer', description: 'The latest version, as it was read.' }),
});

const kinds = Object.keys(ruleKinds) as RuleAction['kind'][];

const listQuery = pageQuery.extend({
  kind: oneOfOnce(kinds, 'Only those whose action is of this kind.'),
  customer: idOnce('Only those that name this customer.'),
  group: idOnce('Only those that name this group of customers.'),
  supplier: idOnce('Only those that name this supplier.'),
  enabled: flagOnce('Only those that are enabled, or are not.'),
  q: textOnce('name, id or condition'),
});

const { operation } = adminOperationsOf<PricingRuleCases>('Pricing');

/** What operators do to pricing rules. */
export const pricingRuleOperations = [
  operation(({ listPricingRules }) => listPricingRules, {
    name: 'ListPricingRules',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'The pricing rules, in the order of their ids',
    query: listQuery,
    answer: pricingRulesSchema,
    answered: 'One page of the rules.',
    decode: ({ query: { customer, group, supplier, enabled, q, ...others } }) => ({
      ...others,
      customerId: customer,
      groupId: group,
      supplierId: supplier,
      isEnabled: enabled,
      text: q,
    }),
    encode: pageJson(pricingRuleJson),
  }),

  operation(({ addPricingRule }) => addPricingRule, {
    name: 'AddPricingRule',
    scope: 'admin:pricing',
    status: 201,
    at: `POST ${path}`,
    summary: 'Make a pricing rule',
    body: newPricingRuleSchema,
    answer: pricingRuleSchema,
    answered: 'The rule as it is stored.',
    conflicts: true,
    decode: ({ body }) => ({ draft: { ...draftOf(body), id: body.id } }),
    encode: pricingRuleJson,
  }),

  operation(({ tryPricingRule }) => tryPricingRule, {
    name: 'TryPricingRule',
    scope: 'admin:read',
    isRecorded: () => false,
    at: `POST ${path}/dry-run`,
    summary: 'Price a sample of offers with a draft beside the rules as they are',
    body: trySchema,
    answer: trialSchema,
    answered: 'Both prices of each offer.',
    decode: ({ body }) => {
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
  }),

  operation(({ getPricingRule }) => getPricingRule, {
    name: 'GetPricingRule',
    scope: 'admin:read',
    at: `GET ${path}/{id}`,
    readsState: ({ params, query }) =>
      query.version === undefined ? { kind: 'pricing_rule', id: params.id } : undefined,
    summary: 'A pricing rule, in the latest or an earlier version',
    params,
    query: readQuery,
    answer: pricingRuleSchema,
    answered: 'The rule.',
    decode: ({ params, query: { version: wanted } }) => ({
      id: params.id,
      version: wanted === undefined ? undefined : Number(wanted),
    }),
    encode: pricingRuleJson,
  }),

  operation(({ putPricingRule }) => putPricingRule, {
    name: 'PutPricingRule',
    scope: 'admin:pricing',
    at: `PUT ${path}/{id}`,
    summary: 'Change a pricing rule; its earlier versions stay',
    params,
    body: changedPricingRuleSchema,
    answer: pricingRuleSchema,
    answered: 'The rule as it is stored.',
    conflicts: true,
    decode: ({ params, body }) => ({ draft: { ...draftOf(body), id: params.id }, expected: body.version }),
    encode: pricingRuleJson,
  }),

  operation(({ removePricingRule }) => removePricingRule, {
    name: 'RemovePricingRule',
    scope: 'admin:pricing',
    at: `DELETE ${path}/{id}`,
    summary: 'Remove a pricing rule; prices as of earlier instants keep it',
    params,
    query: removeQuery,
    answer: removedPricingRuleSchema,
    answered: 'What was removed.',
    conflicts: true,
    decode: ({ params, query }) => ({
      id: params.id,
      expected: Number(query.version),
    }),
    encode: ({ id }) => ({ id }),
  }),
];
