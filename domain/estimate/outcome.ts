import type { Comparison } from '../alternates/compare-parts.ts';
import type { Freshness } from '../offers/freshness.ts';
import type { OrderAmount } from '../pricing/order-amounts.ts';
import type { AppliedAttrition } from './attrition.ts';
import type { LineDoubt } from './draft.ts';
import type { NoPriceReason, OfferMatch } from './market.ts';
import type { OptimizationMode } from './modes/modes.ts';
import type { OrderCostSource } from './order-costs.ts';
import type { InfeasibleReason, Shipment } from './problem.ts';
import type { PurchaseDuty } from './purchase-duty.ts';
import type { OfferRefusal } from './refusals.ts';
import type { ProductName, UnresolvedReason } from './resolution.ts';
import type { Seller } from './seller.ts';
import type { Substitution } from './substitution.ts';

/**
 * The result of an estimate, as stored in JSON: amounts are decimal text, instants RFC 3339 text.
 */

/** How far figures may be trusted, with its instants as text. */
export interface FreshnessText {
  readonly status: Freshness['status'];
  readonly observedAt?: string;
  readonly staleSince?: string;
  readonly refreshEta?: string;
}

/** So many pieces of a warehouse. */
export interface WarehousePick {
  readonly warehouseRef: string;
  readonly quantity: number;
}

/** A seller as the caller is shown it. */
export type ShownSeller = Pick<Seller, 'name' | 'kind'>;

/** So many pieces of an offer. */
interface Bought {
  readonly offerId: string;
  /** Empty when it is hidden from the caller. */
  readonly supplierSku: string;
  readonly productId: string;
  /** Left out in older outcomes. */
  readonly product?: ProductName;
  /** The offer's page at the seller; left out: not known, or hidden from the caller. */
  readonly productUrl?: string;
  /** How the pieces come; left out: not stated, or not shown. */
  readonly packaging?: string;
  /** What its quantity counts, such as `m`; left out: not stated. */
  readonly unitOfSale?: string;
  readonly quantity: number;
  /** For all of it. */
  readonly price: string;
  /** The country that it ships from; left out: not known, or not shown. */
  readonly shipsFrom?: string;
  /** The import duty on it, which the price is without; left out: none is stated. */
  readonly duty?: PurchaseDuty;
}

/** So many pieces of an offer, for so much. */
export interface OutcomeChoice extends Bought {
  /** Empty when it is hidden from the caller. */
  readonly supplierId: string;
  /** Empty when the supplier is hidden from the caller; left out in older outcomes. */
  readonly supplierName?: string;
  /** Who sells it; left out in older outcomes. */
  readonly seller?: ShownSeller;
  readonly manufacturer: string;
  /** What the supplier states for what it does not have in stock. */
  readonly leadTimeDays?: number;
  /** Left out in older outcomes. */
  readonly ships?: Shipment;
  readonly isSubstitute: boolean;
  /** What it is to the product of the line; left out: it is that one, or the line names it. */
  readonly alternate?: Comparison;
  /** How sure the offer is of its product; left out in older outcomes. */
  readonly match?: OfferMatch;
  /** Empty when the stock is not known. */
  readonly warehouses: readonly WarehousePick[];
  readonly freshness: FreshnessText;
}

/** Why an offer could not be bought at all. */
export type OfferExclusion =
  | NoPriceReason
  | OfferRefusal
  | 'out_of_stock'
  | 'stock_below_order'
  | 'substitute_not_needed'
  | 'substitute_too_dear'
  | 'full_reel_preferred';

/** The offers that were looked at, and those that could not be bought: how many, by reason. */
export interface OfferCoverage {
  readonly lookedAt: number;
  readonly leftOut: Readonly<Partial<Record<OfferExclusion, number>>>;
}

