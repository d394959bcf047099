import { z } from '@hono/zod-openapi';
import { adminOperationsOf } from '../request/operation.ts';
import type { MarkCases, ProductMark } from './mark-product.ts';

const markSchema = z
  .object({ id: z.string(), marked: z.boolean() })
  .openapi('ProductMark', { example: { id: 'prd_7h2k9m4q1x8v0c3b5n6t', marked: true } });

const path = '/v1/admin/products/{id}/mark';
const params = z.object({ id: z.string().openapi({ example: 'prd_7h2k9m4q1x8v0c3b5n6t' }) });

const markJson = ({ productId, isMarked }: ProductMark) => ({ id: productId, marked: isMarked });

const { operation } = adminOperationsOf<MarkCases>('Connectors');

/** What operators do to marks of products. */
export const markOperations = [
  operation(({ markProduct }) => markProduct, {
    name: 'MarkProduct',
    scope: 'admin:operate',
    at: `PUT ${path}`,
    summary: 'Count a product among the most wanted, whatever it is asked for',
    params,
    answer: markSchema,
    answered: 'The mark as it is now; queues follow within a minute.',
    decode: ({ params: { id } }) => ({ productId: id, isMarked: true }),
    encode: markJson,
  }),

  operation(({ markProduct }) => markProduct, {
    name: 'UnmarkProduct',
    scope: 'admin:operate',
    at: `DELETE ${path}`,
    summary: 'Take the mark of a product away',
    params,
    answer: markSchema,
    answered: 'The mark as it is now; queues follow within a minute.',
    decode: ({ params: { id } }) => ({ productId: id, isMarked: false }),
    encode: markJson,
  }),
];
