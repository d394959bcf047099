import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayMs } from '../../domain/duration.ts';
import type { Config } from '../config/config.ts';
import { newContext } from './new-ids.ts';
import { removeAll } from './remove-all.ts';
import type { Surroundings } from './worker-dependencies.ts';

/** How often expired estimates are looked for. */
const everyMs = 60_000;

/**
 * Estimates, or wants, that go in one transaction, and transactions of one time: 2,000 a minute at
 * each process.
 */
const batches = { size: 100, atOnce: 20 };

const deadlineMs = 60_000;

type Dependencies = Surroundings<'estimateRetention' | 'partWants', 'log' | 'teardown'>;

/** Parts that nobody has wanted for so long are forgotten, with what suppliers said of them. */
const wantsKeptMs = 30 * dayMs;

/** Starts to remove estimates that were not viewed during the retention time, and old wants. */
export const startRetention = (
  { estimateRetentionDays }: Pick<Config, 'estimateRetentionDays'>,
  { stores, log, teardown }: Dependencies,
): void => {
  const forMs = estimateRetentionDays * dayMs;
  const removing = startPeriodic({
    what: 'removal of old estimates',
    everyMs,
    isDueNow: true,
    deadlineMs,
    work: async (signal) => {
      const remove = (limit: number) => stores.estimateRetention.removeUnviewed({ forMs, limit }, newContext());
      const count = await removeAll(remove, batches, signal);
      if (count > 0) log.info('estimate.retention.removed', { count });
      const before = new Date(Date.now() - wantsKeptMs);
      await removeAll((limit) => stores.partWants.forget(before, limit), batches, signal);
    },
    onError: (error) => log.warn('estimate.retention.failed', { err: error }),
  });
  teardown.add('removal of old estimates', removing.stop);
};
