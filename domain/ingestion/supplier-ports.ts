import type { StatedOrderCost } from '../estimate/order-costs.ts';
import type { CredentialRef } from '../offers/offer.ts';
import type { SellerKind } from '../offers/sale-terms.ts';
import type { SupplyRoute } from '../offers/supply-chain.ts';
import type { BoundSupplier, SecretState } from '../secret-binding.ts';
import type { Change, ReadOptions } from '../store-context.ts';
import type { IssuedOrder } from './connector-control.ts';
import type { Health } from './credential-health.ts';
import type { LookupHealth } from './lookup-health.ts';
import type { PageError } from './row-tally.ts';
import type { Tick, TickKind } from './tick.ts';

/** A supplier as configured. */
export interface SupplierRecord {
  readonly id: string;
  readonly name: string;
  /** Which plug-in speaks to it. */
  readonly plugin: string;
  readonly baseUrl: string;
  readonly route: SupplyRoute;
  /** Whether its catalogue may create canonical products. */
  readonly createsProducts: boolean;
  /** What its plug-in needs to know besides: currency, language, store, mapping. Nothing secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The usual cost of an order besides its goods; left out: not known. */
  readonly orderCost?: StatedOrderCost | undefined;
  /** Days from an order until it ships what it has in stock; left out: not known. */
  readonly handlingDays?: number | undefined;
  /** How it stands to manufacturers; left out: not known. */
  readonly sellerKind?: SellerKind | undefined;
  /** The country that it ships from, in ISO 3166-1 alpha-2; left out: not known. */
  readonly shipsFrom?: string | undefined;
}

/** A credential with its secret opened; passed only to the actor that owns it. */
export interface OpenCredential extends CredentialRef {
  readonly secret: Readonly<Record<string, string>>;
}

/** Suppliers and their credentials. */
export interface SupplierStore {
  /** All but those that are retired. */
  suppliers(): Promise<readonly SupplierRecord[]>;
  /**
   * Those in use whose secrets are for exactly this supplier, as it is given; left out are the ones
   * that an operator has disabled and those whose secret is detached.
   */
  credentials(supplier: BoundSupplier & Pick<SupplierRecord, 'id'>): Promise<readonly OpenCredential[]>;
  /**
   * Creates or updates a supplier; one that was retired is in service again, its credentials
   * disabled and without secrets. Another origin or plug-in detaches its secrets, with an event.
   */
  putSupplier(supplier: SupplierRecord, change: Change): Promise<void>;
  /**
   * Creates or updates a credential; its secret is sealed, for what the supplier is now, before it
   * is stored.
   */
  putCredential(credential: Omit<OpenCredential, 'failingSince'>): Promise<void>;
}

/** Takes suppliers out of service. */
export interface SupplierRetirement {
  /**
   * Disables its credentials, each with its event, removes their secrets, and hides its offers;
   * observations that are still under way are dropped. May be done again, and completes what was
   * broken off. Throws `not_found` for an unknown supplier.
   */
  retire(supplierId: string, change: Change): Promise<void>;
  /** Whether it is out of service; false for an unknown supplier. */
  isRetired(supplierId: string): Promise<boolean>;
}

/**
 * What operators do to credentials, each with its event. Secrets go in and never come out. A change
 * of how the credential is used outdates the token of its lease, so that what its connector is late
 * with changes nothing any more. All throw `not_found` when the supplier has no such credential.
 */
export interface CredentialAdministration {
  /**
   * Adds a credential. Throws `not_found` for an unknown supplier, `conflict` when the id is taken.
   */
  add(credential: Omit<OpenCredential, 'failingSince'>, change: Change): Promise<void>;
  /**
   * Gives it another secret, or one again after it was detached; its session, and what was known
   * against it, belonged to the old one and go.
   */
  rotate(of: CredentialKey, secret: OpenCredential['secret'], change: Change): Promise<void>;
  /** Takes it out of use, or back into use; no event when it was so already. */
  setDisabled(of: CredentialKey, isDisabled: boolean, change: Change): Promise<void>;
}

/** Names a credential of a supplier. */
export interface CredentialKey {
  readonly supplierId: string;
  readonly credentialId: string;
}

/** Everything about the connectors of suppliers that an operator sees, as it is stored. */
export interface ConnectorOverviews {
  /** Every supplier that is not retired, in the order of their ids. */
  suppliers(options?: ReadOptions): Promise<readonly SupplierOverview[]>;
  supplier(id: string, options?: ReadOptions): Promise<SupplierOverview | undefined>;
  /** How far the offers of each supplier that has any are filled. Reads every offer. */
  attributeCoverage(options?: ReadOptions): Promise<ReadonlyMap<string, AttributeCoverage>>;
}

/** A supplier with its orders and credentials. */
export interface SupplierOverview {
  readonly supplier: SupplierRecord;
  /** Those that hold now, by the store's clock. */
  readonly orders: readonly IssuedOrder[];
  /** In the order of their ids, disabled ones too. */
  readonly credentials: readonly CredentialOverview[];
}

/** How a credential stands. */
export interface CredentialOverview {
  readonly credential: CredentialRef;
  readonly disabledAt: Date | undefined;
  readonly secret: SecretState;
  readonly health: Health;
  /** The process that works for it, by the store's clock. */
  readonly lease: { readonly owner: string; readonly until: Date } | undefined;
  /** The most recent tick, finished or not. */
  readonly tick: Tick | undefined;
  /** What last went wrong with a page of that tick. */
  readonly lastError: PageError | undefined;
  readonly nextTickAt: Date | undefined;
  /** Until when one of its rate budgets gives nothing out; undefined while all do. */
  readonly throttledUntil: Date | undefined;
  /** Look-ups that are due now, by the store's clock. */
  readonly dueLookups: number;
  /** When they will have been asked at the present pace, as its connector last reckoned. */
  readonly lookupsEndAt: Date | undefined;
  readonly lookupHealth: LookupHealth;
  /** Whether it is signed in at its supplier. */
  readonly hasSession: boolean;
  /** How much of its rate in force is used, 0 to 1, by endpoint; none of one never asked. */
  readonly budgetUse: Readonly<Record<string, number>>;
  /** Its latest ticks, newest first, at most `recentTicks` of them. */
  readonly recentTicks: readonly PastTick[];
}

/** Ticks of a credential that are told with it. */
export const recentTicks = 20;

/** How a tick went. */
export interface PastTick {
  readonly runId: string;
  readonly kind: TickKind;
  readonly startedAt: Date;
  /** Undefined while it runs. */
  readonly finishedAt: Date | undefined;
  readonly outcome: 'success' | 'failure' | undefined;
  /** Why it failed. */
  readonly reason: string | undefined;
}

/** How many offers of a supplier have characteristics. */
export interface AttributeCoverage {
  readonly offers: number;
  /** Offers of which no raw attributes are known yet. */
  readonly withoutAttributes: number;
}
