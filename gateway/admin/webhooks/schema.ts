import { z } from '@hono/zod-openapi';
import { webhookSchema } from '../../http/schemas/webhooks.ts';

/** An endpoint in a path. */
export const webhookParams = z.object({ webhook: z.string().openapi({ example: 'whk_3b5n6t7h2k9m4q1x8v0c' }) });

/** An endpoint with its customer. */
export const customerWebhookSchema = webhookSchema.extend({ customer_id: z.string() }).openapi('CustomerWebhook');

/** A page of the endpoints of all customers. */
export const customerWebhooksSchema = z
  .object({ items: z.array(customerWebhookSchema), next_cursor: z.string().optional() })
  .openapi('CustomerWebhooks');
