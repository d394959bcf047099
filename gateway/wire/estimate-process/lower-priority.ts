/** For a process that works for seconds on a machine where others wait for milliseconds. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const lower = constants.priority.PRIORITY_BELOW_NORMAL;

const bestEffort = (attempt: () => void): void => {
  try {
    attempt();
  } catch {
    // It works on as it was.
  }
};

/**
 * Whether the session is this process's own; in any other there are those who must not be lowered
 * with it.
 */
const leadsItsSession = (): boolean => {
  const afterName = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '');
  const [, , , session] = afterName.split(' ');
  return Number(session) === process.pid;
};

/**
 * Lets other processes of the machine go before this one, wherever they want the same processor:
 * with every thread that it has and those that it starts later, since a thread begins with the
 * priority of its maker (proc(5), setpriority(2)), and with the session, where it leads one,
 * because otherwise its threads count only among themselves (sched(7), autogroup). On Linux;
 * elsewhere, and where it is not allowed, nothing changes.
 */
export const lowerPriority = (): void => {
  bestEffort(() => {
    // One that was started still lower stays there: whoever may lower it may raise it too.
    const own = Math.max(getPriority(), lower);
    for (const id of readdirSync('/proc/self/task')) setPriority(Number(id), own);
  });
  bestEffort(() => {
    if (leadsItsSession()) writeFileSync('/proc/self/autogroup', String(lower));
  });
};