/** Why a line is not bought. The text of each for a buyer is with the edge. */
export type LeftOutReason =
  | UnresolvedReason
  | InfeasibleReason
  | 'do_not_place'
  | 'quantity_unknown'
  | 'quantity_zero'
  | 'quantity_too_large'
  | 'no_price'
  | 'no_exchange_rate'
  | 'offers_excluded'
  | 'sellers_not_wanted'
  | 'match_uncertain'
  | 'offers_uncertain'
  | 'offers_withdrawn';

/** Every risk, in the words of the contract. */
export type RiskCode =
  | 'lifecycle'
  | 'single_source'
  | 'low_stock'
  | 'above_expected_price'
  | 'above_median_price'
  | 'ships_late'
  | 'duty_unknown';

/** A risk; figures are decimal text, dates or words. */
export interface LineRisk {
  readonly code: RiskCode;
  readonly figures: Readonly<Record<string, string>>;
}

/** What became of one line. */
export interface OutcomeLine {
  readonly number: number;
  /** Left out when the line is not bought. */
  readonly pieces?: number;
  /** With what is lost in assembly; left out in older outcomes too. */
  readonly toBuy?: number;
  /** What is lost in assembly; left out: nothing, and in older outcomes. */
  readonly attrition?: AppliedAttrition;
  /** What holds of its substitutes; left out: what the request says, and in older outcomes. */
  readonly substitution?: Omit<Substitution, 'isOfLine'>;
  readonly chosen: readonly OutcomeChoice[];
  /** Other offers that have the whole line, the cheapest first. */
  readonly alternatives: readonly OutcomeChoice[];
  /** Left out when it is bought. */
  readonly leftOut?: LeftOutReason;
  readonly price?: string;
  /** The import duties that are known of its purchases together; left out: none is. */
  readonly duty?: string;
  /** What it was chosen from; left out where no product is looked for, and in older outcomes. */
  readonly offers?: OfferCoverage;
  readonly doubts: readonly LineDoubt[];
  /** Left out in older outcomes. */
  readonly risks?: readonly LineRisk[];
  readonly freshness: FreshnessText;
}

/** A purchase as it is ordered; several lines may share it. */
export interface OrderItem extends Bought {
  /** To six decimals. */
  readonly unitPrice: string;
  /** Pieces that the lines need of it, with what is lost in assembly. */
  readonly needed: number;
  /** Pieces beyond that, and their share of the price; left out: none. */
  readonly excess?: { readonly pieces: number; readonly price: string };
  /** The least order that would be enough, and what it would cost more; left out: no more. */
  readonly saving?: { readonly quantity: number; readonly price: string; readonly amount: string };
  /** The numbers of the lines that it is for. */
  readonly lines: readonly number[];
}

/** What is ordered from one seller. */
export interface OutcomeOrder {
  /** Left out in older outcomes, where each supplier is the seller. */
  readonly seller?: ShownSeller;
  /** Empty when it is hidden from the caller. */
  readonly supplierId: string;
  /** Empty when the supplier is hidden from the caller; left out in older outcomes. */
  readonly supplierName?: string;
  readonly goods: string;
  /** The import duties that are known of its items together; left out: none is. */
  readonly duty?: string;
  /** One for each purchase; left out in older outcomes. */
  readonly items?: readonly OrderItem[];
  /**
   * The additional cost of the order; 0 where it is not known, left out where it is in a currency
   * without a rate.
   */
  readonly orderCost?: string;
  /** The source of the additional cost; left out where it is not known. */
  readonly orderCostSource?: OrderCostSource;
  /**
   * What the customer's rules add to the order as such, and take off it; left out: nothing, and in
   * older outcomes.
   */
  readonly amounts?: readonly OrderAmount[];
}

