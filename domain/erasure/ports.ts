/** What the erasure of customers needs from outside. */
import type { Change, WriteContext } from '../store-context.ts';

/** A place where something of a customer is, such as a table, and why it is still there. */
export interface RetainedData {
  readonly place: string;
  readonly why: string;
  /** What it is kept in, by name; left out: nothing is named. */
  readonly names?: readonly string[];
}

/** What became of everything that was known of a customer. */
export interface ErasureReport {
  readonly customerId: string;
  readonly requestedAt: Date;
  readonly finishedAt: Date;
  /** By place, the rows that were deleted or lost what tells of the customer, over all attempts. */
  readonly erased: Readonly<Record<string, number>>;
  readonly kept: readonly RetainedData[];
  /** Copies that the service cannot change. */
  readonly unreachable: readonly RetainedData[];
}

/** A credential that belongs to a customer. */
export interface OwnedCredential {
  readonly supplierId: string;
  readonly credentialId: string;
}

/**
 * Erases what the database has of a customer. Every step may be repeated; what was done stays done.
 */
export interface CustomerErasures {
  /**
   * Ends the customer's keys, and notes that the erasure has begun. Throws `not_found` for a
   * customer that there is not and that was never erased. Returns the credentials that are the
   * customer's and still in use.
   */
  begin(customerId: string, change: Change): Promise<readonly OwnedCredential[]>;
  /** Erases everything but the customer and its keys, some rows at a time. */
  eraseData(customerId: string, context: WriteContext): Promise<void>;
  /** Credentials that were the customer's, which are kept without their secrets. */
  formerCredentials(customerId: string): Promise<readonly string[]>;
  /** Adds rows that were erased in another store to the report. */
  note(customerId: string, erased: Readonly<Record<string, number>>): Promise<void>;
  /** Erases what is left, the customer and its keys included, in one transaction. */
  finish(customerId: string, change: Change): Promise<ErasureReport>;
}

/** Erases what the analytical projection has of a customer. */
export interface AnalyticsErasure {
  /** By table, how many rows went. Throws `unavailable` while the engine does not answer. */
  eraseCustomer(customerId: string, credentialIds: readonly string[]): Promise<Readonly<Record<string, number>>>;
}
