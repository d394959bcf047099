import { createRoute, z } from '@hono/zod-openapi';
import type { Delivery } from '../../../domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.ts';
import type { Page, PageRequest } from '../../request/paging.ts';
import { deliveryJson, issuedWebhookJson, pageJson, webhookJson } from '../../webhooks/mapping.ts';
import type {
  EndpointName,
  IssuedEndpoint,
  RequestedEndpoint,
  RequestedEndpointChange,
  RequestedReplay,
  RequestedRotation,
} from '../../webhooks/use-cases.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { idempotencyHeaders } from '../schemas/idempotency-key.ts';
import {
  deletedWebhookSchema,
  issuedWebhookSchema,
  newWebhookSchema,
  webhookDeliveryPageSchema,
  webhookPageSchema,
  webhookReplaySchema,
  webhookRotationSchema,
  webhookSchema,
  webhookTestSchema,
  webhookUpdateSchema,
} from '../schemas/webhooks.ts';
import { validate } from '../validate.ts';
import { tokenPageQuery } from './page-query.ts';

/** Webhooks, an extension that HTTP alone has. */

const common = { service: 'webhooks', scope: 'webhooks' } as const;
const tags = ['Webhooks'];
const path = '/v1/webhooks';
const idParam = z.string().min(1).max(128).openapi({ example: 'whk_3b5n6t7h2k9m4q1x8v0c' });
const idParams = z.object({ id: idParam });
const deliveryParams = z.object({
  id: idParam,
  delivery: z.string().min(1).max(128).openapi({ example: 'msg_7h2k9m4q1x8v0c3b5n6t' }),
});

type Named = { readonly req: { param(name: string): string | undefined } };

const named = ({ req }: Named): EndpointName => ({ endpointId: req.param('id') ?? '' });

const jsonBody = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } });

