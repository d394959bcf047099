import { createRoute, z } from '@hono/zod-openapi';
import type { Watch } from '../../../domain/webhooks/watch.ts';
import type { Page, PageRequest } from '../../request/paging.ts';
import { pageJson } from '../../webhooks/mapping.ts';
import { watchEventJson, watchJson } from '../../webhooks/watch-mapping.ts';
import type { RequestedWatch, WatchEvent, WatchEventsRequest, WatchName } from '../../webhooks/watch-use-cases.ts';
import type { HttpStream } from '../http-stream.ts';
import type { HttpOperation } from '../operation.ts';
import { eventStreamResponses, responses } from '../responses.ts';
import {
  deletedWatchSchema,
  newWatchSchema,
  watchEventSchema,
  watchPageSchema,
  watchSchema,
} from '../schemas/watches.ts';
import { validate } from '../validate.ts';
import { tokenPageQuery } from './page-query.ts';

/** Watches, an extension that HTTP alone has. */

const common = { service: 'webhooks', scope: 'webhooks' } as const;
const tags = ['Webhooks'];
const path = '/v1/watches';
const idParams = z.object({ id: z.string().min(1).max(128).openapi({ example: 'wat_3b5n6t7h2k9m4q1x8v0c' }) });

const named = ({ req }: { readonly req: { param(name: string): string | undefined } }): WatchName => ({
  watchId: req.param('id') ?? '',
});

/** `POST /v1/watches`. */
export const createWatchOperation: HttpOperation<RequestedWatch, Watch> = {
  ...common,
  name: 'webhooks.v1.Watches/CreateWatch',
  status: 201,
  route: createRoute({
    method: 'post',
    path,
    operationId: 'createWatch',
    summary: 'Watch the price, stock, lead time or life cycle of a product or offer',
    tags,
    request: { body: { required: true, content: { 'application/json': { schema: newWatchSchema } } } },
    responses: responses('The watch as it begins.', watchSchema, { status: 201, findsById: true, readsBody: true }),
  }),
  decode: async (context, readJson) => {
    const { target, quantity = 1, rule } = validate(newWatchSchema, await readJson(context), 'body');
    return {
      target:
        'product_id' in target
          ? { kind: 'product', productId: target.product_id }
          : { kind: 'offer', offerId: target.offer_id },
      quantity,
      rule,
    };
  },
  encode: watchJson,
};

/** `GET /v1/watches`. */
export const listWatchesOperation: HttpOperation<PageRequest, Page<Watch>> = {
  ...common,
  name: 'webhooks.v1.Watches/ListWatches',
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listWatches',
    summary: 'List your watches, newest first',
    tags,
    request: { query: tokenPageQuery },
    responses: responses('One page of watches.', watchPageSchema),
  }),
  decode: ({ req }) => validate(tokenPageQuery, req.queries(), 'query'),
  encode: pageJson(watchJson),
};

/** `GET /v1/watches/{id}`. */
export const getWatchOperation: HttpOperation<WatchName, Watch> = {
  ...common,
  name: 'webhooks.v1.Watches/GetWatch',
  route: createRoute({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'getWatch',
    summary: 'Fetch a watch',
    tags,
    request: { params: idParams },
    responses: responses('The watch as it stands.', watchSchema, { findsById: true }),
  }),
  decode: named,
  encode: watchJson,
};

/** `DELETE /v1/watches/{id}`. */
export const deleteWatchOperation: HttpOperation<WatchName, WatchName> = {
  ...common,
  name: 'webhooks.v1.Watches/DeleteWatch',
  route: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'deleteWatch',
    summary: 'Remove a watch; streams of it end',
    tags,
    request: { params: idParams },
    responses: responses('Which one was removed.', deletedWatchSchema, { findsById: true }),
  }),
  decode: named,
  encode: ({ watchId }) => ({ watch_id: watchId }),
};

/** The number that a reader names; undefined where it names none that there could be. */
const numberOf = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : undefined;

/** `GET /v1/watches/{id}/events`. */
export const watchEventsOperation: HttpStream<WatchEventsRequest, WatchEvent> = {
  ...common,
  name: 'webhooks.v1.Watches/WatchEvents',
  route: createRoute({
    method: 'get',
    path: `${path}/{id}/events`,
    operationId: 'watchWatchEvents',
    summary: 'Read what a watch tells: how it stands, then each notice',
    tags,
    request: { params: idParams },
    responses: eventStreamResponses(
      'Server-sent events; the id of each is the number of the latest notice. A reader that names it as Last-Event-ID gets every notice after it.',
      watchEventSchema,
    ),
  }),
  resumption: { idOf: ({ number }) => String(number), isLast: () => false },
  decode: (context) => ({ ...named(context), after: numberOf(context.req.header('last-event-id')) }),
  encode: watchEventJson,
};
