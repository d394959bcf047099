import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayMs } from '../../domain/duration.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import { newContext } from './new-ids.ts';
import type { Stores } from './stores.ts';
import type { Teardown } from './teardown.ts';

/** How often expired estimates are looked for. */
const everyMs = 60_000;

/**
 * Estimates that go in one transaction, and transactions of one time: 2,000 a minute at each
 * process.
 */
const batchSize = 100;
const batchesAtOnce = 20;

const deadlineMs = 60_000;

/** Dependencies of the removal. */
interface Dependencies {
  readonly stores: Pick<Stores, 'estimateRetention'>;
  readonly log: Logger;
  readonly teardown: Teardown;
}

/** Starts to remove estimates that were not viewed during the retention time. */
export const startRetention = (
  { estimateRetentionDays }: Pick<Config, 'estimateRetentionDays'>,
  { stores, log, teardown }: Dependencies,
): void => {
  const removing = startPeriodic({
    what: 'removal of old estimates',
    everyMs,
    isDueNow: true,
    deadlineMs,
    work: async (signal) => {
      let count = 0;
      for (let batch = 0; batch < batchesAtOnce && !signal.aborted; batch += 1) {
        const overdue = { forMs: estimateRetentionDays * dayMs, limit: batchSize };
        const removed = await stores.estimateRetention.removeUnviewed(overdue, newContext());
        count += removed;
        if (removed < batchSize) break;
      }
      if (count > 0) log.info('estimate.retention.removed', { count });
    },
    onError: (error) => log.warn('estimate.retention.failed', { err: error }),
  });
  teardown.add('removal of old estimates', removing.stop);
};
