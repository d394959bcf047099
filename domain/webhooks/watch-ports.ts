import type { Tenant } from '../callers/caller.ts';
import type { Cause, CreationMark, ReadOptions } from '../store-context.ts';
import type { NoticeType } from './notice.ts';
import type { Look, Watch, WatchedValue, WatchRule, WatchTarget } from './watch.ts';

/**
 * What watches need from outside. All throw `Failure` of kind `unavailable` when what stands behind
 * them does not answer.
 */

/** As whom a watch is looked at. */
export interface Watcher extends Tenant {
  readonly keyId: string;
}

/** A watch to be made. */
export interface NewWatch {
  readonly id: string;
  readonly watcher: Watcher;
  readonly target: WatchTarget;
  readonly quantity: number;
  readonly rule: WatchRule;
  readonly now: Date;
  /** The request that makes it. */
  readonly cause: Cause;
}

/** Names a watch of a customer. */
export interface OwnWatch {
  readonly customerId: string;
  readonly watchId: string;
}

/** What a watch has told. */
export interface WatchNotice {
  /** From 1, without gaps. */
  readonly number: number;
  readonly type: NoticeType;
  readonly occurredAt: Date;
  readonly correlationId: string;
  /** As JSON has it, with the contract's field names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Watches as their customers know them; to everybody else they do not exist. */
export interface Watches {
  /** Throws `exhausted` when the customer has as many as it may have. */
  create(watch: NewWatch): Promise<Watch>;
  watch(of: OwnWatch, options?: ReadOptions): Promise<Watch | undefined>;
  /** Newest first. */
  page(
    customerId: string,
    after: CreationMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly Watch[]>;
  /** Whether there was one. */
  remove(of: OwnWatch): Promise<boolean>;
  /** In their order, after the number. */
  notices(of: OwnWatch, after: number, limit: number, options?: ReadOptions): Promise<readonly WatchNotice[]>;
}

/** A watch in hand. */
export interface ClaimedWatch {
  readonly watch: Watch;
  readonly watcher: Watcher;
  readonly token: number;
  /** What made it due; undefined: its time. */
  readonly cause: Cause | undefined;
}

/** Watches as those who look know them. */
export interface WatchQueue {
  /** Makes the watches of offers that have changed due; returns how many changes there were. */
  markDue(limit: number, now: Date): Promise<number>;
  /** Takes watches that are due, those first that have waited longest. */
  claim(claim: {
    readonly owner: string;
    readonly ttlMs: number;
    readonly places: number;
    readonly now: Date;
  }): Promise<readonly ClaimedWatch[]>;
  /**
   * Keeps what a look has come to, with its notice and the deliveries of it, in one transaction.
   * Returns whether deliveries were written. Throws `conflict` when the watch has passed to another
   * process, or is no more.
   */
  settle(
    claimed: ClaimedWatch,
    look: Look,
    at: { readonly now: Date; readonly dueAt: Date; readonly cause: Cause },
  ): Promise<boolean>;
  /** Removes notices from before; returns how many, up to the limit. */
  forget(before: Date, limit: number): Promise<number>;
}

/**
 * The value that a watch is about, as its customer sees it now; undefined where it is not known, or
 * not to be seen.
 */
export type ObserveWatched = (claimed: ClaimedWatch, signal: AbortSignal) => Promise<WatchedValue>;
