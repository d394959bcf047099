import type { EventType, StoredEvent } from '../events.ts';
import type { OfferReadOptions } from '../offers/ports.ts';
import type { ReadOptions } from '../store-context.ts';
import type {
  BudgetDay,
  CoverageQuestion,
  LeadTimeDay,
  PriceDay,
  PriceHistoryQuestion,
  PriceQuestion,
  QuotedPriceDay,
  QuotedPriceQuestion,
  SpreadDay,
  SupplierCoverage,
  SupplierQuestion,
} from './queries.ts';
import type { AnalyticsRows, AnalyticsTable, ObservationRow, OfferNewestRow } from './rows.ts';

/** Keeps the rows of the projection. Throws `unavailable` while the engine does not answer. */
export interface AnalyticsWriter {
  /**
   * Stores rows; resolves when all of them are on disk. A row whose message id is stored already
   * changes nothing that is counted. Throws `invalid_argument` when the engine refuses a row for
   * what it holds; then none of them is stored.
   */
  insert<Table extends AnalyticsTable>(table: Table, rows: readonly AnalyticsRows[Table][]): Promise<void>;
}

/** Tells which rows the projection lacks. Throws `unavailable` while the engine does not answer. */
export interface AnalyticsGaps {
  /** Those of the observations whose message ids are not stored. */
  unknownObservations(rows: readonly ObservationRow[]): Promise<readonly ObservationRow[]>;
}

/** Everything that the projection can be made from again, as the database has recorded it. */
export interface RecordedHistory {
  /** Events of these kinds after one of them, aggregate by aggregate; undefined begins. */
  events(types: readonly EventType[], after: StoredEvent | undefined, limit: number): Promise<readonly StoredEvent[]>;
  /**
   * Observations after a place; undefined begins. An observation that changed nothing that is known
   * has no more parts than it changed.
   */
  observations(after: HistoryPlace | undefined, limit: number): Promise<HistoryPage>;
  /**
   * When each credential last saw each offer, changed or not, after a place; undefined begins. What
   * was seen again unchanged is no observation.
   */
  lastSeen(after: ViewPlace | undefined, limit: number): Promise<LastSeenPage>;
}

/** Events that were moved out of the database into files. */
export interface ArchivedHistory {
  /**
   * Events of these kinds, some at a time. Throws an error that names the file when one is damaged;
   * of its month nothing was given then.
   */
  events(types: readonly EventType[]): AsyncIterable<readonly StoredEvent[]>;
}

/** Where in the history of observations a page ended; means something to its store only. */
export type HistoryPlace = readonly [offerId: string, credentialId: string, recordedAt: string, sequence: string];

/** Which credential's view of which offer a page ended with. */
export type ViewPlace = readonly [offerId: string, credentialId: string];

/** When some offers were last seen, a row a credential, and where they end; undefined: no more. */
export interface LastSeenPage {
  readonly rows: readonly OfferNewestRow[];
  readonly end: ViewPlace | undefined;
}

/** Some observations, and where they end; undefined: there are no more. */
export interface HistoryPage {
  readonly rows: readonly ObservationRow[];
  readonly end: HistoryPlace | undefined;
}

/**
 * Answers what offers cost over time, from the projection or from the database. Throws
 * `unavailable` while that does not answer.
 */
export interface PriceHistoryStore {
  /**
   * A day on which nothing was observed is left out; within a day in the order of offers,
   * credentials and currencies.
   */
  priceHistory(question: PriceHistoryQuestion, options?: OfferReadOptions): Promise<readonly PriceDay[]>;
}

/**
 * Answers questions about the projection, each in the order of its days. Throws `unavailable` while
 * the engine does not answer.
 */
export interface AnalyticsQueries extends PriceHistoryStore {
  priceSpread(question: PriceQuestion, options?: ReadOptions): Promise<readonly SpreadDay[]>;
  /** In the order of the suppliers. */
  supplierCoverage(question: CoverageQuestion, options?: ReadOptions): Promise<readonly SupplierCoverage[]>;
  leadTimeTrend(question: SupplierQuestion, options?: ReadOptions): Promise<readonly LeadTimeDay[]>;
  budgetUse(question: SupplierQuestion, options?: ReadOptions): Promise<readonly BudgetDay[]>;
  /** Within a day in the order of customers, offers and currencies. */
  pricesGiven(question: QuotedPriceQuestion, options?: ReadOptions): Promise<readonly QuotedPriceDay[]>;
}
