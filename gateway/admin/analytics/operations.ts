import { z } from '@hono/zod-openapi';
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
import { decimal, instant } from '../../http/schemas/common.ts';
import {
  currencyField,
  dayField,
  dayRange,
  priceHistoryHeading,
  priceSeriesFields,
  truncatedField,
} from '../../http/schemas/price-history.ts';
import { adminOperationsOf } from '../request/operation.ts';

/** Answers to operators about what was observed over time. */

/** What the offers of a product cost over time, by whatever credential saw them. */
const adminPriceHistorySchema = z
  .object({
    ...priceHistoryHeading,
    series: z.array(z.object({ ...priceSeriesFields, credential_ref: z.string() }).openapi('AdminPriceSeries')),
    truncated: truncatedField,
  })
  .openapi('AdminPriceHistory');

/** How far apart the suppliers of a product are. */
const priceSpreadSchema = z
  .object({
    ...priceHistoryHeading,
    days: z.array(
      z
        .object({
          day: dayField,
          currency: currencyField,
          suppliers: z.int().openapi({ description: 'Suppliers with a price on the day.' }),
          lowest: decimal('The lowest of their last prices of the day, for a piece.'),
          median: decimal('The one in the middle; the lower of two.'),
          highest: decimal('The highest.'),
        })
        .openapi('SpreadDay'),
    ),
  })
  .openapi('PriceSpread');

/** How much of each supplier is known and how fresh it is. */
const supplierCoverageSchema = z
  .object({
    suppliers: z.array(
      z
        .object({
          supplier_id: z.string(),
          offers: z.int().openapi({ description: 'Offers ever seen.' }),
          priced: z.int().openapi({ description: 'Those of which a price was ever seen.' }),
          stocked: z.int().openapi({ description: 'Those of which a stock was ever seen.' }),
          fresh_prices: z
            .int()
            .openapi({ description: 'Those whose price was seen in the last 6 hours, changed or not.' }),
          fresh_stocks: z
            .int()
            .openapi({ description: 'Those whose stock was seen in the last 2 hours, changed or not.' }),
          newest_at: instant('When any of them was seen last.'),
        })
        .openapi('SupplierCoverage'),
    ),
  })
  .openapi('SuppliersCoverage');

/** The lead times that suppliers named. */
const leadTimesSchema = z
  .object({
    ...dayRange,
    days: z.array(
      z
        .object({
          day: dayField,
          supplier_id: z.string(),
          offers: z.int().openapi({ description: 'Offers with a lead time; to within 2 % above some thousands.' }),
          shortest_days: z.int(),
          median_days: z.int(),
          p90_days: z.int().openapi({ description: 'Nine of ten offers have this lead time or a shorter one.' }),
          longest_days: z.int(),
        })
        .openapi('LeadTimeDay'),
    ),
  })
  .openapi('LeadTimes');

/** What ticks took of budgets. */
const budgetUseSchema = z
  .object({
    ...dayRange,
    days: z.array(
      z
        .object({
          day: dayField.openapi({ description: 'The day in UTC on which the ticks ended.' }),
          supplier_id: z.string(),
          credential_ref: z.string().optional().openapi({ description: 'Absent for ticks from before it was told.' }),
          runs: z.int(),
          failed_runs: z.int(),
          pages: z.int().optional().openapi({ description: 'Pages asked for; absent when a tick does not tell.' }),
          items: z.int(),
          prices: z.int(),
          stocks: z.int(),
        })
        .openapi('BudgetDay'),
    ),
  })
  .openapi('BudgetUse');

/** The prices of a product that were quoted to customers. */
const pricesGivenSchema = z
  .object({
    product_id: z.string(),
    ...dayRange,
    days: z.array(
      z
        .object({
          day: dayField,
          customer_id: z.string(),
          offer_id: z.string(),
          currency: z.string().optional().openapi({
            description: 'ISO 4217, as the price was given. Absent for the answers without a price.',
            example: 'EUR',
          }),
          answers: z.int(),
          without_price: z.int().openapi({ description: 'Those of the answers that named no price.' }),
          lowest: decimal('The lowest price of a piece that was given, at whatever quantity.').optional(),
          highest: decimal('The highest one.').optional(),
          last: decimal('The one given last.').optional(),
          last_answered_at: instant('When the last of the answers was given.'),
        })
        .openapi('GivenPriceDay'),
    ),
    truncated: z.boolean().openapi({
      description:
        'Whether there are more than the 10,000 entries that an answer holds: ask for fewer days or one customer.',
    }),
  })
  .openapi('PricesGiven');

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
