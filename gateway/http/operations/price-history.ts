import { createRoute } from '@hono/zod-openapi';
import { priceHistoryJson } from '../../analytics/analytics.ts';
import type { PriceHistory, PriceHistoryRequest } from '../../analytics/price-history.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { priceHistorySchema } from '../schemas/price-history.ts';
import { priceQuery, priceQuestionOf, productParams } from './day-query.ts';

/** `GET /v1/products/{id}/price-history`, an extension that HTTP alone has. */
export const getPriceHistoryOperation: HttpOperation<PriceHistoryRequest, PriceHistory> = {
  service: 'offers',
  name: 'offers.v1.PriceHistory/GetPriceHistory',
  scope: 'catalog',
  route: createRoute({
    method: 'get',
    path: '/v1/products/{id}/price-history',
    operationId: 'getPriceHistory',
    summary: 'What the offers of a product cost, day by day',
    tags: ['Offers'],
    request: { params: productParams, query: priceQuery },
    responses: responses('The prices that the caller may see, by offer and source.', priceHistorySchema, {
      findsById: true,
    }),
  }),
  decode: priceQuestionOf,
  encode: priceHistoryJson,
};
