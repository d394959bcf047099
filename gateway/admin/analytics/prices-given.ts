import { createRoute } from '@hono/zod-openapi';
import { pricesGivenJson } from '../../analytics/analytics.ts';
import type { PricesQuoted, QuotedPriceDays } from '../../analytics/use-cases.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { productParams, quotedPriceQuery, quotedPriceQuestionOf } from '../../http/operations/day-query.ts';
import { responses } from '../../http/responses.ts';
import { analyticsOperation } from '../request/operation.ts';
import { pricesGivenSchema } from './schema.ts';

/** `GET /v1/admin/analytics/products/{id}/prices-given`. */
export const viewPricesGivenOperation: HttpOperation<QuotedPriceDays, PricesQuoted> = {
  ...analyticsOperation('ViewPricesGiven'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/products/{id}/prices-given',
    operationId: 'viewPricesGiven',
    summary: 'What customers were told of the prices of a product, day by day',
    tags: ['Admin'],
    request: { params: productParams, query: quotedPriceQuery },
    responses: responses('The prices, by customer, offer and currency.', pricesGivenSchema, {
      findsById: true,
      isAnalytical: true,
    }),
  }),
  decode: quotedPriceQuestionOf,
  encode: pricesGivenJson,
};
