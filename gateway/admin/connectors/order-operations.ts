import { createRoute, type z } from '@hono/zod-openapi';
import type { ConnectorOrder } from '../../../domain/ingestion/connector-control.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { adminOperation, supplierOf } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import { supplierParams } from '../request/text.ts';
import type { GiveOrder, OfSupplier, OrderAnswer, ResumeAnswer } from '../use-cases.ts';
import { connectorJson, orderJson } from './mapping.ts';
import { pauseSchema, ratesSchema, workersSchema } from './order-schema.ts';
import { orderAnswerSchema, resumeAnswerSchema } from './schema.ts';

/** How one kind of order is given. */
interface OrderForm<Schema extends z.ZodType> {
  readonly operation: AdminMethod;
  readonly method: 'patch' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly schema: Schema;
  readonly read: (body: z.output<Schema>) => { readonly order: ConnectorOrder; readonly ttlMs: number };
}

const orderOperation = <Schema extends z.ZodType>({
  operation,
  method,
  path,
  summary,
  schema,
  read,
}: OrderForm<Schema>): HttpOperation<GiveOrder, OrderAnswer> => ({
  ...adminOperation(operation),
  route: createRoute({
    method,
    path: `/v1/admin/connectors/{supplier}${path}`,
    operationId: `${operation.charAt(0).toLowerCase()}${operation.slice(1)}`,
    summary,
    tags: ['Admin'],
    request: {
      params: supplierParams,
      body: { required: true, content: { 'application/json': { schema } } },
    },
    responses: responses('The order as it is stored, in place of an earlier one of its kind.', orderAnswerSchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => ({
    ...supplierOf(context),
    ...read(validate(schema, await readJson(context), 'body')),
  }),
  encode: ({ isApplied, order, connector }) => ({
    applied: isApplied,
    order: order && orderJson(order),
    connector: connectorJson(connector),
  }),
});

/** `POST /v1/admin/connectors/{supplier}/pause`. */
export const pauseOperation = orderOperation({
  operation: 'PauseConnector',
  method: 'post',
  path: '/pause',
  summary: 'Ask nothing of a supplier for a while; requests under way are aborted',
  schema: pauseSchema,
  read: ({ reason, ttl }) => ({ order: { kind: 'pause', reason }, ttlMs: ttl }),
});

/** `PATCH /v1/admin/connectors/{supplier}/workers`. */
export const workersOperation = orderOperation({
  operation: 'LimitWorkers',
  method: 'patch',
  path: '/workers',
  summary: 'Lower the requests of each credential under way at once, for a while',
  schema: workersSchema,
  read: ({ max_concurrent_per_credential, ttl }) => ({
    order: { kind: 'workers', maxConcurrentPerCredential: max_concurrent_per_credential },
    ttlMs: ttl,
  }),
});

/** `PATCH /v1/admin/connectors/{supplier}/rate-limits`. */
export const ratesOperation = orderOperation({
  operation: 'LimitRates',
  method: 'patch',
  path: '/rate-limits',
  summary: 'Lower the rates of endpoints for a while; the configured limits hold beside them',
  schema: ratesSchema,
  read: ({ ttl, ...limits }) => ({
    order: {
      kind: 'rates',
      limits: Object.fromEntries(
        Object.entries(limits).map(([endpoint, { rate, period }]) => [endpoint, { rate, periodMs: period }]),
      ),
    },
    ttlMs: ttl,
  }),
});

/** `POST /v1/admin/connectors/{supplier}/resume`. */
export const resumeOperation: HttpOperation<OfSupplier, ResumeAnswer> = {
  ...adminOperation('ResumeConnector'),
  route: createRoute({
    method: 'post',
    path: '/v1/admin/connectors/{supplier}/resume',
    operationId: 'resumeConnector',
    summary: 'End a pause before its time',
    tags: ['Admin'],
    request: { params: supplierParams },
    responses: responses('The supplier goes on.', resumeAnswerSchema, { findsById: true }),
  }),
  decode: supplierOf,
  encode: ({ isApplied, wasPaused, connector }) => ({
    applied: isApplied,
    was_paused: wasPaused,
    connector: connectorJson(connector),
  }),
};
