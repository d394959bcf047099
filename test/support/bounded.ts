import { runInThisContext } from 'node:vm';

/** Processor time of this thread in milliseconds: what other processes take is not in it. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * The milliseconds of processor time that a piece of synchronous work takes; undefined where it did
 * not end before the deadline, by the clock on the wall, and was stopped.
 */
export const timed = (work: () => void, deadlineMs: number): number | undefined => {
  const start = threadMs();
  Reflect.set(globalThis, 'boundedWork', work);
  try {
    runInThisContext('boundedWork()', { timeout: deadlineMs });
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return undefined;
  } finally {
    Reflect.deleteProperty(globalThis, 'boundedWork');
  }
  return threadMs() - start;
};

/**
 * Does the work and returns what it gives. Throws where it did not end before the deadline; then it
 * is stopped.
 */
export const inTime = <Result>(deadlineMs: number, work: () => Result): Result => {
  const results: Result[] = [];
  const ms = timed(() => results.push(work()), deadlineMs);
  const [result] = results;
  if (ms === undefined || results.length === 0) throw new Error(`not done after ${deadlineMs} ms`);
  return result as Result;
};
