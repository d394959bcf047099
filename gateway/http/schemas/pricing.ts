import { z } from '@hono/zod-openapi';
import { givenInstant } from './common.ts';

const quantityRange = 'must be a whole number from 1 to 2147483647';
const rfc3339 = 'must be an RFC 3339 instant, for example "2026-03-01T12:00:00Z"';

/** What a price is asked for; field names are the contract's, and no others are accepted. */
export const calculatePriceRequestSchema = z
  .strictObject({
    offer_id: z.string({ error: 'must be given, as text' }).openapi({ description: 'The id of an offer.' }),
    quantity: z
      .number({ error: quantityRange })
      .int({ error: quantityRange })
      .min(1, { error: quantityRange })
      .max(2 ** 31 - 1, { error: quantityRange })
      .openapi({ type: 'integer', format: 'int32', description: 'Pieces wanted.' }),
    delivery_zone: z.string({ error: 'must be text' }).optional().openapi({
      description: "One of the configured zones; left out: the customer's default.",
      example: 'EU',
    }),
    date: givenInstant(rfc3339).optional().openapi({
      description: 'Prices as of this instant, from 1970 to ten years ahead; left out: now.',
      format: 'date-time',
      example: '2026-03-01T12:00:00Z',
    }),
    currency: z.string({ error: 'must be text' }).optional().openapi({
      description: "ISO 4217; left out: the customer's currency, else the supplier's.",
      example: 'EUR',
    }),
  })
  .openapi('CalculatePriceRequest', {
    example: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c', quantity: 250, delivery_zone: 'EU' },
  });
