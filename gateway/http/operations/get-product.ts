import { createRoute, z } from '@hono/zod-openapi';
import type { GetProductRequest, Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { productAnswer } from '../schemas/answers.ts';
import { ifNoneMatch } from '../schemas/if-none-match.ts';
import { validate } from '../validate.ts';
import { once } from './once.ts';

const querySchema = z.object({
  facts: once(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .default('false')
    .openapi({ type: 'boolean', description: 'Whether to answer what each source states of it.' })
    .transform((text) => text === 'true'),
});

/** `GET /v1/products/{id}`. */
export const getProductOperation: HttpOperation<GetProductRequest, Product> = {
  service: 'catalog',
  name: 'svc.public.v1.Catalog/GetProduct',
  scope: 'catalog',
  isTagged: true,
  route: createRoute({
    method: 'get',
    path: '/v1/products/{id}',
    operationId: 'getProduct',
    summary: 'Fetch one product',
    tags: ['Catalog'],
    request: {
      params: z.object({ id: z.string().min(1).max(128).openapi({ example: 'prd_7h2k9m4q1x8v0c3b5n6t' }) }),
      query: querySchema,
      headers: ifNoneMatch,
    },
    responses: responses('The product.', productAnswer.schema, { findsById: true, isTagged: true }),
  }),
  decode: ({ req }) => ({ id: req.param('id') ?? '', facts: validate(querySchema, req.queries(), 'query').facts }),
  encode: productAnswer.json,
};
