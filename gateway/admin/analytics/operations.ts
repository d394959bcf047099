import {
  adminPriceHistoryJson,
  budgetUseJson,
  coverageJson,
  leadTimesJson,
  priceSpreadJson,
  pricesGivenJson,
} from '../../analytics/analytics.ts';
import type { AnalyticsAdministration } from '../../analytics/use-cases.ts';
import { priceQuery, quotedPriceQuery, supplierQuery } from '../../http/operations/day-query.ts';
import { productParams } from '../../http/operations/parameters.ts';
import { adminOperationsOf } from '../request/operation.ts';
import {
  adminPriceHistorySchema,
  budgetUseSchema,
  leadTimesSchema,
  priceSpreadSchema,
  pricesGivenSchema,
  supplierCoverageSchema,
} from './schema.ts';

const { operation } = adminOperationsOf<AnalyticsAdministration>('Analytics');

/** What operators ask about time and volume. */
export const analyticsOperations = [
  operation(({ viewPriceHistory }) => viewPriceHistory, {
    name: 'ViewPriceHistory',
    scope: 'admin:read',
    at: 'GET /v1/admin/analytics/products/{id}/price-history',
    summary: 'What the offers of a product cost, day by day, by whatever credential saw it',
    params: productParams,
    query: priceQuery,
    answer: adminPriceHistorySchema,
    answered: 'The prices, by offer and credential.',
    decode: ({ params, query }) => ({ canonicalId: params.id, ...query }),
    encode: adminPriceHistoryJson,
  }),

  operation(({ viewPriceSpread }) => viewPriceSpread, {
    name: 'ViewPriceSpread',
    scope: 'admin:read',
    at: 'GET /v1/admin/analytics/products/{id}/price-spread',
    summary: 'How far apart the suppliers of a product are, day by day',
    params: productParams,
    query: priceQuery,
    answer: priceSpreadSchema,
    answered: 'The lowest, the middle and the highest price, by currency.',
    isAnalytical: true,
    decode: ({ params, query }) => ({ canonicalId: params.id, ...query }),
    encode: priceSpreadJson,
  }),

  operation(({ viewPricesGiven }) => viewPricesGiven, {
    name: 'ViewPricesGiven',
    scope: 'admin:read',
    at: 'GET /v1/admin/analytics/products/{id}/prices-given',
    summary: 'What customers were told of the prices of a product, day by day',
    params: productParams,
    query: quotedPriceQuery,
    answer: pricesGivenSchema,
    answered: 'The prices, by customer, offer and currency.',
    isAnalytical: true,
    decode: ({ params, query: { customer_id: customerId, ...days } }) => ({
      productId: params.id,
      customerId,
      ...days,
    }),
    encode: pricesGivenJson,
  }),

  operation(({ viewSupplierCoverage }) => viewSupplierCoverage, {
    name: 'ViewSupplierCoverage',
    scope: 'admin:read',
    at: 'GET /v1/admin/analytics/supplier-coverage',
    summary: 'How many offers of each supplier are known, and how many of them have fresh prices and stocks',
    answer: supplierCoverageSchema,
    answered: 'The suppliers.',
    isAnalytical: true,
    decode: () => ({}),
    encode: (suppliers) => ({ suppliers: suppliers.map(coverageJson) }),
  }),

  operation(({ viewLeadTimes }) => viewLeadTimes, {
    name: 'ViewLeadTimes',
    scope: 'admin:read',
    at: 'GET /v1/admin/analytics/lead-times',
    summary: 'The lead times that suppliers named, day by day',
    query: supplierQuery,
    answer: leadTimesSchema,
    answered: 'The lead times, by supplier.',
    isAnalytical: true,
    decode: ({ query: { supplier_id: supplierId, ...days } }) => ({ supplierId, ...days }),
    encode: leadTimesJson,
  }),

  operation(({ viewBudgetUse }) => viewBudgetUse, {
    name: 'ViewBudgetUse',
    scope: 'admin:read',
    at: 'GET /v1/admin/analytics/budget-use',
    summary: 'What the ticks of each credential took of its budget, day by day',
    query: supplierQuery,
    answer: budgetUseSchema,
    answered: 'The pages that were asked for and what they brought, by credential.',
    isAnalytical: true,
    decode: ({ query: { supplier_id: supplierId, ...days } }) => ({ supplierId, ...days }),
    encode: budgetUseJson,
  }),
];
