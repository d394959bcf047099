import { accessSync, constants } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';

/** How a nats-server of our own is started. */
export interface NatsServerOptions {
  /** The program, as `findNatsServer` found it. */
  readonly command: string;
  /**
   * Folder for the configuration and the streams; made when missing. A server started on it later
   * finds all messages.
   */
  readonly storeDir: string;
  /** Loopback port; a free one when left out. */
  readonly port?: number;
  /**
   * What every client must say. Left out: nothing. It stands in a file that only its owner reads,
   * and in no argument.
   */
  readonly token?: string;
  /** Further lines of the server's configuration. */
  readonly settings?: readonly string[];
}

/** A nats-server of our own. */
export interface NatsServer {
  /** What clients connect to: `nats://127.0.0.1:4222`. */
  readonly url: string;
  readonly pid: number;
  /** Ends the server in good order; resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Long enough for a server whose service was killed a moment ago, and which its tether is ending
 * now.
 */
const earlierEndsWithinMs = 10_000;
const readyWithinMs = 10_000;
const stopWithinMs = 10_000;

/**
 * The first `nats-server` on a search path such as that of the environment; undefined when there is
 * none.
 */
export const findNatsServer = (path: string | undefined): string | undefined =>
  (path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'nats-server'))
    .find(isExecutable);

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Whether a server greets on the port: a NATS server speaks first. */
const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const answer = (greeted: boolean): void => {
      socket.destroy();
      resolve(greeted);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
    socket.once('data', (data) => answer(data.toString('latin1').startsWith('INFO ')));
  });

/**
 * Whether the process runs a nats-server with this configuration, and is not somebody who got its
 * pid later.
 */
const runsWith = async (pid: string, configFile: string): Promise<boolean> => {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return commandLine.split('\0').includes(configFile);
};

/**
 * Waits for an earlier server on the folder to end: two on one store destroy it. Throws when it
 * stays.
 */
const untilFolderIsFree = async (pidFile: string, configFile: string): Promise<void> => {
  const pid = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (pid === undefined) return;
  const deadline = performance.now() + earlierEndsWithinMs;
  while (await runsWith(pid, configFile)) {
    if (performance.now() > deadline) throw new Error(`${configFile} is in use by another nats-server (pid ${pid})`);
    await delay(20);
  }
};

/**
 * Writes a file anew that only its owner reads: the mode of one that is there already would stay.
 */
const writeSecret = async (file: string, text: string): Promise<void> => {
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
};

const untilReady = async (server: TetheredProcess, port: number, output: readonly string[]): Promise<void> => {
  const deadline = performance.now() + readyWithinMs;
  let exitCode: number | null | undefined;
  void server.exited.then(({ code }) => {
    exitCode = code;
  });
  while (!(await greets(port))) {
    if (exitCode !== undefined || performance.now() > deadline) {
      await server.stop(0);
      const how = exitCode === undefined ? `did not answer in ${readyWithinMs} ms` : `ended with code ${exitCode}`;
      throw new Error(`nats-server ${how}: ${output.at(-1) ?? 'it said nothing'}`);
    }
    await delay(20);
  }
};

/**
 * Starts nats-server with JetStream on loopback and waits until it answers. It dies with this
 * process, even on SIGKILL; a start right after such an end waits for the earlier server to be
 * gone. Throws with the server's last line when it ends or stays silent, and when the folder is in
 * use.
 */
export const startNatsServer = async (options: NatsServerOptions): Promise<NatsServer> => {
  await mkdir(options.storeDir, { recursive: true });
  const configFile = join(options.storeDir, 'nats-server.conf');
  const pidFile = join(options.storeDir, 'nats-server.pid');
  await untilFolderIsFree(pidFile, configFile);
  const port = options.port ?? (await freePort());
  const config = [
    `listen: "127.0.0.1:${port}"`,
    `jetstream { store_dir: ${JSON.stringify(join(options.storeDir, 'streams'))} }`,
    'max_payload: 1MB',
    ...(options.token === undefined ? [] : [`authorization { token: ${JSON.stringify(options.token)} }`]),
    ...(options.settings ?? []),
  ];
  await writeSecret(configFile, `${config.join('\n')}\n`);
  const output: string[] = [];
  const server = startTethered({
    command: options.command,
    args: ['-c', configFile],
    stopSignal: 'SIGTERM',
    onOutput: (line) => {
      output.push(line);
      if (output.length > 50) output.shift();
    },
  });
  await writeFile(pidFile, String(server.pid));
  await untilReady(server, port, output);
  return { url: `nats://127.0.0.1:${port}`, pid: server.pid, stop: () => server.stop(stopWithinMs) };
};
