import type { Product } from '../catalog/catalog.ts';
import type { FailureReason } from '../credential-failure.ts';
import type { Amount } from '../money.ts';
import type { SaleTerms } from './sale-terms.ts';

/**
 * What suppliers sell, as last observed: the state that observations are merged into and that
 * prices are made from.
 */

/** From this quantity on, this price, for `priceBase` pieces of the offer. */
export interface PriceBreak {
  readonly quantity: number;
  readonly price: Amount;
}

/** A supplier's prices for one packaging. */
export interface PriceLadder {
  /** ISO 4217. */
  readonly currency: string;
  /**
   * Pieces that a price is for; undefined when the supplier did not say, which is treated as one
   * when priced.
   */
  readonly priceBase: number | undefined;
  /** Ascending by quantity, at least one unless `onRequest`. */
  readonly breaks: readonly PriceBreak[];
  /**
   * What each order of this packaging costs besides, such as for winding a reel; left out when the
   * supplier names none.
   */
  readonly orderFee?: Amount | undefined;
  /**
   * Pieces that one fee is for at most, such as those of the reel that is wound; left out: one fee
   * for any number.
   */
  readonly orderFeePieces?: number | undefined;
}

/** What a supplier says about price: a ladder, or "ask us". */
export type PriceStatement =
  | { readonly kind: 'ladder'; readonly ladder: PriceLadder }
  | { readonly kind: 'on_request' };

/**
 * What one warehouse holds; the quantity is undefined when the supplier only says that there is
 * some.
 */
export interface WarehouseStock {
  readonly warehouseRef: string;
  readonly quantity: number | undefined;
}

/** Whose a credential is, from the closest to the caller to the most general. */
export const credentialScopes = ['customer', 'group', 'system'] as const;

/** Whose a credential is. */
export type CredentialScope = (typeof credentialScopes)[number];

/** A credential as far as answers speak of it; never its secret. */
export interface CredentialRef {
  readonly id: string;
  readonly supplierId: string;
  readonly scope: CredentialScope;
  /** The customer or group that owns it; undefined for the system's. */
  readonly ownerId: string | undefined;
  readonly label: string;
  /** Since when it fails; undefined while it works. */
  readonly failingSince: Date | undefined;
  /** Why it fails; left out while it works, or when it is not known. */
  readonly failingReason?: FailureReason | undefined;
}

/** A value with the instant it was observed. */
export interface Observed<T> {
  readonly value: T;
  readonly observedAt: Date;
}

/** In what two prices are too far apart to be taken for one that moved. */
export const priceJumps = ['ratio', 'currency', 'nothing_in_common'] as const;

/**
 * In what two prices are too far apart: `ratio` for more than the factor at some quantity,
 * `currency` for another currency, `nothing_in_common` when there is no quantity at which both have
 * a price.
 */
export type PriceJump = (typeof priceJumps)[number];

/** A later price than the one that counts, held back because it jumps from it. */
export interface PriceHeld {
  /** When the first price was observed that is held back. */
  readonly since: Date;
  readonly jump: PriceJump;
}

/**
 * What one credential last saw of one offer. Every part has its own time, and a part never seen is
 * undefined.
 */
export interface OfferView {
  readonly credential: CredentialRef;
  /** The price that counts. */
  readonly price: Observed<PriceStatement> | undefined;
  /** Undefined when the price that counts is the latest. */
  readonly priceHeld: PriceHeld | undefined;
  /** Set when there is no price here because a visibility policy hides it. */
  readonly isPriceHidden?: true;
  readonly minimumOrderQuantity: number | undefined;
  readonly orderMultiple: number | undefined;
  readonly packaging: string | undefined;
  readonly stock: Observed<readonly WarehouseStock[]> | undefined;
  readonly leadTimeDays: number | undefined;
  /**
   * Since when a full walk of this credential no longer holds the SKU; left out: it is held, or no
   * such walk says.
   */
  readonly withdrawnAt?: Date;
  /** Set when its credential is disabled or detached: nobody looks through it any more. */
  readonly isOutOfUse?: true;
  /** When this credential will next look; undefined when no tick is planned. */
  readonly refreshEta: Date | undefined;
}

/**
 * Since when the supplier no longer has the SKU, as far as these views say: all of them do. Those
 * whose credential is out of use say nothing while there are others. The views are those that a
 * caller may see, at least one.
 */
export const withdrawnSince = (views: readonly Pick<OfferView, 'withdrawnAt' | 'isOutOfUse'>[]): Date | undefined => {
  const inUse = views.filter(({ isOutOfUse }) => !isOutOfUse);
  return (inUse.length > 0 ? inUse : views).reduce<Date | undefined>((latest, { withdrawnAt }, at) => {
    if (withdrawnAt === undefined || (at > 0 && latest === undefined)) return undefined;
    return latest === undefined || withdrawnAt > latest ? withdrawnAt : latest;
  }, undefined);
};

/** How sure the match of an offer to a product is, in the words of the contract, best first. */
export const matchConfidences = ['exact', 'strong', 'probable', 'weak', 'unmatched'] as const;

/** How sure a match is. */
export type MatchConfidence = (typeof matchConfidences)[number];

/**
 * An offer with everything that any credential has seen of it. Callers are shown only the views
 * they may see.
 */
export interface Offer {
  readonly id: string;
  readonly supplierId: string;
  readonly supplierSku: string;
  /** Maker and number in the supplier's spelling. */
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  readonly productId: string | undefined;
  readonly matchConfidence: MatchConfidence;
  /** The rule that decided the match; undefined while nothing has looked at it. */
  readonly matchRule: string | undefined;
  /** How it is sold; left out: nothing is stated, or it was not asked for. */
  readonly sale?: SaleTerms;
  /** The product as it is now, when matched. */
  readonly product: Product | undefined;
  readonly views: readonly OfferView[];
}

/** The maker's name: after aliases when the offer is matched, else as the supplier spells it. */
export const manufacturerOf = ({
  product,
  manufacturer,
}: Pick<Offer, 'product' | 'manufacturer'>): string | undefined => product?.manufacturer ?? manufacturer;
