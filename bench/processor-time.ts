import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in which Linux counts processor time. */
const ticksASecond = 100;

/** The fields of `/proc/PID/stat` behind the name of the program, from the state on. */
const statOf = async (pid: string): Promise<readonly string[]> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/**
 * Processor time, user and system, in seconds, that the children of this process have used, those
 * of PostgreSQL's server among them, ended ones included; of itself too. Linux only.
 */
export const processorSeconds = async (): Promise<{ readonly own: number; readonly children: number }> => {
  const stats = new Map<string, readonly string[]>();
  for (const name of await readdir('/proc')) if (/^\d+$/.test(name)) stats.set(name, await statOf(name));
  const isDescendant = (pid: string): boolean => {
    for (let at = stats.get(pid)?.[1]; at !== undefined && at !== '0'; at = stats.get(at)?.[1])
      if (at === String(process.pid)) return true;
    return false;
  };
  let ticks = 0;
  for (const [pid, stat] of stats) {
    if (!isDescendant(pid)) continue;
    // utime, stime and those of its own ended children.
    for (const field of stat.slice(11, 15)) ticks += Number(field);
  }
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: ticks / ticksASecond };
};

/** Processor time, user and system, in seconds, that these processes have used. Linux only. */
export const processorSecondsOf = async (pids: readonly number[]): Promise<number> => {
  const stats = await Promise.all(pids.map((pid) => statOf(String(pid))));
  // utime and stime.
  return stats.reduce((sum, stat) => sum + Number(stat[11] ?? 0) + Number(stat[12] ?? 0), 0) / ticksASecond;
};
