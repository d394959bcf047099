import { createRoute, z } from '@hono/zod-openapi';
import type { FindAlternatesRequest, FindAlternatesResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { alternatesAnswer } from '../schemas/answers.ts';
import { validate } from '../validate.ts';
import { productParams } from './day-query.ts';
import { optionalOnce } from './page-query.ts';

const limitRange = 'must be a whole number from 0 to 100';

const querySchema = z.object({
  limit: optionalOnce
    .pipe(
      z
        .string()
        .regex(/^-?\d{1,9}$/, { error: limitRange })
        .default('0'),
    )
    .transform(Number)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: 100,
      description: 'Alternates at most; 0 or left out: 20.',
      example: 20,
    }),
});

/** `GET /v1/products/{id}/alternates`. */
export const findAlternatesOperation: HttpOperation<FindAlternatesRequest, FindAlternatesResponse> = {
  service: 'catalog',
  name: 'svc.public.v1.Catalog/FindAlternates',
  scope: 'catalog',
  route: createRoute({
    method: 'get',
    path: '/v1/products/{id}/alternates',
    operationId: 'findAlternates',
    summary: 'What can be bought instead of a product',
    tags: ['Catalog'],
    request: { params: productParams, query: querySchema },
    responses: responses('What replaces it, and its alternates.', alternatesAnswer.schema, { findsById: true }),
  }),
  decode: ({ req }) => ({ id: req.param('id') ?? '', ...validate(querySchema, req.queries(), 'query') }),
  encode: alternatesAnswer.json,
};
