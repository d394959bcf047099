import { retentionOfMs, streamNames } from '../../domain/bus/topology.ts';
import { run, type Sql } from '../pool.ts';
import { deleteExpired, forgetExpired } from './statements.ts';

const rowsAtOnce = 5_000;
const roundsAtOnce = 50;
const everyMs = 60_000;

/** Deletes messages past their time, a bounded number a call; the rest is for the next call. Returns how many it deleted. */
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

/** Trims every minute. Returns how to stop, which waits for a trimming at work. */
export const startTrimming = (sql: Sql, retentionMs: number): (() => Promise<void>) => {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // What fails now, because the database is away, is done a minute later.
    running ??= trim(sql, retentionMs)
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};
