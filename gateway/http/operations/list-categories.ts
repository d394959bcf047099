import { createRoute, z } from '@hono/zod-openapi';
import type { ListCategoriesRequest, ListCategoriesResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { listCategoriesRules } from '../../catalog/request-rules.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { categoriesAnswer } from '../schemas/answers.ts';
import { validate } from '../validate.ts';
import { once } from './once.ts';
import { optionalOnce } from './page-query.ts';

const levelsRange = 'must be a whole number from 0 to 4';

const querySchema = z.object({
  under: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description: 'Only categories below this one; left out: all.',
      ...listCategoriesRules.under.notes,
      example: 'Integrated circuits',
    }),
  levels: optionalOnce
    .pipe(
      z
        .string()
        .regex(/^-?\d{1,9}$/, { error: levelsRange })
        .default('0'),
    )
    .transform(Number)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: 4,
      description: 'Levels of the tree below it; 0 or left out: all.',
      example: 1,
    }),
});

/** `GET /v1/categories`. */
export const listCategoriesOperation: HttpOperation<ListCategoriesRequest, ListCategoriesResponse> = {
  service: 'catalog',
  name: 'svc.public.v1.Catalog/ListCategories',
  scope: 'catalog',
  route: createRoute({
    method: 'get',
    path: '/v1/categories',
    operationId: 'listCategories',
    summary: 'The tree of categories with counts of products',
    tags: ['Catalog'],
    request: { query: querySchema },
    responses: responses('Categories in the order of their paths.', categoriesAnswer.schema),
  }),
  decode: ({ req }) => validate(querySchema, req.queries(), 'query'),
  encode: categoriesAnswer.json,
};
