import { createRoute } from '@hono/zod-openapi';
import { pricesGivenJson } from '../../../mapping/analytics.ts';
import type { GivenPriceDays, PricesGiven } from '../../../usecases/admin/analytics.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { pricesGivenSchema } from '../../schemas/admin/analytics.ts';
import { givenPriceQuery, givenPriceQuestionOf, productParams } from '../day-query.ts';
import { analyticsOperation } from './operation.ts';

/** `GET /v1/admin/analytics/products/{id}/prices-given`. */
export const viewPricesGivenOperation: HttpOperation<GivenPriceDays, PricesGiven> = {
  ...analyticsOperation('ViewPricesGiven'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/products/{id}/prices-given',
    operationId: 'viewPricesGiven',
    summary: 'What customers were told of the prices of a product, day by day',
    tags: ['Admin'],
    request: { params: productParams, query: givenPriceQuery },
    responses: responses('The prices, by customer, offer and currency.', pricesGivenSchema, {
      findsById: true,
      isAnalytical: true,
    }),
  }),
  decode: givenPriceQuestionOf,
  encode: pricesGivenJson,
};
