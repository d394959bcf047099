import { z } from '@hono/zod-openapi';
import { maxDays } from '../../analytics/days.ts';
import { maxQuantity } from '../../analytics/price-history.ts';
import { optionalOnce } from './parameters.ts';

const day = (description: string) =>
  optionalOnce.openapi({ type: 'string', format: 'date', description, example: '2026-03-01' });

/** The days of a question, both included. */
const dayQuery = z.object({
  from: day(`The first day, in UTC, at most ${maxDays - 1} days before the last. Left out: 29 days before it.`),
  to: day('The last day, in UTC. Left out: today.'),
});

const quantityRange = `must be a whole number from 1 to ${maxQuantity}`;

/** The days of a question about prices, and at which quantity. */
export const priceQuery = dayQuery.extend({
  quantity: optionalOnce
    .pipe(
      z
        .string()
        .regex(/^\d{1,10}$/, { error: quantityRange })
        .default('1'),
    )
    .transform(Number)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: maxQuantity,
      description: 'Pieces that are bought. Left out: 1.',
    }),
});

/** The days of a question about one supplier or all of them. */
export const supplierQuery = dayQuery.extend({
  supplier_id: optionalOnce.openapi({ type: 'string', description: 'Only of this supplier. Left out: of all.' }),
});

/** The days of a question about prices given, to one customer or to all of them. */
export const quotedPriceQuery = dayQuery.extend({
  customer_id: optionalOnce.openapi({ type: 'string', description: 'Only to this customer. Left out: to all.' }),
});
