import { z } from 'zod';
import { field } from '../rows.ts';
import { currencyOfStore } from './stores.ts';

/** What may be set for element14; the currency comes out undefined where nothing tells it. */
export const element14Settings = z
  .object({
    /** The shop whose assortment, prices and language are asked for, by its host name. */
    store: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
      .default('uk.farnell.com'),
    /**
     * The currency of a shop that is not in our map; without it the prices of such a shop stay
     * unknown.
     */
    currency: field.currency.optional(),
    callsPerSecond: z.int().min(1).default(2),
    callsPerDay: z.int().min(1).default(1000),
  })
  .transform((settings) => ({ ...settings, currency: settings.currency ?? currencyOfStore(settings.store) }));
