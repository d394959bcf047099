import { createRoute } from '@hono/zod-openapi';
import { adminPriceHistoryJson } from '../../../mapping/analytics.ts';
import type { PriceHistory, PriceHistoryRequest } from '../../../usecases/analytics/price-history.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { adminPriceHistorySchema } from '../../schemas/admin/analytics.ts';
import { priceQuery, priceQuestionOf, productParams } from '../day-query.ts';
import { analyticsOperation } from './operation.ts';

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
