import { rowTotals } from './row-tally.ts';
import type { Tick } from './tick.ts';

/**
 * When a SKU is withdrawn: a walk over everything that a supplier has, which ended well, no longer
 * holds it. A walk that could not read some rows says nothing of these; one that read nothing, or
 * left out a row without a SKU, says nothing at all. One that misses more than half of what its
 * credential knew is believed when the next one misses the same.
 */

/** A walk over everything, from its first phase to its end, which was success. */
export type FullWalk = Pick<Tick, 'runId' | 'supplierId' | 'credentialId' | 'startedAt' | 'rows'>;

/** What the credential of a walk knew before it. */
export interface WalkFigures {
  /** SKUs that it knew, but for those that are withdrawn. */
  readonly known: number;
  /** Those of them that it has not seen since the walk began. */
  readonly missed: number;
  /** When the walk before began; undefined: there was none. */
  readonly previousStartedAt: Date | undefined;
}

/** SKUs that were not seen since an instant are withdrawn, except those of unreadable rows. */
export interface Withdrawal {
  readonly unseenSince: Date;
  readonly except: readonly string[];
}

/** What a walk withdraws; undefined: nothing. */
export const withdrawalOf = (
  { startedAt, rows }: Pick<FullWalk, 'startedAt' | 'rows'>,
  { known, missed, previousStartedAt }: WalkFigures,
): Withdrawal | undefined => {
  const { unreadableSkus: except = [], hasUnnamedRows = false } = rows;
  if (missed === 0 || hasUnnamedRows || rowTotals(rows).read === 0) return undefined;
  const unseenSince = missed * 2 > known ? previousStartedAt : startedAt;
  return unseenSince && { unseenSince, except };
};
