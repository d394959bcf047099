import { z } from 'zod';
import { field } from '../rows.ts';

/**
 * What may be set for TME. Country and currency decide the prices, the language that of
 * descriptions and parameters.
 */
export const tmeSettings = z.object({
  /** 2 for the API that new tokens are for; 1 for the signed one of old tokens. */
  version: z.union([z.literal(1), z.literal(2)]).default(2),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('DE'),
  currency: field.currency.default('EUR'),
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .default('en'),
});

/** The settings, checked. */
export type TmeSettings = z.infer<typeof tmeSettings>;
