import type { ReadOptions } from '../ports.ts';
import type {
  BudgetDay,
  CoverageQuestion,
  LeadTimeDay,
  PriceDay,
  PriceQuestion,
  SpreadDay,
  SupplierCoverage,
  SupplierQuestion,
} from './queries.ts';
import type { AnalyticsRows, AnalyticsTable } from './rows.ts';

/** Keeps the rows of the projection. Throws `unavailable` while the engine does not answer. */
export interface AnalyticsWriter {
  /**
   * Stores rows; resolves when all of them are on disk. A row whose message id is stored already changes nothing that is counted.
   * Throws `invalid_argument` when the engine refuses a row for what it holds; then none of them is stored.
   */
  insert<Table extends AnalyticsTable>(table: Table, rows: readonly AnalyticsRows[Table][]): Promise<void>;
}

/** Answers questions about the projection, each in the order of its days. Throws `unavailable` while the engine does not answer. */
export interface AnalyticsQueries {
  priceHistory(question: PriceQuestion, options?: ReadOptions): Promise<readonly PriceDay[]>;
  priceSpread(question: PriceQuestion, options?: ReadOptions): Promise<readonly SpreadDay[]>;
  /** In the order of the suppliers. */
  supplierCoverage(question: CoverageQuestion, options?: ReadOptions): Promise<readonly SupplierCoverage[]>;
  leadTimeTrend(question: SupplierQuestion, options?: ReadOptions): Promise<readonly LeadTimeDay[]>;
  budgetUse(question: SupplierQuestion, options?: ReadOptions): Promise<readonly BudgetDay[]>;
}
