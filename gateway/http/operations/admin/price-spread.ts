import { createRoute } from '@hono/zod-openapi';
import { priceSpreadJson } from '../../../mapping/analytics.ts';
import type { PriceSpread } from '../../../usecases/admin/analytics.ts';
import type { PriceHistoryRequest } from '../../../usecases/analytics/price-history.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { priceSpreadSchema } from '../../schemas/admin/analytics.ts';
import { priceQuery, priceQuestionOf, productParams } from '../day-query.ts';
import { analyticsOperation } from './operation.ts';

/** `GET /v1/admin/analytics/products/{id}/price-spread`. */
export const viewPriceSpreadOperation: HttpOperation<PriceHistoryRequest, PriceSpread> = {
  ...analyticsOperation('ViewPriceSpread'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/products/{id}/price-spread',
    operationId: 'viewPriceSpread',
    summary: 'How far apart the suppliers of a product are, day by day',
    tags: ['Admin'],
    request: { params: productParams, query: priceQuery },
    responses: responses('The lowest, the middle and the highest price, by currency.', priceSpreadSchema, {
      findsById: true,
      isAnalytical: true,
    }),
  }),
  decode: priceQuestionOf,
  encode: priceSpreadJson,
};
