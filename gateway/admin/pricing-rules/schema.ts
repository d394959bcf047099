import { z } from '@hono/zod-openapi';
import { maxConditionLength } from '../../../domain/expressions/limits.ts';
import { roundingModes } from '../../../domain/pricing/fixed-point.ts';
import type { RuleAction } from '../../../domain/pricing/rules/registry.ts';
import type { RuleDraft } from '../../../domain/pricing/rules/rule.ts';
import { priceAnswer } from '../../http/schemas/answers.ts';
import { givenInstant } from '../../http/schemas/common.ts';
import { requiredText } from '../request/fields.ts';
import { pageSchema } from '../request/operation.ts';

/**
 * Pricing rules as operators read and write them. What the schemas cannot say is checked when a
 * rule is compiled.
 */

const maxNames = 10_000;

const names = (description: string) =>
  z
    .array(requiredText(128, 'A name.'), { error: 'must be a list' })
    .max(maxNames, { error: `must have at most ${maxNames} entries` })
    .default([])
    .openapi({ description });

const decimalText = z.string({ error: 'must be decimal text, for example "12.5"' }).openapi({ example: '12.5' });

const percent = decimalText.openapi({ description: 'A percentage.' });

const currency = z.string({ error: 'must be text' }).openapi({ description: 'ISO 4217.', example: 'EUR' });

const money = z.strictObject({ amount: decimalText, currency });

const pieces = z
  .int({ error: 'must be a whole number of pieces' })
  .openapi({ description: 'From so many pieces on.', example: 100 });

const priceListEntrySchema = z
  .strictObject({
    offers: names('Ids of offers.'),
    products: names('Ids of products.'),
    suppliers: names('Ids of suppliers.'),
    manufacturers: names('Manufacturers, in any spelling.'),
    tiers: z.array(z.strictObject({ from: pieces, unit_price: decimalText })).max(100),
  })
  .transform(({ tiers, ...named }) => ({
    ...named,
    tiers: tiers.map(({ from, unit_price: unitPrice }) => ({ from, unitPrice })),
  }));

const percentAction = <Kind extends string>(kind: Kind) => z.strictObject({ kind: z.literal(kind), percent });

const fixedAction = <Kind extends string>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind), amount: money, per: z.enum(['piece', 'order']) });

const basisSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('order'), amount: money }),
  z.strictObject({ by: z.literal('piece'), amount: money }),
  z.strictObject({ by: z.literal('weight'), amount: money }),
  z.strictObject({ by: z.literal('percent'), percent }),
]);

const actionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('price_list'),
    currency,
    entries: z.array(priceListEntrySchema).max(maxNames, { error: `must have at most ${maxNames} entries` }),
  }),
  percentAction('percent_markup'),
  percentAction('percent_discount'),
  fixedAction('fixed_markup'),
  fixedAction('fixed_discount'),
  z.strictObject({
    kind: z.literal('quantity_tiers'),
    tiers: z.array(z.strictObject({ from: pieces, percent })).max(100),
  }),
  percentAction('margin_floor'),
  z.strictObject({ kind: z.literal('zone_surcharge'), basis: basisSchema }),
  percentAction('duty'),
  percentAction('tax'),
  z.strictObject({ kind: z.literal('rounding'), currency, step: decimalText, mode: z.enum(roundingModes) }),
]) satisfies z.ZodType<RuleAction>;

const rfc3339 = 'must be an RFC 3339 instant, for example "2026-03-01T00:00:00Z"';

const instant = (description: string) =>
  givenInstant(rfc3339).optional().openapi({ description, format: 'date-time', example: '2026-03-01T00:00:00Z' });

const scopeSchema = z
  .strictObject({
    customers: names('Ids of customers.'),
    groups: names('Ids of groups, one of which the customer is in.'),
    suppliers: names('Ids of suppliers.'),
    manufacturers: names('Manufacturers, in any spelling.'),
    products: names('Ids of products.'),
    offers: names('Ids of offers.'),
    zones: names('Delivery zones.'),
  })
  .openapi({ description: 'Each list that is not empty must name what is priced.' });

