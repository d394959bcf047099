import { z } from '@hono/zod-openapi';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import { webhookSchema } from '../../http/schemas/webhooks.ts';
import { webhookJson } from '../../webhooks/mapping.ts';
import { idOnce, oneOfOnce, textOnce } from '../request/list-filters.ts';
import { adminOperationsOf, pageJson } from '../request/operation.ts';
import type { WebhookCases } from './manage.ts';

/** An endpoint in a path. */
const webhookParams = z.object({ webhook: z.string().openapi({ example: 'whk_3b5n6t7h2k9m4q1x8v0c' }) });

/** An endpoint with its customer. */
const customerWebhookSchema = webhookSchema.extend({ customer_id: z.string() }).openapi('CustomerWebhook');

/** A page of the endpoints of all customers. */
export const customerWebhooksSchema = z
  .object({ items: z.array(customerWebhookSchema), next_cursor: z.string().optional() })
  .openapi('CustomerWebhooks');

const path = '/v1/admin/webhooks';

const json = (endpoint: WebhookEndpoint) => ({ ...webhookJson(endpoint), customer_id: endpoint.customerId });

const statuses = ['enabled', 'disabled'] as const;

const listQuery = pageQuery.extend({
  customer: idOnce('Only those of this customer.'),
  status: oneOfOnce(statuses, 'Only those that are so.'),
  q: textOnce('URL or description'),
});

const { operation } = adminOperationsOf<WebhookCases>('Webhooks');

/** What operators do to the endpoints of customers. */
export const webhookOperations = [
  operation(({ listAllWebhooks }) => listAllWebhooks, {
    name: 'ListAllWebhooks',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'The endpoints of all customers, with why one is disabled',
    query: listQuery,
    answer: customerWebhooksSchema,
    answered: 'One page of endpoints, in the order of their ids, without secrets.',
    decode: ({ query: { customer, status, q, ...page } }) => ({
      ...page,
      customerId: customer,
      isEnabled: status && status === 'enabled',
      text: q,
    }),
    encode: pageJson(json),
  }),

  operation(({ disableWebhook }) => disableWebhook, {
    name: 'DisableWebhook',
    scope: 'admin:operate',
    at: `POST ${path}/{webhook}/disable`,
    isConditional: true,
    summary: 'Deliver nothing to an endpoint until an operator enables it; its customer cannot',
    params: webhookParams,
    answer: customerWebhookSchema,
    answered: 'The endpoint; what waited for it is given up and can be replayed.',
    decode: ({ params }) => ({ webhookId: params.webhook }),
    encode: json,
  }),

  operation(({ enableWebhook }) => enableWebhook, {
    name: 'EnableWebhook',
    scope: 'admin:operate',
    at: `POST ${path}/{webhook}/enable`,
    isConditional: true,
    summary: 'Deliver to an endpoint again',
    params: webhookParams,
    answer: customerWebhookSchema,
    answered: 'The endpoint.',
    decode: ({ params }) => ({ webhookId: params.webhook }),
    encode: json,
  }),
];
