import type { Tenant } from '../callers/caller.ts';
import type { SellerKind } from '../offers/sale-terms.ts';
import type { Cause, Change, CreationMark, ReadOptions, WriteContext } from '../store-context.ts';
import type { PackageAttrition } from './attrition.ts';
import type { EstimateDraft } from './draft.ts';
import type { Estimate, EstimateFailure, EstimateSummary } from './estimate.ts';
import type { EstimateCaller } from './market.ts';
import type { StatedOrderCost } from './order-costs.ts';
import type { EstimateOutcome } from './outcome.ts';
import type { EstimateRequest } from './request.ts';
import type { Revisable } from './revise.ts';

/**
 * What estimates need from the store. All methods throw `Failure` of kind `unavailable` when it
 * does not answer.
 */

/** An estimate that is asked for. */
export interface NewEstimate {
  readonly id: string;
  readonly request: EstimateRequest;
  /** The bytes of the document, where there is one. */
  readonly document: Uint8Array | undefined;
  readonly caller: EstimateCaller;
  readonly now: Date;
  /**
   * The key under which the caller may send the request again, with the digest of what was asked;
   * left out: none.
   */
  readonly repeat?: { readonly key: string; readonly digest: string } | undefined;
}

/** A change of an estimate. */
export interface EstimateRevision {
  readonly id: string;
  readonly customerId: string;
  /** The version that the caller has seen; undefined: whichever it is. */
  readonly expectedVersion: number | undefined;
  /** What it is computed from after the change; may throw `invalid_argument`. */
  readonly apply: (estimate: Revisable & { readonly outcome: EstimateOutcome | undefined }) => Revisable;
  /** As of a new estimate; `changeId` tells this change from others. */
  readonly repeat?: { readonly key: string; readonly digest: string; readonly changeId: string } | undefined;
}

/** Removes estimates that are over their time. */
export interface EstimateRetention {
  /**
   * Removes up to `limit` ended estimates that were not viewed for `forMs`; returns how many it
   * removed.
   */
  removeUnviewed(overdue: { readonly forMs: number; readonly limit: number }, context: WriteContext): Promise<number>;
}

