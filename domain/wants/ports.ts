import type { LookupKind } from '../ingestion/lookup-health.ts';
import type { Priority } from '../priority.ts';
import type { Cause, ReadOptions } from '../store-context.ts';
import type { PricedWant, WantCost } from './lookup-cost.ts';
import type { IdentifiedWant } from './part-want.ts';

/**
 * What wants need from the store. All methods throw `Failure` of kind `unavailable` when it does
 * not answer.
 */

/** So long an answer holds, also one that a supplier does not carry the part. */
export const answerHoldsMs = 24 * 60 * 60_000;

/** Parts that are wanted, and for whom. */
export interface WantOrder {
  readonly wants: readonly IdentifiedWant[];
  /** Credentials that any of these customers may use are asked, and the system's. */
  readonly customerIds: readonly string[];
  readonly priority: Priority;
  /** What was answered from then on is new enough. */
  readonly since: Date;
  readonly now: Date;
  readonly cause: Cause;
}

/** How one credential's look-up of a want stands. */
export interface WantLookup {
  readonly wantId: string;
  readonly supplierId: string;
  readonly state: WantLookupState;
}

/**
 * Where a look-up stands: it waits in the queue; its credential fails or is paused; the offers that
 * it found are being applied and matched; or how it ended. A plug-in that cannot ask for order
 * numbers alone says so.
 */
export type WantLookupState =
  | { readonly kind: 'waiting'; readonly eta: Date | undefined }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'applying' }
  | { readonly kind: 'found' }
  | { readonly kind: 'not_carried' }
  | { readonly kind: 'cannot_be_asked' };

/** Puts wants into the queues of credentials that look parts up, and sees what became of them. */
export interface PartWants {
  /**
   * Safe to repeat: what was answered since is not asked again. Returns the suppliers of which a
   * credential is to be asked.
   */
  ask(order: WantOrder): Promise<readonly string[]>;
  /** The look-ups of every customer that waits, one for each want and credential. */
  survey(
    order: Pick<WantOrder, 'wants' | 'customerIds' | 'since'>,
    options?: ReadOptions,
  ): Promise<ReadonlyMap<string, readonly WantLookup[]>>;
  /**
   * What each credential's look-up of the wants costs and has cost, of every customer, whether it
   * stands in a queue or not. Wants that name suppliers are of those alone.
   */
  costs(
    order: { readonly wants: readonly PricedWant[]; readonly customerIds: readonly string[] },
    options?: ReadOptions,
  ): Promise<ReadonlyMap<string, readonly WantCost[]>>;
  /** Forgets up to `limit` wants that nobody has wanted since; returns how many those were. */
  forget(before: Date, limit: number): Promise<number>;
}

/** A want that a credential is to ask for. */
export interface DueWant {
  readonly wantId: string;
  readonly want: { readonly kind: 'number'; readonly mpn: string } | { readonly kind: 'sku'; readonly sku: string };
  readonly cause: Cause | undefined;
}

/** What an answer said of a want. */
export interface WantAnswer {
  readonly wantId: string;
  readonly answer: 'found' | 'not_carried' | 'cannot_be_asked';
  /** Of the rows that are the part. */
  readonly offerIds: readonly string[];
  /** Its share of what the answer cost, in the supplier's unit. */
  readonly units: number;
}

/**
 * The wants in a credential's queue, the most urgent first, and then those that wait longest;
 * `only`: those that are asked for in that way.
 */
export interface WantQueue {
  due(credentialId: string, now: Date, limit: number, only?: LookupKind): Promise<readonly DueWant[]>;
  /** Asked for at that instant; the offers that are the part may make their product known. */
  settle(credentialId: string, answers: readonly WantAnswer[], askedAt: Date): Promise<void>;
  /** Deferred: they could not be asked for while others could. */
  defer(credentialId: string, wantIds: readonly string[], now: Date): Promise<void>;
}
