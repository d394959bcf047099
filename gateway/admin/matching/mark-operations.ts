import { createRoute, z } from '@hono/zod-openapi';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { adminOperation } from '../request/operation.ts';
import type { ProductMark } from '../use-cases.ts';

const markSchema = z
  .object({ id: z.string(), marked: z.boolean() })
  .openapi('ProductMark', { example: { id: 'prd_7h2k9m4q1x8v0c3b5n6t', marked: true } });

const markOperation = (
  method: 'put' | 'delete',
  operationId: 'markProduct' | 'unmarkProduct',
  summary: string,
): HttpOperation<ProductMark, ProductMark> => ({
  ...adminOperation(operationId === 'markProduct' ? 'MarkProduct' : 'UnmarkProduct'),
  route: createRoute({
    method,
    path: '/v1/admin/products/{id}/mark',
    operationId,
    summary,
    tags: ['Admin'],
    request: { params: z.object({ id: z.string().openapi({ example: 'prd_7h2k9m4q1x8v0c3b5n6t' }) }) },
    responses: responses('The mark as it is now; queues follow within a minute.', markSchema, { findsById: true }),
  }),
  decode: ({ req }) => ({ productId: req.param('id') ?? '', isMarked: method === 'put' }),
  encode: ({ productId, isMarked }) => ({ id: productId, marked: isMarked }),
});

/** `PUT /v1/admin/products/{id}/mark`. */
export const markProductOperation = markOperation(
  'put',
  'markProduct',
  'Count a product among the most wanted, whatever it is asked for',
);

/** `DELETE /v1/admin/products/{id}/mark`. */
export const unmarkProductOperation = markOperation('delete', 'unmarkProduct', 'Take the mark of a product away');
