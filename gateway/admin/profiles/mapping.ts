import type { z } from '@hono/zod-openapi';
import { type IdentityProfile, identityFields, type ProfileVersion } from '../../../domain/identity/profile.ts';
import type { MatchDecision } from '../../../domain/matching/ports.ts';
import type { putProfileSchema } from './schema.ts';
import type { ProfileTrial, TriedOffer } from './try.ts';

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
