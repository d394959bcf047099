import type { z } from '@hono/zod-openapi';
import { type IdentityProfile, identityFields, type ProfileVersion } from '../../../domain/identity/profile.ts';
import type { putProfileSchema } from './schema.ts';

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
