import type { OfferWithdrawals } from '../../domain/ingestion/ports.ts';
import type { FullWalk } from '../../domain/ingestion/withdrawal.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** What judging needs from outside. */
export interface JudgingDependencies {
  readonly withdrawals: OfferWithdrawals;
  /**
   * How many observations wait to be applied, by supplier, '' for those whose supplier is not told;
   * undefined: too many to say, or not known.
   */
  readonly waiting: () => Promise<ReadonlyMap<string, number> | undefined>;
  /** Called with the offers that were withdrawn, a few hundred at a time. */
  readonly onWithdrawn: (offerIds: readonly string[]) => void;
  readonly newContext: () => WriteContext;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Judges what full walks no longer hold, of those suppliers of which nothing waits to be applied: a
 * walk ends when the bus has what it has seen, and what was not applied yet would look unseen. The
 * walks are read first, so that what waits is looked at after their end. A walk that cannot be
 * judged is tried again the next time, and keeps no other from being judged.
 */
export const judgeWalks = async (deps: JudgingDependencies, signal: AbortSignal): Promise<void> => {
  const walks = await deps.withdrawals.unjudged({ signal });
  if (walks.length === 0) return;
  const left = await deps.waiting();
  if (left === undefined || (left.get('') ?? 0) > 0) return;
  for (const walk of walks) {
    if ((left.get(walk.supplierId) ?? 0) > 0) continue;
    signal.throwIfAborted();
    await judgeWalk(walk, deps, signal);
  }
};

const judgeWalk = async (
  walk: FullWalk,
  { withdrawals, onWithdrawn, newContext, log, now }: JudgingDependencies,
  signal: AbortSignal,
): Promise<void> => {
  const of = { supplier: walk.supplierId, credential_ref: walk.credentialId, run_id: walk.runId };
  try {
    const { judgement, known, missed, seen, withdrawn } = await withdrawals.judge(walk, {
      now: now(),
      context: newContext(),
      signal,
      onWithdrawn,
    });
    log.info('ingestion.walk.judged', { ...of, judgement, known, missed, seen, withdrawn });
  } catch (error) {
    signal.throwIfAborted();
    log.warn('ingestion.walks.failed', { ...of, err: error });
  }
};
