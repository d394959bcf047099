/**
 * A PostgreSQL server of our own, for use without DATABASE_URL.
 *
 * Its programs come from npm, its cluster lies in the data folder, it listens on a free loopback
 * port with a random password, and it ends with this process however that ends (see
 * `tethered-process.ts`). What was committed survives a SIGKILL of either: the next start recovers
 * from the log. One data folder serves one service at a time.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseUser, type SystemUser } from './database-user.ts';
import { freePort } from './free-port.ts';
import { type PostgresPrograms, postgresHome, postgresPrograms } from './postgres-files.ts';
import { settingArguments } from './postgres-settings.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';

/** Where and how to run the server. */
export interface EmbeddedPostgresOptions {
  /** Made when missing. */
  readonly dataDir: string;
  /** The TCP port on loopback; a free one when left out. */
  readonly port?: number;
  /** Gets the server's log, line by line. */
  readonly onLog?: (line: string) => void;
  /** Trades safety for speed: a crash of the machine may destroy the data. For tests. */
  readonly volatile?: boolean;
}

/** A running server. */
export interface EmbeddedPostgres {
  /** `postgres://user:password@127.0.0.1:port/postgres`; the user may do everything. */
  readonly url: string;
  /** The server's process. */
  readonly pid: number;
  /** Resolves when the server has ended, asked to or not. */
  readonly ended: Promise<void>;
  /** Ends the sessions that are left, writes everything out and stops. */
  stop(): Promise<void>;
}

/**
 * What `connection.json` in the data folder says while a server runs: for tools that join a running
 * service.
 */
export interface ConnectionFile {
  readonly url: string;
  /** The pid of the service. */
  readonly owner: number;
}

const user = 'offerstream';
/** Recovery after a crash reads at most the log since the last checkpoint. */
const startDeadlineMs = 300_000;
const stopDeadlineMs = 60_000;
const retryDeadlineMs = 60_000;
const retryMs = 100;

/** Everything that a start needs to know. */
interface Place {
  readonly dataDir: string;
  readonly cluster: string;
  readonly password: string;
  readonly programs: PostgresPrograms;
  readonly runAs: SystemUser | undefined;
}

/** Reads the password of the cluster, or makes one and keeps it. */
const passwordIn = async (home: string, runAs: SystemUser | undefined): Promise<string> => {
  const file = join(home, 'password');
  const fresh = randomBytes(24).toString('base64url');
  await writeFile(file, fresh, { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  if (runAs !== undefined) await chown(file, runAs.uid, runAs.gid);
  return readFile(file, 'utf8');
};

/**
 * Makes the cluster beside its place and then moves it there, so that one cut short is never
 * mistaken for a whole one. The built-in locale C.UTF-8 sorts by code point, alike on every system
 * and for ever.
 */
const createCluster = async (place: Place, home: string): Promise<void> => {
  const half = `${place.cluster}.${randomUUID()}`;
  const identity = [`--username=${user}`, `--pwfile=${join(home, 'password')}`, '--auth=scram-sha-256'];
  const encoding = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await promisify(execFile)(
    place.programs.initdb,
    [`--pgdata=${half}`, ...identity, ...encoding, '--no-instructions'],
    { cwd: '/', ...place.runAs },
  );
  await rename(half, place.cluster).catch(() => rm(half, { recursive: true }));
};

const prepareOnce = async (dataDir: string): Promise<Place> => {
  const runAs = databaseUser();
  if (!existsSync(dataDir)) {
    await mkdir(dataDir, { recursive: true });
    // Others may pass through, as the database's user must, but not look around.
    await chmod(dataDir, 0o711);
  }
  const folder = await realpath(dataDir);
  const [programs, home] = await Promise.all([postgresPrograms(runAs), postgresHome(folder, runAs)]);
  const password = await passwordIn(home, runAs);
  const place = { dataDir: folder, cluster: join(home, 'cluster'), password, programs, runAs };
  if (!existsSync(place.cluster)) await createCluster(place, home);
  return place;
};

/** Of the folders that are being prepared; who needs one too waits for the same. */
const underWay = new Map<string, Promise<Place>>();

const prepare = (dataDir: string): Promise<Place> => {
  const begun = underWay.get(dataDir) ?? prepareOnce(dataDir).finally(() => underWay.delete(dataDir));
  underWay.set(dataDir, begun);
  return begun;
};

/**
 * Has the cluster made where there is none, which takes a second or two of another process: what
 * else a first start does can be done meanwhile. `startEmbeddedPostgres` waits for it, and tells
 * what keeps it from being made. A process that ends before leaves half of one behind.
 */
export const createClusterAhead = async (dataDir: string): Promise<void> => {
  await prepare(dataDir).catch(() => undefined);
};

const ownerOf = async (file: string): Promise<number | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const found: Partial<ConnectionFile> = JSON.parse(text);
  return found.owner;
};

/**
 * What became of a try to start the server on a port. `not_yet`: the same try may go well a moment
 * later.
 */
type Launch =
  | { readonly kind: 'ready'; readonly server: TetheredProcess }
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'folder_taken' }
  | { readonly kind: 'failed'; readonly output: string };

