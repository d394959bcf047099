import type { LifecycleStatus } from '../catalog/catalog.ts';
import type { Freshness } from '../offers/freshness.ts';
import type { MatchConfidence } from '../offers/offer.ts';
import type { OfferDuty } from '../pricing/duties/offer-duty.ts';
import type { OrderAmounts } from '../pricing/order-amounts.ts';
import type { ReadOptions } from '../store-context.ts';
import type { UsualOrderCost } from './order-costs.ts';
import type { PriceBreak } from './problem.ts';
import type { ProductName } from './resolution.ts';
import type { Sold } from './seller.ts';

/** The offers that a basket is chosen from, as one customer sees them. */

/** Whom an estimate is for: who asked for it, as the key of the request said. */
export interface EstimateCaller {
  readonly customerId: string;
  /** What may be seen is judged for this key. */
  readonly keyId: string;
  readonly groupIds: readonly string[];
}

/** Who buys, and how prices are wanted. */
export interface Buyer {
  readonly caller: EstimateCaller;
  /** Undefined: the customer's, else the service's. */
  readonly deliveryZone: string | undefined;
  /** ISO 4217; undefined: the customer's, else the one that most offers are priced in. */
  readonly currency: string | undefined;
}

/** A product that is wanted, with the pieces that may be bought of it in a basket. */
export interface WantedQuantity {
  readonly productId: string;
  /** Of each basket that is chosen; at least one, each once. */
  readonly pieces: readonly number[];
}

/** The stock of a warehouse; undefined: not known. */
export interface MarketStock {
  readonly warehouseRef: string;
  readonly quantity: number | undefined;
}

/** Why an offer that the customer sees has no price that it could be bought at. */
export type NoPriceReason = 'no_price' | 'price_on_request' | 'price_hidden' | 'no_exchange_rate' | 'amount_too_large';

/** What an offer costs the customer, or why that is not known. */
export type MarketPrice =
  | {
      readonly kind: 'ladder';
      /** Money units of each piece from a quantity on, in the market's currency; at least one. */
      readonly breaks: readonly PriceBreak[];
      /** Pieces of a reel that is made, at most; left out: any number is one reel. */
      readonly reelPieces?: number;
    }
  /** `currency` is what the supplier states the price in, where a rate for it is missing. */
  | { readonly kind: 'none'; readonly reason: NoPriceReason; readonly currency?: string };

/** How sure an offer is of its product, and the rule that says so. */
export interface OfferMatch {
  readonly confidence: MatchConfidence;
  readonly rule?: string;
}

/** An offer as the customer sees it. Undefined is unknown. */
export interface MarketOffer extends Sold {
  readonly offerId: string;
  readonly productId: string;
  /** Never shown where `shownSupplierId` is empty. */
  readonly supplierId: Sold['supplierId'];
  readonly shownSupplierId: string;
  /** Empty where the supplier is not shown. */
  readonly shownSupplierName: string;
  readonly shownSku: string;
  /** The offer's page at the seller; left out: not known, or not shown. */
  readonly productUrl?: string;
  /** The supplier's catalogue no longer holds it. */
  readonly isWithdrawn?: true;
  /** The seller's own offer of the product is there too, and counts instead. */
  readonly isTwin?: true;
  readonly manufacturer: string;
  readonly product: ProductName | undefined;
  readonly stock: readonly MarketStock[] | undefined;
  readonly minOrderQuantity: number | undefined;
  readonly orderMultiple: number | undefined;
  /** Most pieces of an order; left out: not stated. */
  readonly maxOrderQuantity?: number;
  /** How its pieces come, in the supplier's words; left out: not stated, or not shown. */
  readonly packaging?: string;
  /** Pieces of a full package, such as a reel; left out: not stated. */
  readonly standardPackage?: number;
  /** The unit that it is sold in, by its usual name; left out: not stated, or not known. */
  readonly unitOfSale?: string;
  /** The country that it ships from, in ISO 3166-1 alpha-2; left out: not known, or not shown. */
  readonly shipsFrom?: string;
  /** The import duty on it; left out: none is stated for the destination. */
  readonly duty?: OfferDuty;
  /** Days until the supplier ships what it has in stock. */
  readonly handlingDays: number;
  readonly leadTimeDays: number | undefined;
  readonly freshness: Freshness;
  /** Of its product; left out: not known, or not shown. */
  readonly lifecycle?: LifecycleStatus;
  /** How long ago the price was observed; left out: not known. */
  readonly priceAgeMs?: number;
  /** How long ago the stock was observed; left out: not known, or not shown. */
  readonly stockAgeMs?: number;
  /** How the offer was matched to its product; left out: not shown, which is not sure enough. */
  readonly match?: OfferMatch;
  readonly price: MarketPrice;
  /** A policy hides what its price is made of, so that no rule of it is named. */
  readonly isBreakdownHidden?: true;
}

/** What the market answers with: one reading of every offer. */
export interface Market {
  /** Empty when nothing has a price. */
  readonly currency: string;
  /** Decimal places of the money unit. */
  readonly places: number;
  /** Offers by product; a product without any that is visible is left out. */
  readonly offers: ReadonlyMap<string, readonly MarketOffer[]>;
  /**
   * What exactly so many pieces of an offer cost, as `CalculatePrice` says of the same reading,
   * less what an order as such costs: decimal text.
   */
  readonly priceOf: (offerId: string, quantity: number) => string | undefined;
  /**
   * The cost of an order besides its goods, by supplier, in the market's currency; left out: not
   * known.
   */
  readonly orderCosts: ReadonlyMap<string, UsualOrderCost>;
  /** What the customer's rules add to an order as such, by supplier; left out: nothing. */
  readonly orderAmounts?: ReadonlyMap<string, OrderAmounts>;
}

/**
 * The way to the offers, through the same door as prices: visibility, rules and currency of the
 * customer.
 */
export interface EstimateMarket {
  /** Throws `unavailable` when offers cannot be read. */
  quote(buyer: Buyer, wants: readonly WantedQuantity[], options?: ReadOptions): Promise<Market>;
}
