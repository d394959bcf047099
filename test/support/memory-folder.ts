/**
 * What a test run writes is thrown away with its end, and on a disk most of what it costs is the
 * files themselves: a database is 700 of them, and the run makes hundreds of databases.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const command = promisify(execFile);

/** The name of the file system that a process has mounted, which tells whose it is. */
const nameOf = (pid: number): string => `offerstream-run-${pid}`;

const ownerIn = /^offerstream-run-(\d+) (\S+) tmpfs /;

/** A run writes some hundred MiB at a time; so much leaves its processes enough. */
const leastKib = 4 * 1_024 * 1_024;

const hasRoom = async (): Promise<boolean> => {
  const [, availableKib] = /^MemAvailable: +(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8')) ?? [];
  return Number(availableKib) >= leastKib;
};

/** Detached at once; its memory is free when the last process has let go of its files. */
const unmount = (folder: string) => command('umount', ['--lazy', folder]);

/** Gives back the memory of runs that were killed. */
const freeAbandoned = async (): Promise<void> => {
  for (const line of (await readFile('/proc/mounts', 'utf8')).split('\n')) {
    const [, pid, folder] = ownerIn.exec(line) ?? [];
    if (folder !== undefined && !existsSync(`/proc/${pid}`)) await unmount(folder);
  }
};

/**
 * Has the files of an empty folder kept in memory, where this process may mount and the machine has
 * gigabytes to spare; elsewhere they lie on the disk. Resolves with what gives the memory back.
 */
export const keepInMemory = async (folder: string): Promise<(() => Promise<void>) | undefined> => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  await freeAbandoned().catch(() => undefined);
  if (!(await hasRoom())) return undefined;
  const mounted = await command('mount', ['-t', 'tmpfs', '-o', 'size=50%', nameOf(process.pid), folder]).then(
    () => true,
    () => false,
  );
  if (!mounted) return undefined;
  return async () => {
    await unmount(folder);
  };
};
