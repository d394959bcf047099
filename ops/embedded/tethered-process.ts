/**
 * A child process that cannot outlive this one, not even when this one is killed with SIGKILL.
 *
 * The child is started by a shell that first forks a watcher and then becomes the child itself
 * (`exec`), so that the pid, the exit code and the signal seen here are the child's own. The
 * watcher blocks on a pipe that only this process holds open: when the pipe ends, however that came
 * about, it sends the stop signal, and SIGKILL to what is still there half a minute later. A line
 * on the pipe disarms the watcher, so that a pid which the system gave to somebody else is never
 * signalled. The child leads a session of its own: Ctrl-C in a terminal reaches this process alone,
 * which then stops its children in good order.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Signals that ask a server to end in good order. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/** What to start and how. */
export interface TetheredOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The child's whole environment; this process's when left out. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder to run in; this process's when left out. */
  readonly cwd?: string;
  /** The user and the group to run as; only root may choose. */
  readonly uid?: number;
  readonly gid?: number;
  /** Sent by `stop` and by the watcher. */
  readonly stopSignal: StopSignal;
  /**
   * Gets every line that the child writes to standard output or standard error. Left out: the
   * output is discarded.
   */
  readonly onOutput?: (line: string) => void;
}

/** How a child ended: with a code, or by a signal. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running child. */
export interface TetheredProcess {
  readonly pid: number;
  /** Resolves when the child has ended, for whatever reason; never rejects. */
  readonly exited: Promise<Exit>;
  /** Resolves when the child has ended and `onOutput` has had its last line. */
  readonly closed: Promise<void>;
  /**
   * Sends the stop signal, and SIGKILL after the deadline; resolves when the child has ended. May
   * be called again.
   */
  stop(deadlineMs: number): Promise<void>;
}

const killAfterSeconds = 30;

/**
 * `$1` is the signal's name without SIG, the rest is the command. The watcher is forked twice,
 * because a server may take offence at a child that it did not start.
 */
const script = `
signal=$1; shift
exec 3<&0 </dev/null
( (
  read -r disarm <&3 && exit
  kill -s "$signal" $$ || exit
  waited=0
  while [ "$waited" -lt ${killAfterSeconds} ]; do sleep 1; kill -0 $$ || exit; waited=$((waited + 1)); done
  kill -s KILL $$
) >/dev/null 2>&1 & )
exec "$@" 3<&-
`;

/** Hands over each line; resolves after the last. */
const eachLine = async (stream: Readable | null, onLine: (line: string) => void): Promise<void> => {
  if (stream === null) return;
  const lines = createInterface({ input: stream }).on('line', onLine);
  await once(lines, 'close');
};

/**
 * Starts a child under a tether. A command that cannot be run shows as an exit with code 126
 * or 127.
 */
export const startTethered = (options: TetheredOptions): TetheredProcess => {
  const { command, args, stopSignal, onOutput } = options;
  const output = onOutput === undefined ? 'ignore' : 'pipe';
  const child = spawn('/bin/sh', ['-c', script, 'tether', stopSignal.slice('SIG'.length), command, ...args], {
    stdio: ['pipe', output, output],
    detached: true,
    ...(options.env === undefined ? {} : { env: options.env }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 126, signal: null }));
  });
  const { pid, stdin } = child;
  if (pid === undefined) throw new Error(`cannot start ${command}: the system refused to make a process`);
  // The pipe breaks when child and watcher are both gone; that needs no report.
  stdin?.on('error', () => undefined);
  void exited.then(() => stdin?.end('ended\n'));
  const read = onOutput === undefined ? [] : [eachLine(child.stdout, onOutput), eachLine(child.stderr, onOutput)];
  return {
    pid,
    exited,
    closed: Promise.all([exited, ...read]).then(() => undefined),
    stop: async (deadlineMs) => {
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
      await exited;
      clearTimeout(timer);
    },
  };
};
