import { createRoute, z } from '@hono/zod-openapi';
import type { Product, StreamProductsRequest } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { HttpStream } from '../http-stream.ts';
import { lineStreamResponses } from '../responses.ts';
import { productAnswer } from '../schemas/answers.ts';
import { validate } from '../validate.ts';
import { productFilterFields, productFilterOf } from './product-filter-query.ts';

const querySchema = z.object(productFilterFields);

/** `GET /v1/products/stream`. */
export const streamProductsOperation: HttpStream<StreamProductsRequest, Product> = {
  service: 'catalog',
  name: 'svc.public.v1.Catalog/StreamProducts',
  scope: 'catalog',
  route: createRoute({
    method: 'get',
    path: '/v1/products/stream',
    operationId: 'streamProducts',
    summary: 'All products, or those that a filter lets pass, a line for each',
    tags: ['Catalog'],
    request: { query: querySchema },
    responses: lineStreamResponses({ description: 'A line for each product.', line: productAnswer.schema }),
  }),
  formOf: () => 'lines',
  decode: ({ req }) => {
    const query = validate(querySchema, req.queries(), 'query');
    return { identityProfileId: query.identity_profile_id, batchSize: 0, filter: productFilterOf(query) };
  },
  encode: productAnswer.json,
};
