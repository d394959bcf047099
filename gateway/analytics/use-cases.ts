import type {
  BudgetDay,
  LeadTimeDay,
  QuotedPriceDay,
  SpreadDay,
  SupplierCoverage,
} from '../../domain/analytics/queries.ts';
import type { UseCase } from '../request/request-context.ts';
import type { Days } from './days.ts';
import type { PriceHistory, PriceHistoryRequest } from './price-history.ts';

/**
 * What operators ask about time and volume. Operators see what every credential saw. All but the
 * history of prices throws `unimplemented` where no analytical projection is kept.
 */
export interface AnalyticsAdministration {
  readonly viewPriceHistory: UseCase<PriceHistoryRequest, PriceHistory>;
  readonly viewPriceSpread: UseCase<PriceHistoryRequest, PriceSpread>;
  readonly viewSupplierCoverage: UseCase<Readonly<Record<never, never>>, readonly SupplierCoverage[]>;
  readonly viewLeadTimes: UseCase<SupplierDays, Answer<LeadTimeDay>>;
  readonly viewBudgetUse: UseCase<SupplierDays, Answer<BudgetDay>>;
  /** Throws `not_found` for a product that does not exist. */
  readonly viewPricesGiven: UseCase<QuotedPriceDays, PricesQuoted>;
}

/** About which supplier and which days; without a supplier, about all. */
export interface SupplierDays extends Days {
  readonly supplierId: string | undefined;
}

/** Answers by day, and from which to which day. */
export interface Answer<Day> {
  readonly from: string;
  readonly to: string;
  readonly days: readonly Day[];
}

/** How far apart suppliers of a product are. */
export interface PriceSpread extends Answer<SpreadDay> {
  readonly productId: string;
  readonly quantity: number;
}

/** About which product, which customer and which days; without a customer, about all. */
export interface QuotedPriceDays extends Days {
  readonly productId: string;
  readonly customerId: string | undefined;
}

/** The prices of a product that were quoted to customers. */
export interface PricesQuoted extends Answer<QuotedPriceDay> {
  readonly productId: string;
  /** Whether there are more than an answer holds; those of the first days are in it. */
  readonly isTruncated: boolean;
}
