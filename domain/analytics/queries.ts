import type { Amount } from '../money.ts';

/**
 * What can be asked of what was observed over time. Days are days in UTC, written `2026-03-01`; a
 * period holds its first instant and not its last. Prices are for one piece at a quantity, in the
 * currency that the supplier named; currencies are never mixed.
 */

/** The kinds of questions, as they are told apart in metrics. */
export type QueryClass =
  | 'price_history'
  | 'supplier_coverage'
  | 'price_spread'
  | 'lead_time_trend'
  | 'budget_use'
  | 'prices_given';

/** From the first instant up to, but without, the last. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** What one credential sees of one offer. */
export interface OfferSource {
  readonly offerId: string;
  readonly credentialId: string;
}

/** Asks what offers cost at a quantity. */
export interface PriceQuestion {
  /** Only what these credentials saw of these offers; none: nothing is found. */
  readonly sources: readonly OfferSource[];
  /** At least 1. Below a supplier's first quantity its first price counts. */
  readonly quantity: number;
  readonly period: Period;
}

/** Asks what offers cost at a quantity, day by day. */
export interface PriceHistoryQuestion extends PriceQuestion {
  /** The most entries that are wanted; those of the first days come first. */
  readonly limit: number;
}

/** What an offer cost on a day, by what one credential saw of it. */
export interface PriceDay extends OfferSource {
  readonly day: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly lowest: Amount;
  readonly highest: Amount;
  /** The one observed last. */
  readonly last: Amount;
  readonly lastObservedAt: Date;
  readonly observations: number;
}

/** How far apart the last prices of a day are, from one supplier to another. */
export interface SpreadDay {
  readonly day: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly suppliers: number;
  readonly lowest: Amount;
  /** The lower of the two in the middle where their number is even. */
  readonly median: Amount;
  readonly highest: Amount;
}

/** Asks how much of each supplier is known, and how old it is. */
export interface CoverageQuestion {
  /** A price counts as fresh that was seen at this instant or later, changed or not. */
  readonly pricesSince: Date;
  readonly stocksSince: Date;
}

/** How much of a supplier is known. */
export interface SupplierCoverage {
  readonly supplierId: string;
  /** Offers ever observed. */
  readonly offers: number;
  /** Those of which a price was ever observed; one on request counts. */
  readonly priced: number;
  readonly stocked: number;
  readonly freshPrices: number;
  readonly freshStocks: number;
  readonly newestAt: Date;
}

/** Asks about suppliers over a period; without a supplier, about all. */
export interface SupplierQuestion {
  readonly supplierId: string | undefined;
  readonly period: Period;
}

/**
 * The lead times that a supplier named on a day. An offer counts once for each lead time that was
 * observed of it.
 */
export interface LeadTimeDay {
  readonly day: string;
  readonly supplierId: string;
  /** Offers with a lead time; told to within two in a hundred above some thousands. */
  readonly offers: number;
  readonly shortestDays: number;
  readonly medianDays: number;
  readonly ninetiethPercentileDays: number;
  readonly longestDays: number;
}

/** What a credential's ticks that ended on a day took of its budget, and what they brought. */
export interface BudgetDay {
  readonly day: string;
  readonly supplierId: string;
  /** Undefined for ticks from before their ends told. */
  readonly credentialId: string | undefined;
  readonly runs: number;
  readonly failedRuns: number;
  /** Pages that the supplier was asked for; undefined for ticks from before their ends told. */
  readonly pages: number | undefined;
  readonly items: number;
  readonly prices: number;
  readonly stocks: number;
}

/** Asks for the prices of a product that were quoted to customers. */
export interface QuotedPriceQuestion {
  /** Not empty. Answers count whose offer was this product at the time. */
  readonly productId: string;
  /** Undefined: every customer. */
  readonly customerId: string | undefined;
  readonly period: Period;
  /** The most entries that are wanted; the earliest come first. */
  readonly limit: number;
}

/**
 * What a customer was told on a day of the price of an offer, at whatever quantities, in one
 * currency or without a price.
 */
export interface QuotedPriceDay {
  readonly day: string;
  readonly customerId: string;
  readonly offerId: string;
  /** ISO 4217; undefined for the answers without a price. */
  readonly currency: string | undefined;
  readonly answers: number;
  /** How many of them named no price: on request, or unknown. */
  readonly withoutPrice: number;
  /** Prices of one piece; undefined where none of the answers named one. */
  readonly price: QuotedPriceRange | undefined;
  readonly lastAnsweredAt: Date;
}

/** Prices of one piece that were given. */
export interface QuotedPriceRange {
  readonly lowest: Amount;
  readonly highest: Amount;
  /** The one given last. */
  readonly last: Amount;
}
