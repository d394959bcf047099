import { createRoute } from '@hono/zod-openapi';
import { adminPriceHistoryJson } from '../../analytics/analytics.ts';
import type { PriceHistory, PriceHistoryRequest } from '../../analytics/price-history.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { priceQuery, priceQuestionOf, productParams } from '../../http/operations/day-query.ts';
import { responses } from '../../http/responses.ts';
import { analyticsOperation } from '../request/operation.ts';
import { adminPriceHistorySchema } from './schema.ts';

/** `GET /v1/admin/analytics/products/{id}/price-history`. */
export const viewPriceHistoryOperation: HttpOperation<PriceHistoryRequest, PriceHistory> = {
  ...analyticsOperation('ViewPriceHistory'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/products/{id}/price-history',
    operationId: 'viewPriceHistory',
    summary: 'What the offers of a product cost, day by day, by whatever credential saw it',
    tags: ['Admin'],
    request: { params: productParams, query: priceQuery },
    responses: responses('The prices, by offer and credential.', adminPriceHistorySchema, {
      findsById: true,
      isAnalytical: true,
    }),
  }),
  decode: priceQuestionOf,
  encode: adminPriceHistoryJson,
};
