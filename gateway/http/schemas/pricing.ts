import { z } from '@hono/zod-openapi';
import {
  decimal,
  freshnessSchema,
  givenInstant,
  instant,
  observationSourceSchema,
  sourceTypeSchema,
} from './common.ts';

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

const breakdownLineSchema = z
  .object({
    rule_id: z.string().optional(),
    label: z.string().optional(),
    amount: z.number().optional(),
    amount_decimal: decimal('The same amount, exact.').optional(),
    rule_version: z.int().optional().openapi({ description: 'The version of the rule; absent for a built-in step.' }),
  })
  .openapi('PricingBreakdownLine');

const sourceDecisionSchema = z
  .object({
    type: sourceTypeSchema.optional(),
    credential_label: z.string().optional(),
    observed_at: instant('When its price was observed.').optional(),
    outcome: z
      .string()
      .optional()
      .openapi({ description: 'chosen, or why not: outranked, stale, no_observation, ...' }),
  })
  .openapi('SourceDecision');

const exchangeRateSchema = z
  .object({
    from_currency: z.string().optional(),
    to_currency: z.string().optional(),
    rate: decimal('So much of the one currency for one of the other, rounded to ten places.').optional(),
    day: z.string().optional().openapi({ description: 'The day that it is of.', example: '2026-02-27' }),
  })
  .openapi('ExchangeRate', { description: "From the supplier's currency; absent when the price is in it." });

const betterQuantitySchema = z
  .object({
    quantity: z.int().optional().openapi({ description: 'Pieces to buy.' }),
    total_decimal: decimal('What they cost, in the currency of the price.').optional(),
    saving_decimal: decimal('How much less that is than the final price.').optional(),
  })
  .openapi('BetterQuantity', { description: 'A larger quantity that costs less in all; absent when there is none.' });

/** A price, "ask the supplier", or nothing known. */
export const pricingResponseSchema = z
  .object({
    final_price: z
      .number()
      .optional()
      .openapi({ description: 'For the whole quantity priced; absent when there is no price.' }),
    currency: z.string().optional().openapi({ description: 'ISO 4217; absent when there is no price.' }),
    observation_source: observationSourceSchema.optional(),
    breakdown: z.array(breakdownLineSchema).openapi({ description: 'Amounts add up to the final price exactly.' }),
    pricing_mode: z.enum(['fixed', 'on_request', 'unknown']),
    freshness: freshnessSchema.optional(),
    final_price_decimal: decimal('The final price, exact.').optional(),
    unit_price_decimal: decimal('The price of one piece at the quantity priced.').optional(),
    requested_quantity: z.int().optional(),
    priced_quantity: z
      .int()
      .optional()
      .openapi({ description: 'Pieces that must be bought for that, after minimum, multiple and first break.' }),
    decision_trail: z.array(sourceDecisionSchema).openapi({ description: 'The sources considered, best first.' }),
    unknown_reason: z.string().optional().openapi({ description: 'With pricing_mode unknown: why.' }),
    offer_id: z.string().optional(),
    exchange_rate: exchangeRateSchema.optional(),
    better_quantity: betterQuantitySchema.optional(),
  })
  .openapi('PricingResponse', {
    example: {
      final_price: 3,
      currency: 'EUR',
      observation_source: {
        type: 'SYSTEM_CREDENTIAL',
        credential_label: 'house account',
        observed_at: '2026-03-01T11:42:00.000Z',
      },
      breakdown: [
        { rule_id: 'break_price', label: '250 pieces at 0.012 EUR each (from 100)', amount: 3, amount_decimal: '3' },
      ],
      pricing_mode: 'fixed',
      freshness: { status: 'FRESH', observed_at: '2026-03-01T11:42:00.000Z' },
      final_price_decimal: '3',
      unit_price_decimal: '0.012',
      requested_quantity: 250,
      priced_quantity: 250,
      decision_trail: [
        {
          type: 'SYSTEM_CREDENTIAL',
          credential_label: 'house account',
          observed_at: '2026-03-01T11:42:00.000Z',
          outcome: 'chosen',
        },
      ],
      offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c',
    },
  });
