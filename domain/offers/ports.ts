import type { Tenant } from '../callers/caller.ts';
import type { ReadOptions } from '../store-context.ts';
import type { MatchConfidence, Offer } from './offer.ts';
import type { CredentialState, OfferRecord } from './offer-record.ts';
import type { SupplyRoute } from './supply-chain.ts';

/** For whom offers are read. */
export interface OfferReadOptions extends ReadOptions {
  /**
   * Views through credentials of other tenants are not read at all; left out: all are, for work
   * that acts for everybody.
   */
  readonly tenant?: Tenant;
}

/** An offer of a supplier as operators go through them. */
export interface ListedOffer {
  readonly id: string;
  readonly supplierSku: string;
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  readonly description: string | undefined;
  /** Undefined while no product was found. */
  readonly productId: string | undefined;
  readonly matchConfidence: MatchConfidence;
  /** When any credential last saw it; undefined once none knows anything of it. */
  readonly lastObservedAt: Date | undefined;
}

/** The offers of one supplier. */
export interface SupplierOffers {
  /**
   * Up to `limit` in the order of their ids, after the given one; '' for the first. Throws
   * `not_found` for an unknown supplier; a retired one is known.
   */
  ofSupplier(supplierId: string, after: string, limit: number, options?: ReadOptions): Promise<readonly ListedOffer[]>;
}

/** Offers with every view of them. */
export interface OfferStore {
  /** Offers by id, in any order; unknown ids are left out. One query whatever the number. */
  byIds(ids: readonly string[], options?: OfferReadOptions): Promise<readonly Offer[]>;
  ofProduct(productId: string, options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** The offers of all of these, in any order. One query whatever the number. */
  ofProducts(productIds: readonly string[], options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** As they were known at an instant of the past. */
  asOf(ids: readonly string[], instant: Date, options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** The configured route of each supplier. */
  routes(): Promise<ReadonlyMap<string, SupplyRoute>>;
}

/**
 * The position of a reader in the change feed. Opaque; it belongs to the database that issued it.
 */
export type ChangeMark = string;

/** What was committed between two marks. */
export interface OfferChanges {
  /** Up to here. */
  readonly mark: ChangeMark;
  /** Ids of offers whose stored data may have changed; some may be listed more than once. */
  readonly offers: readonly string[];
  /** Ids of credentials that may have changed. */
  readonly credentials: readonly string[];
  /** Whether there were too many to name. */
  readonly isCutShort: boolean;
}

/**
 * A change feed for offer caches: stored offers, the health of their credentials, and which of both
 * changed.
 */
export interface OfferChangeFeed {
  /** Offers by id, in any order; unknown ids are left out. One query whatever the number. */
  records(ids: readonly string[], options?: ReadOptions): Promise<readonly OfferRecord[]>;
  /** Credentials by id, in any order; unknown ids are left out. */
  credentials(ids: readonly string[], options?: ReadOptions): Promise<readonly CredentialState[]>;
  /** What is read from now on holds all that was committed by this mark. */
  mark(options?: ReadOptions): Promise<ChangeMark>;
  /**
   * What was committed since the mark was given; of what was forgotten with a later mark, some may
   * be missing.
   */
  changesSince(mark: ChangeMark, options?: ReadOptions): Promise<OfferChanges>;
  /** Changes before this mark are no longer needed. */
  forget(before: ChangeMark, options?: ReadOptions): Promise<void>;
}
