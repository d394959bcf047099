import { z } from '@hono/zod-openapi';
import { type IdentityProfile, identityFields, type ProfileVersion } from '../../../domain/identity/profile.ts';
import type { MatchDecision } from '../../../domain/matching/ports.ts';
import { expectedVersion, requiredText } from '../request/fields.ts';
import type { ProfileTrial, TriedOffer } from './try.ts';

const probability = (description: string) =>
  z
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, { error: 'must be a number from 0 to 1' })
    .max(1, { error: 'must be a number from 0 to 1' })
    .openapi({ description });

const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, { error: 'must be a list' }).max(max, { error: `must have at most ${max} entries` });

const characteristicSchema = z.strictObject({
  name: requiredText(100, 'Its canonical name.', 'resistance'),
  unit: requiredText(
    20,
    'The unit of figures that come without one; 1 for counts and shares. Absent: it is text.',
    'Ω',
  ).optional(),
  synonyms: listOf(requiredText(200, 'A name that suppliers give it.', 'Widerstand'), 100).default([]),
  required: z
    .boolean({ error: 'must be true or false' })
    .default(false)
    .openapi({ description: 'Whether a product is INCOMPLETE without it.' }),
});

const suffixRuleSchema = z.strictObject({
  name: requiredText(200, 'What the endings mean.', 'tape and reel'),
  manufacturers: listOf(requiredText(200, 'A maker that writes them.', 'Maxim Integrated'), 50).min(1, {
    error: 'must name a manufacturer',
  }),
  starts_with: requiredText(50, 'Only numbers that begin so.', 'MAX').optional(),
  suffixes: listOf(requiredText(30, 'An ending, in capitals.', '+T'), 50).min(1, { error: 'must have an ending' }),
  leaves: requiredText(30, 'The end of what remains.', '+').optional(),
  example: z.strictObject({
    number: requiredText(128, 'A number of the kind.', 'MAX232ESE+T'),
    part: requiredText(128, 'The part that it is.', 'MAX232ESE+'),
  }),
});

const content = {
  name: requiredText(200, 'How people call it.', 'Electronic component'),
  identity_fields: z
    .tuple([z.literal('manufacturer'), z.literal('mpn')], { error: 'must be ["manufacturer", "mpn"]' })
    .default(['manufacturer', 'mpn']),
  characteristics: listOf(characteristicSchema, 500),
  decimal_separator: z.enum(['.', ','], { error: 'must be . or ,' }).optional().openapi({
    description: 'How suppliers write 1.000 where the text does not tell. Absent: such figures stay unknown.',
  }),
  suffix_rules: listOf(suffixRuleSchema, 500),
  thresholds: z
    .strictObject({
      strong: probability('From which probability on a match is strong.'),
      probable: probability('From which probability on it is probable.'),
      weak: probability('From which probability on it is weak.'),
    })
    .openapi({ description: 'Strictly descending.' }),
};

/** A profile to be stored. */
export const putProfileSchema = z
  .strictObject({
    expected_version: expectedVersion(0, 'must be the version that was read').openapi({
      description: 'The version that it replaces: 0 for a built-in or new one.',
    }),
    ...content,
  })
  .openapi('PutIdentityProfile');

const profileSchema = z
  .object({
    id: z.string(),
    version: z.int().openapi({ description: '0 for the built-in one.' }),
    changed_at: z.string().optional(),
    changed_by: z.string().optional().openapi({ description: 'The key of the operator.' }),
    ...content,
  })
  .openapi('IdentityProfile');

/** A version of a profile. */
export const profileAnswerSchema = profileSchema;

/** A draft to try, and on what. */
export const tryProfileSchema = z
  .strictObject({
    profile: z.strictObject(content).openapi({ description: 'As it would be put.' }),
    offer_ids: listOf(requiredText(128, 'An offer that it is tried on.'), 200)
      .default([])
      .openapi({ description: 'Left out: the latest 50 offers without a product.' }),
  })
  .openapi('TryIdentityProfile');

const decidedSchema = z.object({
  product_id: z.string().optional().openapi({ description: 'Absent: it has none, or one is made of it.' }),
  creates_product: z.boolean(),
  confidence: z.string(),
  rule: z.string(),
});

/** What a draft would change. */
export const profileTrialSchema = z
  .object({
    offers: z.array(
      z.object({
        offer_id: z.string(),
        supplier_id: z.string(),
        manufacturer: z.string().optional(),
        mpn: z.string().optional(),
        changes: z.boolean().openapi({ description: 'Whether it is decided otherwise under the draft.' }),
        present: decidedSchema,
        draft: decidedSchema,
      }),
    ),
    products: z
      .object({ tried: z.int(), incomplete_now: z.int(), incomplete_then: z.int() })
      .openapi({ description: 'Products of the offers, and how many lack a characteristic that is required.' }),
  })
  .openapi('IdentityProfileTrial');

/** Several versions. */
export const profilesSchema = z.object({ items: z.array(profileSchema) }).openapi('IdentityProfiles');

/** The id of a profile in a path. */
export const profileParams = z.object({ profile: z.string().openapi({ example: 'electronic-component' }) });

type ProfileBody = Omit<z.output<typeof putProfileSchema>, 'expected_version'>;

/** The profile that a body describes. */
export const profileOf = (id: string, body: ProfileBody): IdentityProfile => ({
  id,
  name: body.name,
  identityFields,
  characteristics: body.characteristics.map(({ name, unit, synonyms, required }) => ({
    name,
    unit,
    synonyms,
    isRequired: required,
  })),
  decimalSeparator: body.decimal_separator,
  suffixRules: body.suffix_rules.map(({ starts_with, leaves, ...rule }) => ({
    ...rule,
    ...(starts_with !== undefined && { startsWith: starts_with }),
    ...(leaves !== undefined && { leaves }),
  })),
  thresholds: body.thresholds,
});

/** The version as operators see it; what they send back has the same fields. */
export const profileJson = ({ profile, version, changedAt, changedBy }: ProfileVersion) => ({
  id: profile.id,
  version,
  changed_at: changedAt?.toISOString(),
  changed_by: changedBy,
  name: profile.name,
  identity_fields: profile.identityFields,
  characteristics: profile.characteristics.map(({ name, unit, synonyms, isRequired }) => ({
    name,
    unit,
    synonyms,
    required: isRequired,
  })),
  decimal_separator: profile.decimalSeparator,
  suffix_rules: profile.suffixRules.map(({ startsWith, ...rule }) => ({ ...rule, starts_with: startsWith })),
  thresholds: profile.thresholds,
});

const decidedJson = ({ productId, create, confidence, rule }: MatchDecision) => ({
  product_id: create === undefined ? productId : undefined,
  creates_product: create !== undefined,
  confidence,
  rule,
});

const isChanged = ({ present, draft }: TriedOffer): boolean =>
  JSON.stringify(decidedJson(present)) !== JSON.stringify(decidedJson(draft));

/** What a draft would change. */
export const trialJson = ({ offers, products }: ProfileTrial) => ({
  offers: offers.map((tried) => ({
    offer_id: tried.offer.offerId,
    supplier_id: tried.offer.supplierId,
    manufacturer: tried.offer.manufacturer,
    mpn: tried.offer.mpn,
    changes: isChanged(tried),
    present: decidedJson(tried.present),
    draft: decidedJson(tried.draft),
  })),
  products: {
    tried: products.tried,
    incomplete_now: products.incompleteNow,
    incomplete_then: products.incompleteThen,
  },
});