const launch = (place: Place, port: number, options: EmbeddedPostgresOptions): Promise<Launch> => {
  const { promise, resolve } = Promise.withResolvers<Launch>();
  const output: string[] = [];
  const server = startTethered({
    command: place.programs.postgres,
    args: ['-D', place.cluster, ...settingArguments({ port, volatile: options.volatile ?? false })],
    cwd: '/',
    ...place.runAs,
    stopSignal: 'SIGINT',
    onOutput: (line) => {
      options.onLog?.(line);
      output.push(line);
      if (output.length > 30) output.shift();
      if (line.includes('database system is ready to accept connections')) resolve({ kind: 'ready', server });
    },
  });
  const timer = setTimeout(() => void server.stop(stopDeadlineMs), startDeadlineMs);
  void server.closed.then(() => resolve(whyNot(output)));
  return promise.finally(() => clearTimeout(timer));
};

const whyNot = (output: readonly string[]): Launch => {
  const text = output.join('\n');
  if (text.includes('could not create any TCP/IP sockets')) return { kind: 'not_yet' };
  // Sessions of a server that was killed go on until they notice.
  if (text.includes('pre-existing shared memory block')) return { kind: 'not_yet' };
  if (text.includes('lock file "postmaster.pid" already exists')) return { kind: 'folder_taken' };
  return { kind: 'failed', output: text };
};

/**
 * A free port may be taken by somebody else before the server has it; then another is tried. A
 * given one is waited for.
 */
const launchOnPort = async (place: Place, options: EmbeddedPostgresOptions) => {
  const deadline = Date.now() + retryDeadlineMs;
  do {
    const port = options.port ?? (await freePort());
    const launched = await launch(place, port, options);
    if (launched.kind === 'ready') return { server: launched.server, port };
    if (launched.kind === 'folder_taken') throw folderInUse(place.dataDir, undefined);
    if (launched.kind === 'failed') throw new Error(`the embedded PostgreSQL did not start:\n${launched.output}`);
    await delay(retryMs);
  } while (Date.now() < deadline);
  throw new Error(
    `the embedded PostgreSQL found its port taken, or sessions of a killed server use ${place.cluster} still`,
  );
};

/**
 * Starts the server, creating its cluster at the first time, and resolves when it takes
 * connections. Throws when the platform has no embedded server (the text names DATABASE_URL), when
 * another service uses the folder, or with the end of the server's log when it does not start.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const place = await prepare(options.dataDir);
  const connectionFile = join(place.dataDir, 'connection.json');
  await awaitEarlierServer({ ...place, owner: await ownerOf(connectionFile) });
  const { server, port } = await launchOnPort(place, options);
  const url = `postgres://${user}:${place.password}@127.0.0.1:${port}/postgres`;
  await writeConnectionFile(connectionFile, { url, owner: process.pid });
  return {
    url,
    pid: server.pid,
    ended: server.exited.then(() => undefined),
    stop: async () => {
      await server.stop(stopDeadlineMs);
      await rm(connectionFile, { force: true });
    },
  };
};

const writeConnectionFile = async (file: string, content: ConnectionFile): Promise<void> => {
  const half = `${file}.${randomUUID()}`;
  await writeFile(half, JSON.stringify(content), { mode: 0o600 });
  await rename(half, file);
};

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
const folderInUse = (dataDir: string, owner: number | undefined): Error =>
  new Error(
    `data folder ${dataDir} is in use by another service${owner === undefined ? '' : ` (pid ${owner})`}; ` +
      'stop that one or choose another folder with DATA_DIR',
  );

/**
 * Resolves when no server runs on the cluster; a pid file that a dead one left is removed. `owner`
 * is the pid of the service that started the last server, as far as known. Throws when that service
 * lives and keeps its server.
 */
const awaitEarlierServer = async (place: {
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
