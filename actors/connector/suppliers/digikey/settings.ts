import { z } from 'zod';
import { field } from '../rows.ts';

/**
 * What may be set for Digi-Key. Site and currency decide the prices, the language that of
 * descriptions.
 */
export const digikeySettings = z.object({
  /** ISO 3166-1 alpha-2. */
  site: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('US'),
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .default('en'),
  currency: field.currency.default('USD'),
  /** The customer account whose own prices are asked for; left out: the standard prices. */
  accountId: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  callsPerMinute: z.int().min(1).default(120),
  callsPerDay: z.int().min(1).default(1000),
});

/** The settings, checked. */
export type DigikeySettings = z.infer<typeof digikeySettings>;
