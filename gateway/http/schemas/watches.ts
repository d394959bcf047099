import { z } from '@hono/zod-openapi';
import { instant } from './common.ts';
import { pageSchema } from './page.ts';

const text = (description: string, example: string) =>
  z.string({ error: 'must be given, as text' }).openapi({ description, example });
const number = (description: string, example: number) =>
  z.number({ error: 'must be a number' }).openapi({ type: 'number', description, example });
const whole = (description: string, example: number) =>
  z.int({ error: 'must be a whole number' }).openapi({ type: 'integer', description, example });

const currency = text('ISO 4217; prices are converted into it.', 'EUR');

const rule = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({
        kind: z.enum(['price_above', 'price_below']),
        threshold: text('The price of a piece, as decimal text.', '0.12'),
        currency,
      }),
      z.strictObject({
        kind: z.literal('price_changed'),
        share: number('Of the price that was told last: 0.05 is 5 %.', 0.05),
        currency,
      }),
      z.strictObject({ kind: z.enum(['stock_from', 'stock_below']), quantity: whole('Pieces.', 1_000) }),
      z.strictObject({ kind: z.enum(['lead_time_above', 'lead_time_below']), days: whole('Days.', 14) }),
      z.strictObject({ kind: z.literal('lifecycle_changed') }),
    ],
    { error: 'must be an object whose kind names a rule' },
  )
  .openapi('WatchRule');

const target = z
  .union(
    [
      z.strictObject({
        product_id: text('The product; of its offers the best figure counts.', 'prd_7h2k9m4q1x8v0c3b5n6t'),
      }),
      z.strictObject({ offer_id: text('The offer.', 'ofr_3b5n6t7h2k9m4q1x8v0c') }),
    ],
    { error: 'must hold either product_id or offer_id' },
  )
  .openapi('WatchTarget');

/** A watch to be made. */
export const newWatchSchema = z
  .strictObject({
    target,
    quantity: whole('Pieces that prices are for; left out: 1.', 100).optional(),
    rule,
  })
  .openapi('NewWatch');

const value = z.union([z.string(), z.number()]).optional();

/** A watch. */
export const watchSchema = z
  .object({
    id: z.string(),
    target,
    quantity: z.int(),
    rule,
    created_at: instant(),
    checked_at: instant('Absent: it was not looked at yet.').optional(),
    value: value.openapi({ description: 'As it was seen last. Absent: nothing is known.' }),
    holds: z.boolean().openapi({ description: 'Whether the threshold was crossed then.' }),
    notice_count: z.int().openapi({ description: 'The number of the latest notice; 0: none.' }),
  })
  .openapi('Watch');

/** A page of watches. */
export const watchPageSchema = pageSchema(watchSchema, 'WatchPage');

/** Which watch was removed. */
export const deletedWatchSchema = z.object({ watch_id: z.string() }).openapi('DeletedWatch');

/** What a reader of a watch is told. */
export const watchEventSchema = z
  .object({
    type: z.enum(['watch.state', 'watch.price', 'watch.stock', 'watch.lead_time', 'watch.lifecycle']),
    timestamp: instant().optional(),
    correlation_id: z.string().optional(),
    data: z.record(z.string(), z.unknown()).openapi({
      description: 'Of `watch.state` the watch; else what an endpoint of a webhook would be told.',
    }),
  })
  .openapi('WatchEvent');
