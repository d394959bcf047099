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
import { pairs, productFilterFields, productFilterOf, repeatableParameter } from './product-filter-query.ts';

/** What is no whole number is refused by the rule of the field, which names its supplier. */
const unitsOf = (texts: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(texts).map(([supplierId, units]) => [supplierId, /^\d{1,10}$/.test(units) ? Number(units) : -1]),
  );

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
  max_lookup_cost: pairs(
    'What the look-ups of a live search may cost at most, written `supplier:units`, in the unit of the supplier; `*`: at each that ' +
      'is not named. May be given several times.',
    '*:5',
  ),
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
      maxLookupCost: unitsOf(query.max_lookup_cost),
      limit: query.limit,
      cursor: query.cursor === '' ? undefined : { token: query.cursor },
    };
  },
  encode: foundProductsAnswer.json,
};
