import { z } from '@hono/zod-openapi';
import { parseDuration } from '../../../domain/duration.ts';
import { deadReasons } from '../../../domain/webhooks/delivery.ts';
import { disabledReasons } from '../../../domain/webhooks/endpoint.ts';
import { noticeTypes, testType } from '../../../domain/webhooks/notice.ts';
import { instant } from './common.ts';
import { pageSchema } from './page.ts';

const text = (description: string, example: string) =>
  z.string({ error: 'must be text' }).openapi({ description, example });

const url = text(
  'Where notices are posted: https at a public address, without user, password or fragment.',
  'https://shop.example/hooks/offerstream',
);

const description = text('For people to tell endpoints apart.', 'web shop');

const eventTypes = z.array(z.string({ error: 'must be text' }), { error: 'must be a list of types' }).openapi({
  type: 'array',
  items: { type: 'string', enum: [...noticeTypes] },
  description: 'What is told. Each type needs the scope that reading the same needs.',
  example: ['estimate.ready', 'estimate.error'],
});

/** An endpoint to be registered. */
export const newWebhookSchema = z
  .strictObject({ url, description: description.optional(), event_types: eventTypes })
  .openapi('NewWebhook');

/** What is to be different about an endpoint. */
export const webhookUpdateSchema = z
  .strictObject({
    url: url.optional(),
    description: description.optional(),
    event_types: eventTypes.optional(),
    enabled: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .openapi({ description: 'False: nothing is delivered, and what waits is given up.' }),
  })
  .openapi('WebhookUpdate');

/** Longest that two secrets of an endpoint may sign side by side, in milliseconds. */
const maxOverlapMs = 7 * 24 * 3_600_000;

const overlapForm = 'must be a duration from 0s to 7d, for example "1d"';

/** How a secret is rotated. */
export const webhookRotationSchema = z
  .strictObject({
    overlap: z
      .string({ error: overlapForm })
      .transform((given, context) => {
        const ms = parseDuration(given);
        if (ms !== undefined && ms >= 0 && ms <= maxOverlapMs) return ms;
        context.addIssue({ code: 'custom', message: overlapForm });
        return z.NEVER;
      })
      .openapi({
        type: 'string',
        description: 'How long deliveries are signed by the secret before too: `90s`, `15m`, `1d`; `0s`: not at all.',
        example: '1d',
      }),
  })
  .openapi('WebhookRotation');

/** An endpoint. */
export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    event_types: z.array(z.enum(noticeTypes)),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z.enum(disabledReasons).optional().openapi({
      description: '`gone`: it answered 410. `backlog`: too many notices waited for it. Absent: it is enabled.',
    }),
    disabled_at: instant().optional(),
    created_at: instant(),
    version: z.int(),
    previous_secret_until: instant('Until when the secret before the last rotation signs too.').optional(),
  })
  .openapi('Webhook');

/** An endpoint with its secret. */
export const issuedWebhookSchema = z
  .object({
    id: z.string(),
    webhook: webhookSchema,
    secret: z.string().optional().openapi({
      description: 'What verifies deliveries. Shown this once; absent where a request was repeated.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  })
  .openapi('IssuedWebhook');

/** A page of endpoints. */
export const webhookPageSchema = pageSchema(webhookSchema, 'WebhookPage');

const attemptSchema = z
  .object({
    number: z.int().openapi({ description: 'From 1, over all replays.' }),
    at: instant(),
    took_ms: z.int(),
    outcome: z.enum(['answered', 'timeout', 'unreachable', 'not_allowed']).openapi({
      description: '`not_allowed`: the address is not a public one; nothing was sent.',
    }),
    status: z.int().optional().openapi({ description: 'The HTTP status that was answered.' }),
  })
  .openapi('WebhookAttempt');

const webhookDeliverySchema = z
  .object({
    id: z.string().openapi({ description: 'The `webhook-id` of every attempt.' }),
    type: z.enum([...noticeTypes, testType]),
    subject: z.string().openapi({ example: 'estimate/est_3b5n6t7h2k9m4q1x8v0c' }),
    status: z.enum(['pending', 'delivered', 'dead']),
    dead_reason: z.enum(deadReasons).optional(),
    created_at: instant(),
    settled_at: instant('When it was delivered or given up.').optional(),
    next_attempt_at: instant('Absent while an earlier notice of the subject is pending.').optional(),
    deadline_at: instant('No attempt begins later.').optional(),
    correlation_id: z.string(),
    attempt_count: z.int(),
    attempts: z.array(attemptSchema).openapi({ description: 'The latest ones, in order.' }),
  })
  .openapi('WebhookDelivery');

/** A page of deliveries. */
export const webhookDeliveryPageSchema = pageSchema(webhookDeliverySchema, 'WebhookDeliveryPage');

/** Which endpoint was removed. */
export const deletedWebhookSchema = z.object({ webhook_id: z.string() }).openapi('DeletedWebhook');

/** Under which id a test is delivered. */
export const webhookTestSchema = z.object({ delivery_id: z.string() }).openapi('WebhookTest');

/** How many deliveries are replayed. */
export const webhookReplaySchema = z.object({ replayed: z.int() }).openapi('WebhookReplay');