/** Estimates as their owners know them. Another customer's does not exist. */
export interface Estimates {
  /**
   * Keeps an estimate, or finds the one of the request that this one repeats. Throws `conflict`
   * when the key was used for another request, `exhausted` when the customer has too many, under
   * way or in all, or too many bytes of documents that wait.
   */
  create(
    estimate: NewEstimate,
    context: WriteContext,
  ): Promise<{ readonly estimate: Estimate; readonly isNew: boolean }>;
  /** Undefined when it is unknown or another customer's. */
  estimate(id: string, customerId: string, options?: ReadOptions): Promise<Estimate | undefined>;
  /** The bytes of its document; undefined where they are not kept, or it is another customer's. */
  document(id: string, customerId: string, options?: ReadOptions): Promise<Uint8Array | undefined>;
  /** Whether there are such bytes. */
  hasDocument(id: string, customerId: string, options?: ReadOptions): Promise<boolean>;
  /** Up to `limit` estimates of the customer, newest first, older than the mark. */
  page(
    customerId: string,
    after: CreationMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly EstimateSummary[]>;
  /**
   * Ends one that is not ready yet; any other stays as it is. Undefined when it is unknown or
   * another customer's.
   */
  cancel(
    id: string,
    customerId: string,
    context: WriteContext,
  ): Promise<{ readonly estimate: Estimate; readonly hasEnded: boolean } | undefined>;
  /**
   * Changes a ready estimate, or one that an earlier change has not made ready again: it is
   * optimised anew, and whoever works on it works in vain. A change of nothing, and one that was
   * sent before, makes no version. Throws `conflict` where it has another version than expected,
   * `failed_precondition` where it never was ready. Undefined when it is unknown or another
   * customer's.
   */
  revise(
    revision: EstimateRevision,
    context: WriteContext,
  ): Promise<{ readonly estimate: Estimate; readonly isRevised: boolean } | undefined>;
  /** Removes it for good; false when it is unknown or another customer's. */
  remove(id: string, customerId: string, context: WriteContext): Promise<boolean>;
  /**
   * A caller views it: its prices are kept up to date from now on. One that was not viewed for
   * `liveMs` is recomputed, because it may have missed changes. Returns whether something may have
   * changed that it does not show yet; not for one of another customer.
   */
  markViewed(id: string, customerId: string, liveMs: number): Promise<boolean>;
}

/**
 * What is done for an estimate: its source is parsed, its basket is chosen, suppliers are asked
 * about unknown parts, its basket is chosen again after a change of its owner's, or is checked to
 * be still the best. One that is claimed while it looks up begins by choosing.
 */
export type EstimateWork =
  | { readonly kind: 'parse' }
  | { readonly kind: 'optimise'; readonly draft: EstimateDraft }
  | { readonly kind: 'look_up'; readonly draft: EstimateDraft; readonly looks: number }
  | { readonly kind: 'revise'; readonly draft: EstimateDraft; readonly outcome: EstimateOutcome }
  | { readonly kind: 'recompute'; readonly draft: EstimateDraft; readonly outcome: EstimateOutcome };

/**
 * A claimed estimate: one process works on it, under a fencing token that grows with every claim.
 */
export interface ClaimedEstimate {
  /** The request that began it. */
  readonly cause: Cause;
  readonly id: string;
  readonly token: number;
  readonly request: EstimateRequest;
  readonly caller: EstimateCaller;
  readonly createdAt: Date;
  readonly version: number;
  readonly work: EstimateWork;
}

/** What the steps of an estimate are made from. */
export type EstimateTask = Pick<ClaimedEstimate, 'id' | 'request' | 'caller'>;

/** What is claimed. */
export interface EstimateClaim {
  readonly owner: string;
  readonly ttlMs: number;
  /** Estimates that there is room for. */
  readonly places: number;
  /**
   * Estimates of one customer under way at once, at all processes together, besides those that
   * only wait for suppliers.
   */
  readonly perCustomer: number;
  /** Estimates of one customer that wait for suppliers, beyond which no other is begun. */
  readonly waitingPerCustomer: number;
  /** Ready estimates are recomputed for so long after somebody has looked at them. */
  readonly liveMs: number;
}

/** How the store identifies a claimed estimate. */
export type EstimateLease = Pick<ClaimedEstimate, 'id' | 'token'>;

/** A batch of the estimates that callers view, in the order of their ids. */
export interface ViewedBatch {
  /** The owners of the estimates; undefined: all customers. */
  readonly customerIds: readonly string[] | undefined;
  /** Estimates that were viewed within this time. */
  readonly liveMs: number;
  /** The minimum time between the last pricing of an estimate and its recomputation. */
  readonly gapMs: number;
  /** The last id of the previous batch; undefined for the first batch. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** The result of marking a batch. */
export interface BatchMarked {
  /** Milliseconds until the first of them is due; undefined when there is none. */
  readonly inMs: number | undefined;
  /** The last id of the batch; undefined: there are no more. */
  readonly last: string | undefined;
}

/** The stored source of an estimate, when it is about to be read. */
export interface StoredSource {
  /** The bytes of the document; undefined for lines. */
  readonly bytes: Uint8Array | undefined;
  /** How often reading was started without ending, this time included. */
  readonly begun: number;
  /** Why it cannot be read, as an earlier attempt found; undefined: not known to be unreadable. */
  readonly unreadable: string | undefined;
}

/**
 * Estimates as those who work on them know them. Every write under a token throws `conflict` once
 * the estimate has passed to another process, ended or gone. What is written is shown under a
 * version of its own, which is returned.
 */
export interface EstimateQueue {
  /**
   * Takes estimates that wait, or whose process went silent: new ones first, among those the ones
   * of customers who have the fewest under way, the longest waiting first.
   */
  claim(claim: EstimateClaim): Promise<readonly ClaimedEstimate[]>;
  /** Keeps estimates for as long again; returns the ids of those that still are this process's. */
  renew(held: readonly EstimateLease[], ttlMs: number): Promise<readonly string[]>;
  /** Gives estimates up, so that another process may take them at once. */
  release(held: readonly EstimateLease[]): Promise<void>;
  /**
   * The source is about to be read: kept before, so that it is known when the reader's whole
   * process dies. Undefined: not wanted.
   */
  beginReading(id: string): Promise<StoredSource | undefined>;
  /**
   * Reading has ended; `unreadable` says why the source cannot be read and must not be tried again.
   */
  endReading(id: string, unreadable?: string): Promise<void>;
  /** The lines are known, and the products that they rest on: the estimate is being optimised. */
  parsed(
    hold: EstimateLease,
    draft: EstimateDraft,
    productIds: readonly string[],
    context: WriteContext,
  ): Promise<number>;
  /** The estimate rests on these products from now on. */
  restOn(lease: EstimateLease, productIds: readonly string[]): Promise<void>;
  /** More is known of the lines: the draft with what suppliers said, or with alternates. */
  redraft(lease: EstimateLease, draft: EstimateDraft, productIds: readonly string[]): Promise<number>;
  /**
   * The estimate waits for suppliers until it is claimed again, and keeps no other from its place.
   */
  waits(lease: EstimateLease): Promise<void>;
  /** A better basket, while the search goes on. */
  publishBetter(hold: EstimateLease, outcome: EstimateOutcome): Promise<number>;
  /**
   * The basket is chosen, or chosen anew: `changedLines` is what is another than in the ready
   * version before.
   */
  ready(
    hold: EstimateLease,
    outcome: EstimateOutcome,
    changedLines: readonly number[],
    context: WriteContext,
  ): Promise<number>;
  /**
   * The basket still is the best: only how old its figures are has changed, which makes no version.
   */
  unchanged(hold: EstimateLease, outcome: EstimateOutcome): Promise<void>;
  /** `read` is what was understood of a source without lines. */
  fail(
    hold: EstimateLease,
    reason: EstimateFailure,
    detail: string | undefined,
    context: WriteContext,
    read?: EstimateDraft,
  ): Promise<number>;
  /**
   * Offers have changed: the estimates that rest on their products are to be recomputed, each no
   * sooner than `gapMs` after it was last priced. Returns in how many milliseconds the first is
   * due; undefined when there is none.
   */
  markAffected(offerIds: readonly string[], gapMs: number): Promise<number | undefined>;
  /** The basis of all prices has changed: the estimates of a batch are to be recomputed. */
  markViewed(batch: ViewedBatch): Promise<BatchMarked>;
  /** How many estimates wait or are worked on, at all processes together. */
  pending(): Promise<number>;
}

/** What operators have said of a supplier and of orders there. */
export interface OrderTerms {
  readonly supplierName: string;
  /** What an order usually costs besides its goods; left out: not known. */
  readonly cost?: StatedOrderCost;
  /** Days until it ships what it has in stock; left out: not known. */
  readonly handlingDays?: number;
  /** How it stands to manufacturers; left out: not known. */
  readonly sellerKind?: SellerKind;
  /** The country that it ships from where an offer does not say; left out: not known. */
  readonly shipsFrom?: string;
}

/** What operators have said of suppliers and of orders there. */
export interface StatedOrderTerms {
  /** By supplier; unknown ones are left out. */
  of(supplierIds: readonly string[], options?: ReadOptions): Promise<ReadonlyMap<string, OrderTerms>>;
}

/**
 * Which of these suppliers a customer buys from through some credential; those out of service are
 * none of them. Throws `unavailable` when the store does not answer.
 */
export type SuppliersInReach = (
  supplierIds: readonly string[],
  tenant: Tenant,
  options?: ReadOptions,
) => Promise<ReadonlySet<string>>;

/** What operators say is lost of parts by their package. Throws `unavailable` when it is away. */
export interface PackageAttritions {
  /** All of them, in the order of the packages. */
  all(options?: ReadOptions): Promise<readonly PackageAttrition[]>;
  /**
   * Sets what is lost of a package. Throws `failed_precondition` where that would be one too many.
   */
  put(attrition: PackageAttrition, change: Change): Promise<void>;
  /** Throws `not_found` where nothing is said of the package. */
  remove(packageKey: string, change: Change): Promise<void>;
}
