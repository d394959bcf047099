import { createRoute } from '@hono/zod-openapi';
import { priceSpreadJson } from '../../analytics/analytics.ts';
import type { PriceHistoryRequest } from '../../analytics/price-history.ts';
import type { PriceSpread } from '../../analytics/use-cases.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { priceQuery, priceQuestionOf, productParams } from '../../http/operations/day-query.ts';
import { responses } from '../../http/responses.ts';
import { analyticsOperation } from '../request/operation.ts';
import { priceSpreadSchema } from './schema.ts';

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