const ruleFields = {
  name: requiredText(120, 'Shown in the breakdown to whoever gets the price.', 'Gold customers'),
  enabled: z.boolean().default(true),
  priority: z.int().min(-1_000_000).max(1_000_000).default(0).openapi({
    description: 'The greater goes first among the rules of one step; of equal ones the lesser id.',
  }),
  stacking: z.enum(['stack', 'exclusive']).default('stack').openapi({
    description: 'exclusive: only where no rule of its step has applied before it, and none after it.',
  }),
  valid_from: instant('The first instant at which it applies.'),
  valid_until: instant('The first instant at which it applies no more.'),
  applies_to: scopeSchema.prefault({}),
  condition: z
    .string({ error: 'must be text' })
    .max(maxConditionLength, { error: `must have at most ${maxConditionLength} characters` })
    .optional()
    .openapi({ description: 'In CEL.', example: 'quantity >= 100 && "gold" in customer.groups' }),
  action: actionSchema,
};

/** A rule to be made. */
export const newPricingRuleSchema = z
  .strictObject({ id: requiredText(128, 'Left out: a new one.', 'gold-5').optional(), ...ruleFields })
  .openapi('NewPricingRule');

/** A change of a rule. */
export const changedPricingRuleSchema = z
  .strictObject({
    version: z.int({ error: 'must be the version that is changed' }).openapi({
      description: 'The version that is changed; another one is answered 409.',
    }),
    ...ruleFields,
  })
  .openapi('ChangedPricingRule');

type RuleBody = Omit<z.output<typeof newPricingRuleSchema>, 'id'>;

const instantOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** The rule that a body is, but for its id. */
export const draftOf = (body: RuleBody): Omit<RuleDraft, 'id'> => ({
  name: body.name,
  enabled: body.enabled,
  priority: body.priority,
  stacking: body.stacking,
  validFrom: instantOf(body.valid_from),
  validUntil: instantOf(body.valid_until),
  scope: body.applies_to,
  condition: body.condition,
  action: body.action,
});

/** A rule as it is stored. */
export const pricingRuleSchema = z
  .object({
    id: z.string(),
    version: z.int(),
    ...ruleFields,
    recorded_at: z.string(),
    recorded_by: z.string().openapi({ description: 'The API key of the operator.' }),
  })
  .openapi('PricingRule');

/** A page of the rules. */
export const pricingRulesSchema = pageSchema(pricingRuleSchema, 'PricingRules');

/** The id that a removed rule had. */
export const removedPricingRuleSchema = z.object({ id: z.string() }).openapi('RemovedPricingRule');

const maxSample = 200;

/** What to price with a draft. */
export const trySchema = z
  .strictObject({
    rule: newPricingRuleSchema,
    offer_ids: z
      .array(requiredText(128, 'The id of an offer.'))
      .max(maxSample, { error: `must have at most ${maxSample} entries` })
      .default([])
      .openapi({ description: 'Left out: 50 of those that the rule names.' }),
    quantity: z.int({ error: 'must be a whole number' }).default(1),
    customer_id: z.string().default('').openapi({ description: 'Whom it is priced for; left out: nobody known.' }),
    group_ids: z.array(z.string()).max(100).default([]),
    delivery_zone: z.string().default(''),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code' })
      .optional(),
    date: instant('Rules as valid then; left out: now.'),
  })
  .openapi('TryPricingRule');

/** What a draft changes. */
export const trialSchema = z
  .object({
    items: z.array(
      z.object({
        offer_id: z.string(),
        applies: z.boolean().openapi({ description: 'Whether the draft takes part in the price.' }),
        present: priceAnswer.schema,
        draft: priceAnswer.schema,
      }),
    ),
  })
  .openapi('PricingRuleTrial');
