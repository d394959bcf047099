import { createRoute, z } from '@hono/zod-openapi';
import type { SearchProductsRequest, SearchProductsResponse } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { searchProductsRules } from '../../catalog/request-rules.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { foundProductsAnswer } from '../schemas/answers.ts';
import { validate } from '../validate.ts';
import { once } from './once.ts';
import { pageFields } from './page-query.ts';

/**
 * A parameter that may be given several times, each time with one value or several between commas.
 */
const repeatableParameter = (description: string, example: string) =>
  z
    .array(z.string())
    .default([])
    .transform((texts) => texts.flatMap((text) => text.split(',')).filter((text) => text !== ''))
    .openapi({ type: 'array', items: { type: 'string' }, description, example: [example] });

/** `name:text` as a pair; `undefined` where there is no colon. */
const pairOf = (text: string): readonly [string, string] | undefined => {
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
};

/** A parameter that may be given several times, each time with a name and what goes with it. */
const pairs = (description: string, example: string) =>
  z
    .array(z.string().refine((text) => pairOf(text) !== undefined, { error: 'must be written name:text' }))
    .default([])
    .transform((texts) => Object.fromEntries(texts.map(pairOf).filter((pair) => pair !== undefined)))
    .openapi({ type: 'array', items: { type: 'string' }, description, example: [example] });

const querySchema = z.object({
  q: once(z.string())
    .default('')
    .openapi({
      type: 'string',
      description: 'A part number, its beginning or a fragment of it, or words; at most 200 characters.',
      param: { name: 'q', in: 'query', required: true },
      ...searchProductsRules.q.notes,
      example: 'RC0603FR-0710KL',
    }),
  manufacturer: once(z.string())
    .default('')
    .openapi({ type: 'string', description: 'Only products of this maker, by any of its names.', example: 'Yageo' }),
  identity_profile_id: once(z.string())
    .default('')
    .openapi({ type: 'string', description: 'Only products of this profile.', example: 'electronic-component' }),
  lifecycle_status: repeatableParameter(
    'Only products of one of these: new, active, deprecated, discontinued.',
    'active',
  ),
  in_stock: once(z.enum(['true', 'false'], { error: 'must be true or false' }))
    .default('false')
    .openapi({ type: 'boolean', description: 'Only products of which an offer that you may see is in stock.' }),
  characteristic: pairs(
    'Only products with this characteristic, written `name:text`; may be given several times.',
    'package:0603',
  ),
  range: pairs(
    'Only products of which this characteristic is within the range, written `name:range`; may be given several times.',
    'resistance:1k to 10k',
  ),
  facets: repeatableParameter(
    'What to count the products found by: manufacturer, lifecycle_status, identity_profile_id.',
    'manufacturer',
  ),
  ...pageFields('next_cursor.token'),
});

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
    responses: responses('One page of products, best first.', foundProductsAnswer.schema),
  }),
  decode: ({ req }) => {
    const query = validate(querySchema, req.queries(), 'query');
    return {
      q: query.q,
      manufacturer: query.manufacturer,
      identityProfileId: query.identity_profile_id,
      lifecycleStatus: query.lifecycle_status,
      inStock: query.in_stock === 'true',
      characteristics: query.characteristic,
      ranges: query.range,
      facets: query.facets,
      limit: query.limit,
      cursor: query.cursor === '' ? undefined : { token: query.cursor },
    };
  },
  encode: foundProductsAnswer.json,
};
