/**
 * What to do about a server that already runs on a data folder. Its service may live: then the
 * folder is taken. Or the service was killed a moment ago, and the tether is bringing the server
 * down: then it is waited for.
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for the server of a service that is just ending to be gone. */
const ownedWaitMs = 5_000;
/** Long enough to write out everything that a server holds in memory. */
const orphanWaitMs = 60_000;
const quitWaitMs = 10_000;
const pollMs = 50;

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether that process is the server of the cluster, and not somebody who got its pid later. */
const serves = async (pid: number, cluster: string): Promise<boolean> => {
  if (!exists(pid)) return false;
  if (!existsSync('/proc/self/cmdline')) return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(cluster);
};

const endedWithin = async (pid: number, cluster: string, waitMs: number): Promise<boolean> => {
  const deadline = Date.now() + waitMs;
  while (await serves(pid, cluster)) {
    if (Date.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
};

/** The error of a second service on one data folder. */
export const folderInUse = (dataDir: string, owner: number | undefined): Error =>
  new Error(
    `data folder ${dataDir} is in use by another service${owner === undefined ? '' : ` (pid ${owner})`}; ` +
      'stop that one or choose another folder with DATA_DIR',
  );

/**
 * Resolves when no server runs on the cluster; a pid file that a dead one left is removed. `owner`
 * is the pid of the service that started the last server, as far as known. Throws when that service
 * lives and keeps its server.
 */
export const awaitEarlierServer = async (place: {
  dataDir: string;
  cluster: string;
  owner: number | undefined;
}): Promise<void> => {
  const { dataDir, cluster, owner } = place;
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return;
  const owned = owner !== undefined && exists(owner);
  const ended = await endedWithin(pid, cluster, owned ? ownedWaitMs : orphanWaitMs);
  if (!ended && owned) throw folderInUse(dataDir, owner);
  if (!ended) {
    // Ends the server at once; it recovers from its log at the next start.
    process.kill(pid, 'SIGQUIT');
    if (!(await endedWithin(pid, cluster, quitWaitMs))) throw folderInUse(dataDir, undefined);
  }
  await rm(pidFile, { force: true });
};
