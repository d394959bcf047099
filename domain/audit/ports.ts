/** What the audit trail needs from outside. */
import type { ReadOptions } from '../store-context.ts';
import type { ChainHead } from './chain.ts';
import type { AuditEntry, AuditOutcome, AuditRecord, AuditTarget } from './record.ts';

/** Which records to list; every given part must hold. */
export interface AuditQuery {
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  /** The id of what was acted on. */
  readonly target?: string | undefined;
  /** What kind of thing that is: things of several kinds may have one id. */
  readonly targetKind?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  /** Recorded at this instant or later. */
  readonly from?: Date | undefined;
  /** Recorded before this instant. */
  readonly to?: Date | undefined;
}

/** Records of a file at most; more are had by narrowing the time. */
export const maxExportedRecords = 100_000;

/** The audit trail. Every function throws `unavailable` when the database does not answer. */
export interface AuditTrail {
  /** Writes a record of its own, for what is stored nowhere else. */
  append(entry: AuditEntry): Promise<void>;
  /** Newest first, those before a position; undefined: from the newest on. */
  page(
    query: AuditQuery,
    before: bigint | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly AuditRecord[]>;
  /** Oldest first, those after a position, for a walk over the whole chain. */
  chain(after: bigint, limit: number): Promise<readonly AuditRecord[]>;
  /** The newest record's place; undefined: there is none. */
  head(options?: ReadOptions): Promise<ChainHead | undefined>;
  /** The tag of the target's state; undefined: it does not exist, or nothing is told of it. */
  tagOf(target: AuditTarget, options?: ReadOptions): Promise<string | undefined>;
  /** Takes away records from before an instant, so many at most; how many went. */
  cut(before: Date, atMost: number): Promise<number>;
}
