import { z } from '@hono/zod-openapi';
import { decimal, instant } from '../../http/schemas/common.ts';
import {
  currencyField,
  dayField,
  dayRange,
  priceHistoryHeading,
  priceSeriesFields,
  truncatedField,
} from '../../http/schemas/price-history.ts';

/** Answers to operators about what was observed over time. */

/** What the offers of a product cost over time, by whatever credential saw them. */
export const adminPriceHistorySchema = z
  .object({
    ...priceHistoryHeading,
    series: z.array(z.object({ ...priceSeriesFields, credential_ref: z.string() }).openapi('AdminPriceSeries')),
    truncated: truncatedField,
  })
  .openapi('AdminPriceHistory');

/** How far apart the suppliers of a product are. */
export const priceSpreadSchema = z
  .object({
    ...priceHistoryHeading,
    days: z.array(
      z
        .object({
          day: dayField,
          currency: currencyField,
          suppliers: z.int().openapi({ description: 'Suppliers with a price on the day.' }),
          lowest: decimal('The lowest of their last prices of the day, for a piece.'),
          median: decimal('The one in the middle; the lower of two.'),
          highest: decimal('The highest.'),
        })
        .openapi('SpreadDay'),
    ),
  })
  .openapi('PriceSpread');

/** How much of each supplier is known and how fresh it is. */
export const supplierCoverageSchema = z
  .object({
    suppliers: z.array(
      z
        .object({
          supplier_id: z.string(),
          offers: z.int().openapi({ description: 'Offers ever observed.' }),
          priced: z.int().openapi({ description: 'Those of which a price was ever observed.' }),
          stocked: z.int().openapi({ description: 'Those of which a stock was ever observed.' }),
          fresh_prices: z.int().openapi({ description: 'Those whose price was observed in the last 6 hours.' }),
          fresh_stocks: z.int().openapi({ description: 'Those whose stock was observed in the last 2 hours.' }),
          newest_at: instant('When any of them was observed last.'),
        })
        .openapi('SupplierCoverage'),
    ),
  })
  .openapi('SuppliersCoverage');

/** The lead times that suppliers named. */
export const leadTimesSchema = z
  .object({
    ...dayRange,
    days: z.array(
      z
        .object({
          day: dayField,
          supplier_id: z.string(),
          offers: z.int().openapi({ description: 'Offers with a lead time; to within 2 % above some thousands.' }),
          shortest_days: z.int(),
          median_days: z.int(),
          p90_days: z.int().openapi({ description: 'Nine of ten offers have this lead time or a shorter one.' }),
          longest_days: z.int(),
        })
        .openapi('LeadTimeDay'),
    ),
  })
  .openapi('LeadTimes');

/** What ticks took of budgets. */
export const budgetUseSchema = z
  .object({
    ...dayRange,
    days: z.array(
      z
        .object({
          day: dayField.openapi({ description: 'The day in UTC on which the ticks ended.' }),
          supplier_id: z.string(),
          credential_ref: z.string().optional().openapi({ description: 'Absent for ticks from before it was told.' }),
          runs: z.int(),
          failed_runs: z.int(),
          pages: z.int().optional().openapi({ description: 'Pages asked for; absent when a tick does not tell.' }),
          items: z.int(),
          prices: z.int(),
          stocks: z.int(),
        })
        .openapi('BudgetDay'),
    ),
  })
  .openapi('BudgetUse');

/** The prices of a product that were quoted to customers. */
export const pricesGivenSchema = z
  .object({
    product_id: z.string(),
    ...dayRange,
    days: z.array(
      z
        .object({
          day: dayField,
          customer_id: z.string(),
          offer_id: z.string(),
          currency: z.string().optional().openapi({
            description: 'ISO 4217, as the price was given. Absent for the answers without a price.',
            example: 'EUR',
          }),
          answers: z.int(),
          without_price: z.int().openapi({ description: 'Those of the answers that named no price.' }),
          lowest: decimal('The lowest price of a piece that was given, at whatever quantity.').optional(),
          highest: decimal('The highest one.').optional(),
          last: decimal('The one given last.').optional(),
          last_answered_at: instant('When the last of the answers was given.'),
        })
        .openapi('GivenPriceDay'),
    ),
    truncated: z.boolean().openapi({
      description:
        'Whether there are more than the 10,000 entries that an answer holds: ask for fewer days or one customer.',
    }),
  })
  .openapi('PricesGiven');
