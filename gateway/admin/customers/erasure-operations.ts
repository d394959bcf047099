import { createRoute } from '@hono/zod-openapi';
import type { ErasureReport } from '../../../domain/erasure/ports.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import type { OfCustomer } from '../caller-use-cases.ts';
import { erasureReportSchema } from './erasure-schema.ts';
import { callerOperation, customerOf } from './operations.ts';
import { customerParams } from './schema.ts';

/** `POST /v1/admin/customers/{customer}/erasure`. */
export const eraseCustomerOperation: HttpOperation<OfCustomer, ErasureReport> = {
  ...callerOperation('EraseCustomer'),
  route: createRoute({
    method: 'post',
    path: '/v1/admin/customers/{customer}/erasure',
    operationId: 'eraseCustomer',
    summary: 'Erase everything that is known of a customer, for good; it may be asked for again',
    tags: ['Admin'],
    request: { params: customerParams },
    responses: responses('What went, what stays and what cannot be reached.', erasureReportSchema, {
      findsById: true,
      conflicts: true,
    }),
  }),
  decode: customerOf,
  encode: ({ customerId, requestedAt, finishedAt, erased, kept, unreachable }) => ({
    customer_id: customerId,
    requested_at: requestedAt.toISOString(),
    finished_at: finishedAt.toISOString(),
    erased: Object.entries(erased).map(([place, rows]) => ({ place, rows })),
    kept,
    unreachable,
  }),
};
