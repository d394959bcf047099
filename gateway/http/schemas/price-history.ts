import { z } from '@hono/zod-openapi';
import { decimal, instant } from './common.ts';
import { contractEnum } from './message-schema.ts';

/** A day in UTC. */
export const dayField = z.iso.date().openapi({ description: 'A day in UTC.', example: '2026-03-01' });

/** From which to which day an answer goes. */
export const dayRange = {
  from: dayField.openapi({ description: 'The first day, in UTC.' }),
  to: dayField.openapi({ description: 'The last day, in UTC.' }),
};

/** The three letters of a currency. */
export const currencyField = z.string().openapi({ description: 'ISO 4217, as the supplier named it.', example: 'EUR' });

/** What an offer cost on a day. */
const priceDaySchema = z
  .object({
    day: dayField,
    currency: currencyField,
    lowest: decimal('The lowest price of a piece that was observed on the day.'),
    highest: decimal('The highest one.'),
    last: decimal('The one that was recorded last.'),
    last_observed_at: instant(
      'When that was observed. A price that is only repeated later on the day does not move it.',
    ),
    observations: z.int().openapi({
      description:
        'How many prices were recorded on the day: what a supplier only repeats counts once or a few times, and not each time that it was seen.',
    }),
  })
  .openapi('PriceDay');

/** What one credential saw of one offer. */
export const priceSeriesFields = {
  offer_id: z.string(),
  supplier_id: z.string().optional(),
  supplier_sku: z.string().optional(),
  source_type: contractEnum('ObservationSource.Type').optional(),
  credential_label: z.string().optional().openapi({ description: 'The name its owner gave the credential.' }),
  days: z.array(priceDaySchema).openapi({ description: 'In order; days without an observation are left out.' }),
};

/** Of which product, at which quantity, over which days. */
export const priceHistoryHeading = { product_id: z.string(), quantity: z.int(), ...dayRange };

/** Whether a history is the whole. */
export const truncatedField = z.boolean().openapi({
  description: 'Whether there are more than the 10,000 days of prices that an answer holds: ask for fewer days.',
});

/** What the offers of a product cost over time, as the caller may see it. */
export const priceHistorySchema = z
  .object({
    ...priceHistoryHeading,
    series: z.array(z.object(priceSeriesFields).openapi('PriceSeries')),
    truncated: truncatedField,
  })
  .openapi('PriceHistory');
