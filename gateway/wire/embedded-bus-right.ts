import { startPeriodic } from '../../concurrency/periodic.ts';
import { sessionLock } from '../../storage/pool/session-lock.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Teardown } from './teardown.ts';

/**
 * The right to the embedded bus of a database. Its signals stay within a process, so of several
 * processes each would miss what the others announce: prices that are not recomputed, commands that
 * are not obeyed. One process at a time has it, for as long as a session of its own lives.
 */

/** An arbitrary number that no other lock uses. */
const lockKey = 7_200_104;

/** How often the right is looked after: a session that broke is opened again. */
const lookEveryMs = 5_000;
const lookDeadlineMs = 10_000;

const taken = (): Error =>
  new Error(
    'another process has the embedded bus of this database, which serves a single process: ' +
      'set NATS_URL for all of them, or end the other one',
  );

/** What it is held with. */
export interface RightDependencies {
  readonly log: Logger;
  readonly teardown: Teardown;
  /** Called with the reason when another process has it after the session broke. */
  readonly onTaken: (reason: Error) => void;
}

/**
 * Takes the right and keeps it until the end. Throws the reason in words when another process has
 * it, and `unavailable` when the database does not answer.
 */
export const holdEmbeddedBus = async (
  databaseUrl: string,
  { log, teardown, onTaken }: RightDependencies,
): Promise<void> => {
  const lock = sessionLock(databaseUrl, lockKey);
  teardown.add('right to the embedded bus', lock.release);
  if (!(await lock.hold())) throw taken();
  const looking = startPeriodic({
    what: 'the right to the embedded bus',
    everyMs: lookEveryMs,
    deadlineMs: lookDeadlineMs,
    work: async () => {
      if (!(await lock.hold())) onTaken(taken());
    },
    onError: (error) => log.warn('store.unavailable', { store: 'bus', err: error }),
  });
  teardown.add('look at the right to the embedded bus', looking.stop);
};
