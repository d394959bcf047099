import { createRoute, z } from '@hono/zod-openapi';
import type { SearchProductsRequest, SearchProductsResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { searchProductsRules } from '../../catalog/request-rules.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { foundProductsAnswer } from '../schemas/answers.ts';
import { ifNoneMatch } from '../schemas/if-none-match.ts';
import { validate } from '../validate.ts';
import { once } from './once.ts';
import { pageFields } from './page-query.ts';
import { productFilterFields, productFilterOf, repeatableParameter } from './product-filter-query.ts';

const querySchema = z.object({
  q: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description:
        'A part number, its beginning or a fragment of it, or words; at most 200 characters. Left out: what passes the filters, of which there must be one.',
      ...searchProductsRules.q.notes,
      example: 'RC0603FR-0710KL',
    }),
  ...productFilterFields,
  facets: repeatableParameter(
    'What to count the products found by: manufacturer, lifecycle_status, identity_profile_id, category, or a characteristic, ' +
      'written `characteristics.name`.',
    'manufacturer',
  ),
  live: once(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .default('false')
    .openapi({
      type: 'boolean',
      description:
        'Whether suppliers are asked for a part number that is unknown here; `lookups` says who is. Search again to see what they found.',
    }),
  ...pageFields('next_cursor.token'),
});

/** `GET /v1/products?q=`. */
export const searchProductsOperation: HttpOperation<SearchProductsRequest, SearchProductsResponse> = {
  service: 'catalog',
  name: 'svc.public.v1.Catalog/SearchProducts',
  scope: 'catalog',
  isTagged: true,
  route: createRoute({
    method: 'get',
    path: '/v1/products',
    operationId: 'searchProducts',
    summary: 'Find products by part number, words or filters',
    tags: ['Catalog'],
    request: { query: querySchema, headers: ifNoneMatch },
    responses: responses('One page of products, best first.', foundProductsAnswer.schema, { isTagged: true }),
  }),
  decode: ({ req }) => {
    const query = validate(querySchema, req.queries(), 'query');
    return {
      q: query.q,
      identityProfileId: query.identity_profile_id,
      ...productFilterOf(query),
      facets: query.facets,
      live: query.live === 'true',
      limit: query.limit,
      cursor: query.cursor === '' ? undefined : { token: query.cursor },
    };
  },
  encode: foundProductsAnswer.json,
};
