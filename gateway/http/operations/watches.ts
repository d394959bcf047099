import { z } from '@hono/zod-openapi';
import type { WatchTarget } from '../../../domain/webhooks/watch.ts';
import { watchEventJson, watchJson } from '../../webhooks/mapping.ts';
import type { WatchUseCases } from '../../webhooks/watch-use-cases.ts';
import { operationsOf } from '../operations-of.ts';
import { eventStreamResponses } from '../responses.ts';
import { instant } from '../schemas/common.ts';
import { pageJson, pageSchema } from '../schemas/page.ts';
import { idParam, tokenPageQuery } from './parameters.ts';

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
const newWatchSchema = z
  .strictObject({
    target,
    quantity: whole('Pieces that prices are for; left out: 1.', 100).optional(),
    rule,
  })
  .openapi('NewWatch');

const value = z.union([z.string(), z.number()]).optional();

/** A watch. */
const watchSchema = z
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
const watchPageSchema = pageSchema(watchSchema, 'WatchPage');

/** Which watch was removed. */
const deletedWatchSchema = z.object({ watch_id: z.string() }).openapi('DeletedWatch');

/** What a reader of a watch is told. */
const watchEventSchema = z
  .object({
    type: z.enum(['watch.state', 'watch.price', 'watch.stock', 'watch.lead_time', 'watch.lifecycle']),
    timestamp: instant().optional(),
    correlation_id: z.string().optional(),
    data: z.record(z.string(), z.unknown()).openapi({
      description: 'Of `watch.state` the watch; else what an endpoint of a webhook would be told.',
    }),
  })
  .openapi('WatchEvent');

const path = '/v1/watches';
const params = z.object({ id: idParam('wat_3b5n6t7h2k9m4q1x8v0c') });

const targetOf = (target: z.output<typeof newWatchSchema>['target']): WatchTarget =>
  'product_id' in target
    ? { kind: 'product', productId: target.product_id }
    : { kind: 'offer', offerId: target.offer_id };

/** The number that a reader names; undefined where it names none that there could be. */
const numberOf = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : undefined;

const { operation, stream } = operationsOf<WatchUseCases>({
  service: 'webhooks',
  scope: 'webhooks',
  contract: 'webhooks.v1.Watches',
  tag: 'Webhooks',
});

/** What callers do with watches, an extension that HTTP alone has. */
export const watchOperations = [
  operation(({ createWatch }) => createWatch, {
    name: 'CreateWatch',
    at: `POST ${path}`,
    status: 201,
    summary: 'Watch the price, stock, lead time or life cycle of a product or offer',
    body: newWatchSchema,
    answer: watchSchema,
    answered: 'The watch as it begins.',
    findsById: true,
    decode: ({ body: { target, quantity = 1, rule } }) => ({ target: targetOf(target), quantity, rule }),
    encode: watchJson,
  }),

  operation(({ listWatches }) => listWatches, {
    name: 'ListWatches',
    at: `GET ${path}`,
    summary: 'List your watches, newest first',
    query: tokenPageQuery,
    answer: watchPageSchema,
    answered: 'One page of watches.',
    decode: ({ query }) => query,
    encode: pageJson(watchJson),
  }),

  operation(({ getWatch }) => getWatch, {
    name: 'GetWatch',
    at: `GET ${path}/{id}`,
    summary: 'Fetch a watch',
    params,
    answer: watchSchema,
    answered: 'The watch as it stands.',
    decode: ({ params }) => ({ watchId: params.id }),
    encode: watchJson,
  }),

  operation(({ deleteWatch }) => deleteWatch, {
    name: 'DeleteWatch',
    at: `DELETE ${path}/{id}`,
    summary: 'Remove a watch; streams of it end',
    params,
    answer: deletedWatchSchema,
    answered: 'Which one was removed.',
    decode: ({ params }) => ({ watchId: params.id }),
    encode: ({ watchId }) => ({ watch_id: watchId }),
  }),

  stream(({ watchEvents }) => watchEvents, {
    name: 'WatchEvents',
    at: `GET ${path}/{id}/events`,
    operationId: 'watchWatchEvents',
    summary: 'Read what a watch tells: how it stands, then each notice',
    request: { params },
    responses: eventStreamResponses(
      'Server-sent events; the id of each is the number of the latest notice. A reader that names it as Last-Event-ID gets every notice after it.',
      watchEventSchema,
    ),
    resumption: { idOf: ({ number }) => String(number), isLast: () => false },
    decode: ({ req }) => ({ watchId: req.param('id') ?? '', after: numberOf(req.header('last-event-id')) }),
    encode: watchEventJson,
  }),
];
