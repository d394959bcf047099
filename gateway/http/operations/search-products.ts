import { createRoute, z } from '@hono/zod-openapi';
import { lifecycleStatuses } from '../../../domain/catalog.ts';
import { type SearchProductsRequest, SearchProductsResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { defaultPageSize, maxPageSize, maxQueryLength } from '../../usecases/search-products.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { searchProductsResponseSchema } from '../schemas/catalog.ts';
import { validate } from '../validate.ts';

/** Every parameter comes as the list of its values; one that is given twice says nothing clear. */
const once = (schema: z.ZodString) =>
  z
    .tuple([z.string()], { error: 'must be given once' })
    .transform(([value]) => value)
    .pipe(schema);

const limitRange = `must be a whole number from 0 to ${maxPageSize}`;

const querySchema = z.object({
  q: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description: 'A part number, its beginning, a piece of it, or words; at most 200 characters.',
      param: { name: 'q', in: 'query', required: true },
      minLength: 1,
      maxLength: maxQueryLength,
      example: 'RC0603FR-0710KL',
    }),
  manufacturer: once(z.string())
    .default('')
    .openapi({ type: 'string', description: 'Only products of this maker, by any of its names.', example: 'Yageo' }),
  identity_profile_id: once(z.string())
    .default('')
    .openapi({ type: 'string', description: 'Only products of this profile.', example: 'electronic-component' }),
  limit: once(z.string().regex(/^-?\d{1,9}$/, { error: limitRange }))
    .default('0')
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: maxPageSize,
      description: `Items of a page; 0 or left out: ${defaultPageSize}.`,
      example: 50,
    }),
  cursor: once(z.string())
    .default('')
    .openapi({ type: 'string', description: '`next_cursor.token` of the page before, with the same query.' }),
  lifecycle: z
    .array(z.string())
    .default([])
    .openapi({
      type: 'array',
      items: { type: 'string', enum: [...lifecycleStatuses] },
      description: 'Only products with one of these; give it several times.',
    }),
  in_stock: once(z.string().regex(/^(true|false)$/, { error: 'must be true or false' }))
    .default('false')
    .openapi({ type: 'boolean', description: 'Only products with an offer in stock, as the caller sees it.' }),
  characteristic: z
    .array(z.string().regex(/^[^=]+=/, { error: 'must be written name=value' }))
    .default([])
    .openapi({
      type: 'array',
      items: { type: 'string', pattern: '^[^=]+=' },
      description: 'Only products with this characteristic, written name=value; give it several times.',
      example: ['tolerance=1 %'],
    }),
  facets: once(z.string()).default('').openapi({
    type: 'string',
    description:
      'What to count the found products by, with commas between: manufacturer, identity_profile_id, lifecycle, characteristics.NAME.',
    example: 'manufacturer,lifecycle',
  }),
});

const splitAtEquals = (text: string): readonly [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

/** Spelled out, because the generated encoder leaves out zeros and empty lists, which are answers here. */
const encodeFacets = ({ facetCounts }: SearchProductsResponse): object =>
  facetCounts === undefined
    ? {}
    : { facet_counts: { facets: facetCounts.facets, counted: facetCounts.counted, at_least: facetCounts.atLeast } };

/** `GET /v1/products?q=`. */
export const searchProductsOperation: HttpOperation<SearchProductsRequest, SearchProductsResponse> = {
  service: 'catalog',
  name: 'svc.public.v1.Catalog/SearchProducts',
  scope: 'catalog',
  route: createRoute({
    method: 'get',
    path: '/v1/products',
    operationId: 'searchProducts',
    summary: 'Find products by part number or words',
    tags: ['Catalog'],
    request: { query: querySchema },
    responses: responses('One page of products, best first.', searchProductsResponseSchema),
  }),
  decode: ({ req }) => {
    const query = validate(querySchema, req.queries(), 'query');
    return {
      q: query.q,
      manufacturer: query.manufacturer,
      identityProfileId: query.identity_profile_id,
      limit: Number(query.limit),
      cursor: query.cursor === '' ? undefined : { token: query.cursor },
      lifecycle: query.lifecycle,
      inStock: query.in_stock === 'true',
      characteristics: Object.fromEntries(query.characteristic.map(splitAtEquals)),
      facets: query.facets === '' ? [] : query.facets.split(','),
    };
  },
  encode: (response) => ({
    items: [],
    ...(SearchProductsResponse.toJSON(response) as object),
    ...encodeFacets(response),
  }),
};
