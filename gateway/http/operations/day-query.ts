import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { maxDays } from '../../analytics/days.ts';
import { maxQuantity, type PriceHistoryRequest } from '../../analytics/price-history.ts';
import type { EdgeEnv } from '../edge-env.ts';
import { validate } from '../validate.ts';
import { optionalOnce } from './page-query.ts';

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

/** The product that the path names. */
export const productParams = z.object({
  id: z.string().min(1).max(128).openapi({ example: 'prd_7h2k9m4q1x8v0c3b5n6t' }),
});

/** Reads a question about the prices of the product that the path names. */
export const priceQuestionOf = ({ req }: Context<EdgeEnv>): PriceHistoryRequest => ({
  canonicalId: req.param('id') ?? '',
  ...validate(priceQuery, req.queries(), 'query'),
});
