import { z } from '@hono/zod-openapi';
import type { WatchTarget } from '../../../domain/webhooks/watch.ts';
import { watchEventJson, watchJson } from '../../webhooks/mapping.ts';
import type { WatchUseCases } from '../../webhooks/watch-use-cases.ts';
import { operationsOf } from '../operations-of.ts';
import { eventStreamResponses } from '../responses.ts';
import { pageJson } from '../schemas/page.ts';
import {
  deletedWatchSchema,
  newWatchSchema,
  watchEventSchema,
  watchPageSchema,
  watchSchema,
} from '../schemas/watches.ts';
import { idParam, tokenPageQuery } from './parameters.ts';

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
