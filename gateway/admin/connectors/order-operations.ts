import { z } from '@hono/zod-openapi';
import { dayMs } from '../../../domain/duration.ts';
import { duration, requiredText, supplierParams } from '../request/fields.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { OrderAnswer, OrderCases } from './give-orders.ts';
import { connectorJson, orderJson } from './mapping.ts';
import { fetchAnswerSchema, orderAnswerSchema, resumeAnswerSchema } from './schema.ts';

/** The bodies of orders; field names are the contract's, and no others are accepted. */

const secondMs = 1_000;
const maxInt32 = 2 ** 31 - 1;

const ttl = duration('How long the order holds; it then ends by itself.', secondMs, 30 * dayMs, '15m');

const wholeNumber = (description: string, example: number) => {
  const error = `must be a whole number from 1 to ${maxInt32}`;
  return z
    .number({ error })
    .int({ error })
    .min(1, { error })
    .max(maxInt32, { error })
    .openapi({ type: 'integer', format: 'int32', description, example });
};

/** Nothing is asked of the supplier. */
const pauseSchema = z
  .strictObject({ reason: requiredText(500, 'Shown to everyone who asks why.', 'maintenance at the supplier'), ttl })
  .openapi('Pause');

/** Fewer concurrent requests. */
const workersSchema = z
  .strictObject({
    max_concurrent_per_credential: wholeNumber('Requests of one credential under way at once, at most.', 1),
    ttl,
  })
  .openapi('Workers');

const limitSchema = z.strictObject(
  {
    rate: wholeNumber("Units of the supplier's cost in any such period.", 30),
    period: duration('The period.', 100, 31 * dayMs, '1m'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'must be an object of rate and period' : undefined) },
);

/** Every call in the log. */
const callLogSchema = z.strictObject({ ttl }).openapi('CallLog');

/** Lower rates by endpoint. */
const ratesSchema = z
  .object({ ttl })
  .catchall(limitSchema)
  .refine((body) => Object.keys(body).length > 1, { error: 'must name an endpoint besides ttl' })
  .openapi('RateLimits', { example: { search: { rate: 30, period: '1m' }, ttl: '2h' } });

const answerJson = ({ isApplied, order, connector }: OrderAnswer) => ({
  applied: isApplied,
  order: order && orderJson(order),
  connector: connectorJson(connector),
});

/** What all orders have in common. */
const order = {
  scope: 'admin:operate',
  params: supplierParams,
  answer: orderAnswerSchema,
  answered: 'The order as it is stored, in place of an earlier one of its kind.',
  findsById: true,
  conflicts: true,
  encode: answerJson,
} as const;

const path = '/v1/admin/connectors/{supplier}';

const { operation } = adminOperationsOf<OrderCases>('Connectors');

/** What operators order of connectors. */
export const orderOperations = [
  operation(({ giveOrder }) => giveOrder, {
    ...order,
    name: 'LimitWorkers',
    at: `PATCH ${path}/workers`,
    summary: 'Lower the requests of each credential under way at once, for a while',
    body: workersSchema,
    decode: ({ params, body }) => ({
      supplierId: params.supplier,
      order: { kind: 'workers' as const, maxConcurrentPerCredential: body.max_concurrent_per_credential },
      ttlMs: body.ttl,
    }),
  }),

  operation(({ giveOrder }) => giveOrder, {
    ...order,
    name: 'PauseConnector',
    at: `POST ${path}/pause`,
    hasTag: true,
    summary: 'Ask nothing of a supplier for a while; requests under way are aborted',
    body: pauseSchema,
    decode: ({ params, body: { reason, ttl } }) => ({
      supplierId: params.supplier,
      order: { kind: 'pause' as const, reason },
      ttlMs: ttl,
    }),
  }),

  operation(({ giveOrder }) => giveOrder, {
    ...order,
    name: 'LimitRates',
    at: `PATCH ${path}/rate-limits`,
    summary: 'Lower the rates of endpoints for a while; the configured limits hold beside them',
    body: ratesSchema,
    decode: ({ params, body: { ttl, ...limits } }) => ({
      supplierId: params.supplier,
      order: {
        kind: 'rates' as const,
        limits: Object.fromEntries(
          Object.entries(limits).map(([endpoint, { rate, period }]) => [endpoint, { rate, periodMs: period }]),
        ),
      },
      ttlMs: ttl,
    }),
  }),

  operation(({ giveOrder }) => giveOrder, {
    ...order,
    name: 'LogCalls',
    at: `PATCH ${path}/call-log`,
    summary: 'Tell every call of the supplier in the log, at info, for a while',
    body: callLogSchema,
    decode: ({ params, body: { ttl } }) => ({
      supplierId: params.supplier,
      order: { kind: 'call_log' as const },
      ttlMs: ttl,
    }),
  }),

  operation(({ resume }) => resume, {
    name: 'ResumeConnector',
    scope: 'admin:operate',
    at: 'POST /v1/admin/connectors/{supplier}/resume',
    summary: 'End a pause before its time',
    params: supplierParams,
    answer: resumeAnswerSchema,
    answered: 'The supplier goes on.',
    decode: ({ params }) => ({ supplierId: params.supplier }),
    encode: ({ isApplied, wasPaused, connector }) => ({
      applied: isApplied,
      was_paused: wasPaused,
      connector: connectorJson(connector),
    }),
  }),
  operation(({ fetchNow }) => fetchNow, {
    name: 'FetchNow',
    scope: 'admin:operate',
    at: `POST ${path}/fetch`,
    summary: 'Fetch prices and stocks now, ahead of their time, within the rate limits',
    params: supplierParams,
    answer: fetchAnswerSchema,
    answered: 'They are due. A pause still holds, and so does the wait of a credential that is failing.',
    conflicts: true,
    decode: ({ params }) => ({ supplierId: params.supplier }),
    encode: ({ isApplied, credentialIds, connector }) => ({
      applied: isApplied,
      credentials: credentialIds,
      connector: connectorJson(connector),
    }),
  }),
];
