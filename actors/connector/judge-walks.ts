import type { OfferWithdrawals } from '../../domain/ingestion/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** What judging needs from outside. */
export interface JudgingDependencies {
  readonly withdrawals: OfferWithdrawals;
  /**
   * How many observations wait to be applied, by supplier, '' for those whose supplier is not told;
   * undefined: too many to say.
   */
  readonly waiting: () => Promise<ReadonlyMap<string, number> | undefined>;
  /** Called with the offers that were withdrawn. */
  readonly onWithdrawn: (offerIds: readonly string[]) => void;
  readonly newContext: () => WriteContext;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * Judges what full walks no longer hold, of those suppliers of which nothing waits to be applied: a
 * walk ends when the bus has what it has seen, and what was not applied yet would look unseen. The
 * walks are read first, so that what waits is looked at after their end.
 */
export const judgeWalks = async (
  { withdrawals, waiting, onWithdrawn, newContext, log, now }: JudgingDependencies,
  signal: AbortSignal,
): Promise<void> => {
  const walks = await withdrawals.unjudged({ signal });
  if (walks.length === 0) return;
  const left = await waiting();
  if (left === undefined || (left.get('') ?? 0) > 0) return;
  for (const walk of walks) {
    const { supplierId, runId } = walk;
    if ((left.get(supplierId) ?? 0) > 0) continue;
    signal.throwIfAborted();
    const withdrawn = await withdrawals.judge(walk, now(), newContext());
    if (withdrawn.length === 0) continue;
    log.info('ingestion.offers.withdrawn', { supplier: supplierId, run_id: runId, offers: withdrawn.length });
    onWithdrawn(withdrawn);
  }
};
