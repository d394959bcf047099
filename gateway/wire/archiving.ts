import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayMs } from '../../domain/duration.ts';
import { type ArchiveRun, type MonthOutcome, runArchiver } from '../../storage/archive/archiver.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Config } from '../config/config.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/**
 * Moves old events out of the database at the start and every day from then on, where there is a
 * place for them.
 */
export const startArchiving = (
  { archive }: Pick<Config, 'archive'>,
  surroundings: Pick<WorkerDependencies, 'databaseUrl' | 'metrics' | 'log' | 'now' | 'teardown'>,
): void => {
  if (archive === undefined) return;
  const { databaseUrl: url, metrics, log, now, teardown } = surroundings;
  const stopping = new AbortController();
  const { archiverRuns } = metrics.eventStore;
  const archiving = startPeriodic({
    what: 'archiving of events',
    everyMs: dayMs,
    deadlineMs: dayMs,
    isDueNow: true,
    work: async () => {
      const run = await runArchiver({ url, ...archive }, now(), stopping.signal);
      if (run.kind === 'done') for (const month of run.months) logMonth(log, month);
      archiverRuns.inc({ outcome: outcomeOf(run) });
    },
    onError: (error) => {
      archiverRuns.inc({ outcome: 'failed' });
      log.warn('event_store.archive.failed', { err: error });
    },
  });
  teardown.add('archiver', () => {
    stopping.abort();
    return archiving.stop();
  });
};

/** The worst that happened to a month, or the best when nothing bad did. */
const outcomeOf = (run: ArchiveRun): string => {
  if (run.kind === 'busy') return 'busy';
  const kinds = new Set(run.months.map(({ kind }) => kind));
  return (['failed', 'held', 'archived'] as const).find((kind) => kinds.has(kind)) ?? 'idle';
};

const logMonth = (log: Logger, month: MonthOutcome): void => {
  const { kind, partition } = month;
  if (kind === 'archived') log.info('event_store.archived', { partition, event_count: month.events });
  else if (kind === 'held') log.warn('event_store.archive.held', { partition, unpublished: month.unpublished });
  else log.error('event_store.archive.failed', { partition, err: month.error });
};
