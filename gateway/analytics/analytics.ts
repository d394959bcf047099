import type {
  BudgetDay,
  LeadTimeDay,
  PriceDay,
  QuotedPriceDay,
  SpreadDay,
  SupplierCoverage,
} from '../../domain/analytics/queries.ts';
import { amountText } from '../../domain/money.ts';
import { observationSource_TypeToJSON } from '../../proto/gen/svc/public/v1/common.ts';
import { sourceTypeOf } from '../catalog/observation-source.ts';
import type { PriceHistory, PriceSeries } from './price-history.ts';
import type { Answer, PriceSpread, PricesQuoted } from './use-cases.ts';

/** Answers about what was observed over time, as JSON has them. */

const priceDayJson = ({ day, currency, lowest, highest, last, lastObservedAt, observations }: PriceDay) => ({
  day,
  currency,
  lowest: amountText(lowest),
  highest: amountText(highest),
  last: amountText(last),
  last_observed_at: lastObservedAt.toISOString(),
  observations,
});

const seriesJson = ({ offerId, supplierId, supplierSku, credential, days }: PriceSeries) => ({
  offer_id: offerId,
  supplier_id: supplierId,
  supplier_sku: supplierSku,
  source_type: credential && observationSource_TypeToJSON(sourceTypeOf[credential.scope]),
  credential_label: credential?.label,
  days: days.map(priceDayJson),
});

const headingJson = ({ productId, quantity, from, to }: Omit<PriceSpread, 'days'>) => ({
  product_id: productId,
  quantity,
  from,
  to,
});

/** A history as callers get it. */
export const priceHistoryJson = ({ series, isTruncated, ...heading }: PriceHistory) => ({
  ...headingJson(heading),
  series: series.map(seriesJson),
  truncated: isTruncated,
});

/** A history as operators get it: with the ids of credentials. */
export const adminPriceHistoryJson = ({ series, isTruncated, ...heading }: PriceHistory) => ({
  ...headingJson(heading),
  series: series.map((each) => ({ ...seriesJson(each), credential_ref: each.credential?.id })),
  truncated: isTruncated,
});

/** How far apart suppliers are. */
export const priceSpreadJson = ({ days, ...heading }: PriceSpread) => ({
  ...headingJson(heading),
  days: days.map(({ day, currency, suppliers, lowest, median, highest }: SpreadDay) => ({
    day,
    currency,
    suppliers,
    lowest: amountText(lowest),
    median: amountText(median),
    highest: amountText(highest),
  })),
});

/** How much of a supplier is known. */
export const coverageJson = (coverage: SupplierCoverage) => ({
  supplier_id: coverage.supplierId,
  offers: coverage.offers,
  priced: coverage.priced,
  stocked: coverage.stocked,
  fresh_prices: coverage.freshPrices,
  fresh_stocks: coverage.freshStocks,
  newest_at: coverage.newestAt.toISOString(),
});

const leadTimeDayJson = (day: LeadTimeDay) => ({
  day: day.day,
  supplier_id: day.supplierId,
  offers: day.offers,
  shortest_days: day.shortestDays,
  median_days: day.medianDays,
  p90_days: day.ninetiethPercentileDays,
  longest_days: day.longestDays,
});

/** The lead times that suppliers named. */
export const leadTimesJson = ({ from, to, days }: Answer<LeadTimeDay>) => ({
  from,
  to,
  days: days.map(leadTimeDayJson),
});

const budgetDayJson = ({ day, supplierId, credentialId, runs, failedRuns, ...counts }: BudgetDay) => ({
  day,
  supplier_id: supplierId,
  credential_ref: credentialId,
  runs,
  failed_runs: failedRuns,
  ...counts,
});

/** What ticks took of budgets. */
export const budgetUseJson = ({ from, to, days }: Answer<BudgetDay>) => ({ from, to, days: days.map(budgetDayJson) });

const quotedPriceDayJson = ({
  day,
  customerId,
  offerId,
  currency,
  answers,
  withoutPrice,
  ...told
}: QuotedPriceDay) => ({
  day,
  customer_id: customerId,
  offer_id: offerId,
  currency,
  answers,
  without_price: withoutPrice,
  lowest: told.price && amountText(told.price.lowest),
  highest: told.price && amountText(told.price.highest),
  last: told.price && amountText(told.price.last),
  last_answered_at: told.lastAnsweredAt.toISOString(),
});

/** The prices that were quoted to customers. */
export const pricesGivenJson = ({ productId, from, to, days, isTruncated }: PricesQuoted) => ({
  product_id: productId,
  from,
  to,
  days: days.map(quotedPriceDayJson),
  truncated: isTruncated,
});