/** `POST /v1/webhooks`. */
export const createWebhookOperation: HttpOperation<RequestedEndpoint, IssuedEndpoint> = {
  ...common,
  name: 'webhooks.v1.Webhooks/CreateWebhook',
  status: 201,
  route: createRoute({
    method: 'post',
    path,
    operationId: 'createWebhook',
    summary: 'Register an HTTPS endpoint that is told of changes; its secret is shown this once',
    tags,
    request: { headers: idempotencyHeaders('endpoint'), body: jsonBody(newWebhookSchema) },
    responses: responses('The endpoint with its secret.', issuedWebhookSchema, {
      status: 201,
      readsBody: true,
      conflicts: true,
      isRepeatable: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { url, description = '', event_types } = validate(newWebhookSchema, await readJson(context), 'body');
    return { url, description, eventTypes: event_types, idempotencyKey: context.req.header('idempotency-key') };
  },
  encode: issuedWebhookJson,
};

/** `GET /v1/webhooks`. */
export const listWebhooksOperation: HttpOperation<PageRequest, Page<WebhookEndpoint>> = {
  ...common,
  name: 'webhooks.v1.Webhooks/ListWebhooks',
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listWebhooks',
    summary: 'List your endpoints, newest first',
    tags,
    request: { query: tokenPageQuery },
    responses: responses('One page of endpoints.', webhookPageSchema),
  }),
  decode: ({ req }) => validate(tokenPageQuery, req.queries(), 'query'),
  encode: pageJson(webhookJson),
};

/** `GET /v1/webhooks/{id}`. */
export const getWebhookOperation: HttpOperation<EndpointName, WebhookEndpoint> = {
  ...common,
  name: 'webhooks.v1.Webhooks/GetWebhook',
  route: createRoute({
    method: 'get',
    path: `${path}/{id}`,
    operationId: 'getWebhook',
    summary: 'Fetch an endpoint',
    tags,
    request: { params: idParams },
    responses: responses('The endpoint, without its secret.', webhookSchema, { findsById: true }),
  }),
  decode: named,
  encode: webhookJson,
};

/** `PATCH /v1/webhooks/{id}`. */
export const updateWebhookOperation: HttpOperation<RequestedEndpointChange, WebhookEndpoint> = {
  ...common,
  name: 'webhooks.v1.Webhooks/UpdateWebhook',
  route: createRoute({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'updateWebhook',
    summary: 'Change an endpoint, disable it, or enable it again',
    tags,
    request: { params: idParams, body: jsonBody(webhookUpdateSchema) },
    responses: responses('The endpoint as it is then.', webhookSchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { url, description, event_types, enabled } = validate(webhookUpdateSchema, await readJson(context), 'body');
    return { ...named(context), url, description, eventTypes: event_types, isEnabled: enabled };
  },
  encode: webhookJson,
};

/** `DELETE /v1/webhooks/{id}`. */
export const deleteWebhookOperation: HttpOperation<EndpointName, EndpointName> = {
  ...common,
  name: 'webhooks.v1.Webhooks/DeleteWebhook',
  route: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'deleteWebhook',
    summary: 'Remove an endpoint with its deliveries',
    tags,
    request: { params: idParams },
    responses: responses('Which one was removed.', deletedWebhookSchema, { findsById: true }),
  }),
  decode: named,
  encode: ({ endpointId }) => ({ webhook_id: endpointId }),
};

/** `POST /v1/webhooks/{id}/rotate`. */
export const rotateWebhookSecretOperation: HttpOperation<RequestedRotation, IssuedEndpoint> = {
  ...common,
  name: 'webhooks.v1.Webhooks/RotateSecret',
  route: createRoute({
    method: 'post',
    path: `${path}/{id}/rotate`,
    operationId: 'rotateWebhookSecret',
    summary: 'Give an endpoint another secret; the one before signs too for a while',
    tags,
    request: { params: idParams, headers: idempotencyHeaders('secret'), body: jsonBody(webhookRotationSchema) },
    responses: responses('The endpoint with its new secret.', issuedWebhookSchema, {
      findsById: true,
      readsBody: true,
      isRepeatable: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { overlap } = validate(webhookRotationSchema, await readJson(context), 'body');
    return { ...named(context), overlapMs: overlap, idempotencyKey: context.req.header('idempotency-key') };
  },
  encode: issuedWebhookJson,
};

/** `POST /v1/webhooks/{id}/test`. */
export const testWebhookOperation: HttpOperation<EndpointName, { readonly deliveryId: string }> = {
  ...common,
  name: 'webhooks.v1.Webhooks/TestWebhook',
  route: createRoute({
    method: 'post',
    path: `${path}/{id}/test`,
    operationId: 'testWebhook',
    summary: 'Send a notice of the type `webhook.test`',
    tags,
    request: { params: idParams },
    responses: responses('Under which id it is delivered.', webhookTestSchema, { findsById: true, conflicts: true }),
  }),
  decode: named,
  encode: ({ deliveryId }) => ({ delivery_id: deliveryId }),
};

/** `GET /v1/webhooks/{id}/deliveries`. */
export const listWebhookDeliveriesOperation: HttpOperation<PageRequest & EndpointName, Page<Delivery>> = {
  ...common,
  name: 'webhooks.v1.Webhooks/ListDeliveries',
  route: createRoute({
    method: 'get',
    path: `${path}/{id}/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of an endpoint with their attempts, newest first',
    tags,
    request: { params: idParams, query: tokenPageQuery },
    responses: responses('One page of deliveries.', webhookDeliveryPageSchema, { findsById: true }),
  }),
  decode: (context) => ({ ...validate(tokenPageQuery, context.req.queries(), 'query'), ...named(context) }),
  encode: pageJson(deliveryJson),
};

const replayed = {
  ...common,
  encode: ({ replayed: count }: { readonly replayed: number }) => ({ replayed: count }),
};

/** `POST /v1/webhooks/{id}/replay`. */
export const replayWebhookOperation: HttpOperation<RequestedReplay, { readonly replayed: number }> = {
  ...replayed,
  name: 'webhooks.v1.Webhooks/ReplayAll',
  route: createRoute({
    method: 'post',
    path: `${path}/{id}/replay`,
    operationId: 'replayWebhookDeliveries',
    summary: 'Deliver what was given up once more, the oldest 1,000 first',
    tags,
    request: { params: idParams },
    responses: responses('How many there were.', webhookReplaySchema, { findsById: true, conflicts: true }),
  }),
  decode: (context) => ({ ...named(context), deliveryId: undefined }),
};

/** `POST /v1/webhooks/{id}/deliveries/{delivery}/replay`. */
export const replayWebhookDeliveryOperation: HttpOperation<RequestedReplay, { readonly replayed: number }> = {
  ...replayed,
  name: 'webhooks.v1.Webhooks/ReplayDelivery',
  route: createRoute({
    method: 'post',
    path: `${path}/{id}/deliveries/{delivery}/replay`,
    operationId: 'replayWebhookDelivery',
    summary: 'Deliver one that was given up once more',
    tags,
    request: { params: deliveryParams },
    responses: responses('How many there were: 1.', webhookReplaySchema, { findsById: true, conflicts: true }),
  }),
  decode: (context) => ({ ...named(context), deliveryId: context.req.param('delivery') ?? '' }),
};
