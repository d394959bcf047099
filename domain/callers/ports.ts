import type { Caller } from './caller.ts';
/** What the administration of callers, and the counting of their requests, need from outside. */

import type { Change, ReadOptions } from '../store-context.ts';
import type { Scope } from './caller.ts';
import type { KeyLimits } from './key-limits.ts';

/** Somebody who calls the service. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  /** Undefined: the service's. */
  readonly deliveryZone: string | undefined;
  /** ISO 4217, that its prices are in; left out: the supplier's. */
  readonly currency?: string | undefined;
  /** In the order of their ids. */
  readonly groupIds: readonly string[];
  readonly createdAt: Date;
}

/** A group of customers. */
export interface CustomerGroup {
  readonly id: string;
  readonly name: string;
  readonly members: number;
}

/** Which customers to list; every given part must hold. */
export interface CustomerQuery {
  readonly groupId?: string | undefined;
  /** A piece of the name or of the id, in any case. */
  readonly text?: string | undefined;
}

/** What is to be different about a customer; left out: as it is. */
export interface CustomerUpdate {
  readonly name?: string | undefined;
  /** Null: the service's. */
  readonly deliveryZone?: string | null | undefined;
  /** Null: the supplier's. */
  readonly currency?: string | null | undefined;
}

/** Where a page of a list begins and how long it is. */
export interface PageOf {
  /** The id of the item before; undefined: the beginning. */
  readonly afterId: string | undefined;
  readonly limit: number;
}

/** Customers and their groups as operators see and change them, each change with its event. */
export interface CustomerStore {
  /** Throws `conflict` when the id is taken, `not_found` for a group that there is not. */
  create(customer: Omit<Customer, 'createdAt'>, change: Change): Promise<void>;
  /** Throws `not_found`. Nothing different: no event. */
  update(id: string, update: CustomerUpdate, change: Change): Promise<void>;
  get(id: string, options?: ReadOptions): Promise<Customer | undefined>;
  /** Those that there are of these ids, by id; one query for all of them. */
  named(ids: readonly string[]): Promise<ReadonlyMap<string, Customer>>;
  /** In the order of their ids. */
  page(query: CustomerQuery, page: PageOf, options?: ReadOptions): Promise<readonly Customer[]>;
  /** Creates a group or gives it another name. */
  putGroup(group: { readonly id: string; readonly name: string }, change: Change): Promise<CustomerGroup>;
  /** In the order of their ids. */
  groups(page: PageOf, options?: ReadOptions): Promise<readonly CustomerGroup[]>;
  /**
   * Puts a customer into a group or takes it out; no event when it was so already. Throws
   * `not_found` for either.
   */
  setMember(membership: Membership, isMember: boolean, change: Change): Promise<void>;
}

/** Names a customer and a group. */
export interface Membership {
  readonly groupId: string;
  readonly customerId: string;
}

/** Names a key of a customer. */
export interface OfApiKey {
  readonly customerId: string;
  readonly keyId: string;
}

/** What may be chosen about a key. */
export interface KeyProperties {
  /** For people to tell keys apart. */
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** Undefined: never. */
  readonly expiresAt: Date | undefined;
  readonly limits: KeyLimits;
}

/** An API key without its secret, as operators see it. */
export interface ApiKey extends OfApiKey, KeyProperties {
  /** By the store's clock. */
  readonly status: 'active' | 'expired' | 'revoked';
  readonly createdAt: Date;
  readonly revokedAt: Date | undefined;
  /** Exact to the minute; undefined: never. */
  readonly lastUsedAt: Date | undefined;
  /** Until when the secret before the last rotation still works; undefined when there is none. */
  readonly previousUntil: Date | undefined;
  /** Requests of this day, in UTC. */
  readonly requestsToday: number;
}

/**
 * Receives the scopes of a key, which is locked meanwhile, and throws when the key may not be
 * changed.
 */
export type KeyGuard = (scopes: readonly Scope[]) => void;

