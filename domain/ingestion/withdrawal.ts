import type { RowTally } from './row-tally.ts';
import type { Tick } from './tick.ts';

/**
 * When a SKU is withdrawn: a walk over everything that a supplier has, which ended well, no longer
 * holds it, and bulk data of the same credential held it before; what only look-ups know is no
 * matter of walks. To buy what is gone is bad, and not to buy what is there is worse, so that in
 * doubt nothing is withdrawn:
 *
 * - A walk without rows of a catalogue, or that left out a row without a SKU, says nothing. Rows
 *   that it could not read say nothing of their SKUs.
 * - Everything that it has read must have been applied. A row that is the same as before counts as
 *   seen too: whatever spares the store an unchanged row must still tell it that it was there.
 * - A page that is cut short looks like the end of a catalogue. So only a few SKUs are withdrawn
 *   after one walk; more of them when the sound walk before has missed the same.
 */

/** A walk over everything, from its first phase to its end, which was success. */
export type FullWalk = Pick<Tick, 'runId' | 'supplierId' | 'credentialId' | 'startedAt' | 'rows'>;

/** What the credential of a walk knew before it, and what of that the walk has seen. */
export interface WalkFigures {
  /** SKUs that its bulk data have held, but for those that are withdrawn. */
  readonly known: number;
  /** Those of them that it has not seen since the walk began. */
  readonly missed: number;
  /** SKUs that its bulk data have held since the walk began. */
  readonly seen: number;
}

/**
 * What is found of a walk, in the order in which it is looked at: why it withdraws nothing, that it
 * withdraws the few that it misses, that these are too many for one walk, or that it withdraws what
 * the sound walk before has missed too.
 */
export const judgements = [
  'no_catalogue',
  'unnamed_rows',
  'not_all_applied',
  'nothing_missed',
  'few_missed',
  'unconfirmed',
  'compared',
] as const;

/** What was found of a walk. */
export type Judgement = (typeof judgements)[number];

/** Of walks that have seen all that they could: what such a walk misses is gone, or was cut off. */
export const soundJudgements: readonly Judgement[] = ['nothing_missed', 'few_missed', 'unconfirmed', 'compared'];

/** SKUs that were not seen since an instant are withdrawn, except those of unreadable rows. */
export interface Withdrawal {
  readonly unseenSince: Date;
  readonly except: readonly string[];
}

/** What a walk comes to; without a withdrawal nothing is withdrawn. */
export interface Verdict {
  readonly judgement: Judgement;
  readonly withdrawal?: Withdrawal;
}

/** The largest share of what is known that one walk alone withdraws. */
const shareAtOnce = 0.05;

/** The most SKUs that one walk alone withdraws. */
const maxAtOnce = 100;

/** Pages of one walk may be stamped by several processes, whose clocks differ by less than that. */
const clockAllowanceMs = 5 * 60_000;

/** What was seen from then on may have been seen by the walk. */
export const seenSince = ({ startedAt }: Pick<FullWalk, 'startedAt'>): Date =>
  new Date(startedAt.getTime() - clockAllowanceMs);

/**
 * Whether a row could not be read of which no SKU is known. Tallies of an older build count
 * unreadable rows and do not name them.
 */
const hasUnnamed = ({ phases, unreadableSkus, hasUnnamedRows }: RowTally): boolean =>
  hasUnnamedRows === true ||
  (unreadableSkus === undefined && Object.values(phases).some(({ unreadable }) => unreadable > 0));

/** The rows of the phase that has most of them: each phase tells of a SKU once. */
const maxRead = ({ phases }: RowTally): number => Math.max(0, ...Object.values(phases).map(({ read }) => read));

/** What is found of a walk; `previous` is the sound one before, undefined where there is none. */
export const verdictOn = (
  walk: Pick<FullWalk, 'startedAt' | 'rows'>,
  { known, missed, seen }: WalkFigures,
  previous: Pick<FullWalk, 'startedAt' | 'rows'> | undefined,
): Verdict => {
  const { rows } = walk;
  if ((rows.phases.catalogue?.read ?? 0) === 0) return { judgement: 'no_catalogue' };
  if (hasUnnamed(rows)) return { judgement: 'unnamed_rows' };
  if (seen < maxRead(rows)) return { judgement: 'not_all_applied' };
  if (missed === 0) return { judgement: 'nothing_missed' };
  const except = rows.unreadableSkus ?? [];
  if (missed <= maxAtOnce && missed <= known * shareAtOnce)
    return { judgement: 'few_missed', withdrawal: { unseenSince: seenSince(walk), except } };
  if (previous === undefined) return { judgement: 'unconfirmed' };
  const unreadBefore = previous.rows.unreadableSkus ?? [];
  const withdrawal = { unseenSince: seenSince(previous), except: [...new Set([...except, ...unreadBefore])] };
  return { judgement: 'compared', withdrawal };
};
