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

interface Process {
  readonly pid: number;
  readonly parent: number;
}

const processes = async (): Promise<readonly Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = await Promise.all(
    pids.map(async (pid) => ({ pid, stat: await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') })),
  );
  return stats.flatMap(({ pid, stat }) => {
    const [, parent] = /\) \S (\d+) /.exec(stat) ?? [];
    return parent === undefined ? [] : [{ pid, parent: Number(parent) }];
  });
};

/**
 * The process and everything that it or its children have started, parents before their children.
 */
export const processTree = async (pid: number): Promise<readonly number[]> => {
  const all = await processes();
  const below = (root: number): readonly number[] => [
    root,
    ...all.filter(({ parent }) => parent === root).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
};

/**
 * Sends the signal to a process and its descendants: parents first, so that none starts another
 * meanwhile.
 */
export const signalTree = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  for (const each of await processTree(pid)) {
    try {
      process.kill(each, signal);
    } catch (error) {
      // One that has ended meanwhile needs no signal.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};

/**
 * Whether every thread of the process has come to a halt, or is no more; the signal alone returns
 * before they have.
 */
export const isStopped = async (pid: number): Promise<boolean> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '')),
  );
  return states.every((stat) => stat === '' || /\) [TZX] /.test(stat));
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

/** The most memory that a process has held so far, in MiB; 0 when it has ended. */
export const peakMemoryMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
};

/**
 * The running processes with the text in their command line that descend from the one with the id.
 */
export const descendantsWith = async (ancestor: number, text: string): Promise<readonly number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  const named = new Set<number>();
  for (const pid of all) {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = /\) [^ZX] (\d+) /.exec(stat ?? '')?.[1];
    if (parent !== undefined) parents.set(pid, Number(parent));
    if (command?.includes(text)) named.add(pid);
  }
  const descends = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined; at = parents.get(at)) if (at === ancestor) return true;
    return false;
  };
  return [...named].filter((pid) => parents.has(pid) && descends(pid));
};