/**
 * API keys as operators see and change them, each change with its event. All but `ofCustomer` throw
 * `not_found`.
 */
export interface ApiKeyStore {
  /** Throws `not_found` for an unknown customer. */
  create(key: OfApiKey & KeyProperties & { readonly hash: Uint8Array }, change: Change): Promise<void>;
  /** Throws `failed_precondition` for a revoked key, and what the guard throws. */
  update(of: OfApiKey, properties: KeyProperties, change: Change, guard: KeyGuard): Promise<void>;
  /**
   * Gives the key another secret. The one before works for so long still, and one that was before
   * that no longer. Throws `failed_precondition` for a key that is revoked or has expired, and what
   * the guard throws.
   */
  rotate(
    of: OfApiKey,
    to: { readonly hash: Uint8Array; readonly overlapMs: number },
    change: Change,
    guard: KeyGuard,
  ): Promise<void>;
  /** Ends the key for good; no event when it was revoked already. */
  revoke(of: OfApiKey, change: Change): Promise<void>;
  get(of: OfApiKey, options?: ReadOptions): Promise<ApiKey | undefined>;
  /** Newest first. */
  ofCustomer(customerId: string, options?: ReadOptions): Promise<readonly ApiKey[]>;
}

/** Requests of one caller that the store does not know of yet. */
export interface KeyUse {
  readonly keyId: string;
  readonly requests: number;
  readonly lastUsedAt: Date;
}

/** Counts what keys are used for, in batches. */
export interface KeyUsage {
  /** Adds to this day's requests, and answers with the requests of this day, in UTC, by key. */
  add(uses: readonly KeyUse[]): Promise<ReadonlyMap<string, number>>;
}

/** The keys that a service is begun with. */
export type FirstKeyName = 'admin' | 'customer';

/** A first key that is made unless it ever was. */
export interface WantedFirstKey extends OfApiKey {
  readonly name: FirstKeyName;
  readonly hash: Uint8Array;
  readonly scopes: readonly Scope[];
  readonly label: string;
  /**
   * Whether an operator configured it; a generated one is made only while there is no key at all.
   */
  readonly isGiven: boolean;
}

/** What became of first keys. */
export interface FirstKeysOutcome {
  readonly made: readonly FirstKeyName[];
  /** Keys that an operator gives, of which others were made before. They are not used. */
  readonly passedOver: readonly FirstKeyName[];
}

/**
 * First keys: each is made once in the life of the database, also when it has been rotated,
 * narrowed or revoked since.
 */
export interface FirstKeyStore {
  /**
   * Creates those that never existed. `handOver` gets their names before they work, so that nobody
   * loses them; when it throws, none is made. Throws `conflict` when a key exists already under
   * another id.
   */
  make(
    wanted: readonly WantedFirstKey[],
    handOver: (names: readonly FirstKeyName[]) => Promise<void>,
  ): Promise<FirstKeysOutcome>;
}

/** The status of a key, by the store's clock, and why it is not valid. */
export type KeyStatus =
  | { readonly kind: 'valid'; readonly caller: Caller }
  /** `replaced`: its secret was rotated and the overlap has ended. */
  | { readonly kind: 'revoked' | 'expired' | 'replaced' | 'unknown' };

/** Customers and their API keys. Keys are stored as SHA-256 of the whole key. */
export interface CallerStore {
  byKeyHash(hash: Uint8Array): Promise<Caller | undefined>;
  /**
   * How the keys with these secrets stand now, in the order of the hashes; one query for all of
   * them.
   */
  keyStatuses(hashes: readonly Uint8Array[]): Promise<readonly KeyStatus[]>;
  putCustomer(customer: {
    id: string;
    name: string;
    groupIds: readonly string[];
    /** ISO 4217, that its prices are in; left out: the supplier's. */
    currency?: string | undefined;
  }): Promise<void>;
  putKey(key: {
    id: string;
    customerId: string;
    hash: Uint8Array;
    scopes: readonly Scope[];
    label: string;
  }): Promise<void>;
}