/** How good the basket is known to be; each purchase is rounded to coins. */
export interface OutcomeCertificate {
  readonly objective: string;
  readonly lowerBound: string;
  readonly gap: number;
  readonly isFirstAimProven: boolean;
  readonly suppliers: number;
  readonly leadTimeDays: number;
  readonly unknownLeadTimes: number;
  /**
   * Purchases whose import duty is not known, and not counted: the proof is of the prices without
   * it. Left out: none, and the proof holds whatever is due on offers that are not bought.
   */
  readonly unknownDuties?: number;
  /** The offers that the proof speaks of; left out in older outcomes. */
  readonly offers?: OfferCoverage;
}

/** Lines that a basket does not buy for one reason. */
export interface UnboughtLines {
  readonly reason: LeftOutReason;
  readonly lines: number;
  /** The offers of all of them that could not be bought: how many, by reason. */
  readonly leftOut: OfferCoverage['leftOut'];
}

/**
 * What a basket of a table comes to; or that its sums are too large to be counted exactly, or that
 * its search failed.
 */
export type BasketSummary = {
  readonly mode: OptimizationMode;
  readonly buildQuantity: number;
} & (
  | {
      readonly kind: 'chosen';
      /** Goods, import duties and order costs. */
      readonly total: string;
      readonly boughtLines: number;
      /** What is not bought, by reason; left out: nothing, and in older outcomes. */
      readonly unbought?: readonly UnboughtLines[];
      readonly sellers: number;
      readonly leadTimeDays: number;
      readonly unknownLeadTimes: number;
      /** As of the certificate; left out: none. */
      readonly unknownDuties?: number;
      readonly gap: number;
      readonly isFirstAimProven: boolean;
    }
  | { readonly kind: 'too_large' | 'internal' }
);

/** The result of an estimate. */
export interface EstimateOutcome {
  /** Empty when nothing has a price. */
  readonly currency: string;
  /** Goods, import duties and order costs. */
  readonly total: string;
  /** The import duties that are known; left out: none is. */
  readonly duty?: string;
  readonly lines: readonly OutcomeLine[];
  readonly orders: readonly OutcomeOrder[];
  readonly certificate: OutcomeCertificate;
  /** What is doubtful about the whole; left out: nothing. */
  readonly doubts?: readonly LineDoubt[];
  readonly freshness: FreshnessText;
  readonly pricedAt: string;
  /** What the basket of each mode comes to; left out where that was not asked for. */
  readonly comparison?: readonly BasketSummary[];
  /** What the basket of each build quantity that was asked for comes to. */
  readonly builds?: readonly BasketSummary[];
}

/** A verdict on freshness with its instants as text. */
export const freshnessText = (freshness: Freshness): FreshnessText => ({
  status: freshness.status,
  ...('observedAt' in freshness && { observedAt: freshness.observedAt.toISOString() }),
  ...('staleSince' in freshness && { staleSince: freshness.staleSince.toISOString() }),
  ...(freshness.refreshEta && { refreshEta: freshness.refreshEta.toISOString() }),
});

/**
 * Days until the last of some purchases is shipped; undefined where that of one is not known, or
 * where there is none.
 */
export const shipsInDays = (chosen: readonly Pick<OutcomeChoice, 'ships'>[]): number | undefined =>
  chosen.reduce<number | undefined>(
    (latest, { ships }) => {
      if (latest === undefined || ships?.days === undefined) return undefined;
      return Math.max(latest, ships.days);
    },
    chosen.length === 0 ? undefined : 0,
  );

const figuresOf = ({ chosen, alternatives, leftOut, pieces, offers }: OutcomeLine): string => {
  const told = ({ freshness: _, ...choice }: OutcomeChoice) => choice;
  return JSON.stringify([pieces, leftOut, offers, chosen.map(told), alternatives.map(told)]);
};

/**
 * The numbers of the lines whose figures are another than before; how old figures are is no figure.
 */
export const changedLines = (before: EstimateOutcome, after: EstimateOutcome): readonly number[] => {
  const known = new Map(before.lines.map((line) => [line.number, figuresOf(line)]));
  return after.lines.filter((line) => known.get(line.number) !== figuresOf(line)).map(({ number }) => number);
};
