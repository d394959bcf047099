import { z } from '@hono/zod-openapi';
import { deliveryJson, issuedWebhookJson, webhookJson } from '../../webhooks/mapping.ts';
import type { WebhookUseCases } from '../../webhooks/use-cases.ts';
import { operationsOf } from '../operations-of.ts';
import { pageJson } from '../schemas/page.ts';
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
import { idParam, tokenPageQuery } from './parameters.ts';

const path = '/v1/webhooks';
const id = idParam('whk_3b5n6t7h2k9m4q1x8v0c');
const params = z.object({ id });
const deliveryParams = z.object({ id, delivery: idParam('msg_7h2k9m4q1x8v0c3b5n6t') });

const { operation } = operationsOf<WebhookUseCases>({
  service: 'webhooks',
  scope: 'webhooks',
  contract: 'webhooks.v1.Webhooks',
  tag: 'Webhooks',
});

/** What callers do with webhooks, an extension that HTTP alone has. */
export const webhookOperations = [
  operation(({ createWebhook }) => createWebhook, {
    name: 'CreateWebhook',
    at: `POST ${path}`,
    status: 201,
    summary: 'Register an HTTPS endpoint that is told of changes; its secret is shown this once',
    repeats: 'endpoint',
    body: newWebhookSchema,
    answer: issuedWebhookSchema,
    answered: 'The endpoint with its secret.',
    conflicts: true,
    decode: ({ body: { url, description = '', event_types }, idempotencyKey }) => ({
      url,
      description,
      eventTypes: event_types,
      idempotencyKey,
    }),
    encode: issuedWebhookJson,
  }),

  operation(({ listWebhooks }) => listWebhooks, {
    name: 'ListWebhooks',
    at: `GET ${path}`,
    summary: 'List your endpoints, newest first',
    query: tokenPageQuery,
    answer: webhookPageSchema,
    answered: 'One page of endpoints.',
    decode: ({ query }) => query,
    encode: pageJson(webhookJson),
  }),

  operation(({ getWebhook }) => getWebhook, {
    name: 'GetWebhook',
    at: `GET ${path}/{id}`,
    summary: 'Fetch an endpoint',
    params,
    answer: webhookSchema,
    answered: 'The endpoint, without its secret.',
    decode: ({ params }) => ({ endpointId: params.id }),
    encode: webhookJson,
  }),

  operation(({ updateWebhook }) => updateWebhook, {
    name: 'UpdateWebhook',
    at: `PATCH ${path}/{id}`,
    summary: 'Change an endpoint, disable it, or enable it again',
    params,
    body: webhookUpdateSchema,
    answer: webhookSchema,
    answered: 'The endpoint as it is then.',
    conflicts: true,
    decode: ({ params, body: { url, description, event_types, enabled } }) => ({
      endpointId: params.id,
      url,
      description,
      eventTypes: event_types,
      isEnabled: enabled,
    }),
    encode: webhookJson,
  }),

  operation(({ deleteWebhook }) => deleteWebhook, {
    name: 'DeleteWebhook',
    at: `DELETE ${path}/{id}`,
    summary: 'Remove an endpoint with its deliveries',
    params,
    answer: deletedWebhookSchema,
    answered: 'Which one was removed.',
    decode: ({ params }) => ({ endpointId: params.id }),
    encode: ({ endpointId }) => ({ webhook_id: endpointId }),
  }),

  operation(({ rotateWebhookSecret }) => rotateWebhookSecret, {
    name: 'RotateSecret',
    at: `POST ${path}/{id}/rotate`,
    operationId: 'rotateWebhookSecret',
    summary: 'Give an endpoint another secret; the one before signs too for a while',
    repeats: 'secret',
    params,
    body: webhookRotationSchema,
    answer: issuedWebhookSchema,
    answered: 'The endpoint with its new secret.',
    decode: ({ params, body: { overlap }, idempotencyKey }) => ({
      endpointId: params.id,
      overlapMs: overlap,
      idempotencyKey,
    }),
    encode: issuedWebhookJson,
  }),

  operation(({ testWebhook }) => testWebhook, {
    name: 'TestWebhook',
    at: `POST ${path}/{id}/test`,
    summary: 'Send a notice of the type `webhook.test`',
    params,
    answer: webhookTestSchema,
    answered: 'Under which id it is delivered.',
    conflicts: true,
    decode: ({ params }) => ({ endpointId: params.id }),
    encode: ({ deliveryId }) => ({ delivery_id: deliveryId }),
  }),

  operation(({ listDeliveries }) => listDeliveries, {
    name: 'ListDeliveries',
    at: `GET ${path}/{id}/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of an endpoint with their attempts, newest first',
    params,
    query: tokenPageQuery,
    answer: webhookDeliveryPageSchema,
    answered: 'One page of deliveries.',
    decode: ({ params, query }) => ({ ...query, endpointId: params.id }),
    encode: pageJson(deliveryJson),
  }),

  operation(({ replayDeliveries }) => replayDeliveries, {
    name: 'ReplayAll',
    at: `POST ${path}/{id}/replay`,
    operationId: 'replayWebhookDeliveries',
    summary: 'Deliver what was given up once more, the oldest 1,000 first',
    params,
    answer: webhookReplaySchema,
    answered: 'How many there were.',
    conflicts: true,
    decode: ({ params }) => ({ endpointId: params.id, deliveryId: undefined }),
    encode: ({ replayed }) => ({ replayed }),
  }),

  operation(({ replayDeliveries }) => replayDeliveries, {
    name: 'ReplayDelivery',
    at: `POST ${path}/{id}/deliveries/{delivery}/replay`,
    operationId: 'replayWebhookDelivery',
    summary: 'Deliver one that was given up once more',
    params: deliveryParams,
    answer: webhookReplaySchema,
    answered: 'How many there were: 1.',
    conflicts: true,
    decode: ({ params }) => ({ endpointId: params.id, deliveryId: params.delivery }),
    encode: ({ replayed }) => ({ replayed }),
  }),
];
