import { z } from 'zod';

/**
 * What may be set for Mouser. Currency, language and prices follow the account that the key belongs
 * to.
 */
export const mouserSettings = z.object({
  /** The version in the path; both answer alike. */
  version: z.union([z.literal(1), z.literal(2)]).default(2),
  /**
   * How the account's language writes decimals, for answers in which the prices alone do not tell.
   */
  decimalSeparator: z.enum(['.', ',']).optional(),
  callsPerMinute: z.int().min(1).default(30),
  callsPerDay: z.int().min(1).default(1000),
});
