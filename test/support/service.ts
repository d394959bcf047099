import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnvironment } from './child-environment.ts';
import { startOptions } from './start-options.ts';

/** The service as a process of its own, started and ended as an operator would. */
export interface Service {
  readonly pid: number;
  readonly httpUrl: string;
  readonly grpcAddress: string;
  /** Every log line so far. */
  readonly lines: readonly LogLine[];
  /** What it wrote for people, such as the first keys. */
  readonly notices: () => string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end and returns its exit code. */
  stop(): Promise<number | null>;
}

/** A line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>>;

const root = join(import.meta.dirname, '..', '..');
const readyWithinMs = 90_000;

/** What is run with this Node, and in which folder. */
interface Program {
  readonly args: readonly string[];
  readonly cwd: string;
}

const ofCheckout: Program = { args: [...startOptions, 'gateway/main.ts'], cwd: root };

/** Keys that no test uses: without them a start would make others, and leave them in a file. */
const firstKeys = {
  BOOTSTRAP_ADMIN_KEY: 'os_administrator-key-that-no-test-uses',
  BOOTSTRAP_CUSTOMER_KEY: 'os_customer-key-that-no-test-uses',
};

/**
 * Starts the service with these variables on top of free ports, and waits until it says that it is
 * ready.
 */
export const startService = async (
  environment: Readonly<Record<string, string>>,
  { args, cwd }: Program = ofCheckout,
): Promise<Service> => {
  const child = spawn(process.execPath, args, {
    cwd,
    env: {
      ...childEnvironment,
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      // What tests call is on this machine.
      OUTBOUND_ALLOW: '127.0.0.0/8',
      ...firstKeys,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const lines: LogLine[] = [];
  let notices = '';
  child.stderr.on('data', (chunk: Buffer) => {
    notices += chunk.toString();
  });
  const started = await untilStarted(child, lines, () => notices);
  return {
    pid: child.pid ?? 0,
    httpUrl: `http://127.0.0.1:${String(started.http_port)}`,
    grpcAddress: `127.0.0.1:${String(started.grpc_port)}`,
    lines,
    notices: () => notices,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
};

const untilStarted = (child: ChildProcess, lines: LogLine[], notices: () => string): Promise<LogLine> =>
  new Promise((resolve, reject) => {
    const give = (reason: string) =>
      reject(
        new Error(
          `${reason}\n${notices()}\n${lines
            .slice(-20)
            .map((line) => JSON.stringify(line))
            .join('\n')}`,
        ),
      );
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      give(`the service did not start within ${readyWithinMs} ms`);
    }, readyWithinMs);
    child.once('exit', (code) => {
      clearTimeout(timer);
      give(`the service ended with ${code} before it was ready`);
    });
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line.event !== 'service.started') return;
      clearTimeout(timer);
      resolve(line);
    });
  });
