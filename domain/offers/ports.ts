import type { Tenant } from '../callers/caller.ts';
import type { ReadOptions } from '../store-context.ts';
import type { Offer } from './offer.ts';
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

/** Offers with every view of them. */
export interface OfferStore {
  /** Offers by id, in any order; unknown ids are left out. One query whatever the number. */
  byIds(ids: readonly string[], options?: OfferReadOptions): Promise<readonly Offer[]>;
  ofProduct(productId: string, options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** As they were known at an instant of the past. */
  asOf(ids: readonly string[], instant: Date, options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** The configured route of each supplier. */
  routes(): Promise<ReadonlyMap<string, SupplyRoute>>;
}

/** How far somebody has followed what changes. Opaque; it belongs to the database that gave it. */
export type ChangeMark = string;

/** What has been committed between two marks. */
export interface OfferChanges {
  /** Up to here. */
  readonly mark: ChangeMark;
  /** The ids of offers of which something that is stored may be another than before, some of them more than once. */
  readonly offers: readonly string[];
  /** The same of credentials. */
  readonly credentials: readonly string[];
  /** Whether there were too many to name. */
  readonly isCutShort: boolean;
}

/** Offers for who keeps them: what is stored of them, how their credentials fare, and which of both have changed. */
export interface OfferChangeFeed {
  /** Offers by id, in any order; unknown ids are left out. One query whatever the number. */
  records(ids: readonly string[], options?: ReadOptions): Promise<readonly OfferRecord[]>;
  /** Credentials by id, in any order; unknown ids are left out. */
  credentials(ids: readonly string[], options?: ReadOptions): Promise<readonly CredentialState[]>;
  /** What is read from now on holds all that was committed by this mark. */
  mark(options?: ReadOptions): Promise<ChangeMark>;
  /** What was committed since the mark was given; of what was forgotten with a later mark, some may be missing. */
  changesSince(mark: ChangeMark, options?: ReadOptions): Promise<OfferChanges>;
  /** Nobody will ask any more for what was committed before the mark. */
  forget(before: ChangeMark, options?: ReadOptions): Promise<void>;
}
