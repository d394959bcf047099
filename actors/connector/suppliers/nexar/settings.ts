import { z } from 'zod';
import { field } from '../rows.ts';

/** Fields that belong to dearer plans; asking for one outside of the plan fails the whole query. */
const extras = ['specs', 'lead_time', 'datasheets'] as const;

/** What may be set for Nexar. */
export const nexarSettings = z.object({
  /** Where sessions are opened. */
  identityUrl: z.url().default('https://identity.nexar.com'),
  /** ISO 3166-1 alpha-2; decides which sellers' offers apply. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('US'),
  /** Preferred where a seller quotes in several. */
  currency: field.currency.default('USD'),
  /**
   * What the plan includes besides offers: `specs` (with the lifecycle), `lead_time` and
   * `datasheets`.
   */
  extras: z.array(z.enum(extras)).default([]),
  /** Parts of the plan a month. A new evaluation app has 1000 for its whole life. */
  monthlyParts: z.int().min(100).default(1000),
  /** Makers' parts taken of one number, at most; each costs a part of the plan. */
  partsPerNumber: z.int().min(1).max(5).default(2),
});

/** The settings, checked. */
export type NexarSettings = z.infer<typeof nexarSettings>;
