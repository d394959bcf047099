import { readdir, readFile } from 'node:fs/promises';

/** Whether the process is there and not merely waiting for its parent to take notice of its end. */
export const isRunning = async (pid: number): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(stat);
};

/** The running processes that this one has started with the text in their command line. */
export const childrenWith = async (text: string): Promise<readonly number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const isChild = async (pid: number): Promise<boolean> => {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    return new RegExp(`\\) [^ZX] ${process.pid} `).test(stat ?? '') && command?.includes(text) === true;
  };
  const are = await Promise.all(all.map(isChild));
  return all.filter((_, at) => are[at]);
};
