import { type Periodic, startPeriodic } from '../../../concurrency/periodic.ts';
import { run, type Sql } from '../../../storage/pool/pool.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { retentionOfMs, streamNames } from '../delivery/topology.ts';
import { deleteExpired, forgetExpired } from './statements.ts';

const rowsAtOnce = 5_000;
const roundsAtOnce = 50;
const everyMs = 60_000;
/** Every statement has a time limit of its own; this is for all of them. */
const deadlineMs = 600_000;

/**
 * Deletes messages past their time, a bounded number a call; the rest is for the next call. Returns
 * how many it deleted.
 */
export const trim = async (sql: Sql, retentionMs: number): Promise<number> => {
  let deleted = 0;
  for (const stream of streamNames) {
    for (let round = 0; round < roundsAtOnce; round += 1) {
      const { count } = await run(deleteExpired(sql, stream, retentionOfMs(stream, retentionMs), rowsAtOnce));
      deleted += count;
      if (count < rowsAtOnce) break;
    }
  }
  await run(forgetExpired(sql));
  return deleted;
};

/** Trims every minute. */
export const startTrimming = (sql: Sql, retentionMs: number, log: Pick<Logger, 'warn'>): Periodic =>
  startPeriodic({
    what: 'trimming of the bus',
    everyMs,
    deadlineMs,
    work: () => trim(sql, retentionMs),
    onError: (error) => log.warn('bus.trimming.failed', { err: error }),
  });
