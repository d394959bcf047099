import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';
import { startOptions } from './start-options.ts';

/** How a program has ended. */
export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote to standard output and to standard error. */
  readonly logged: string;
  readonly said: string;
}

/** A program of `gateway/` in a process of its own. */
export interface Program {
  /** Sends the signal, and resolves when the process has ended. */
  stop(signal: NodeJS.Signals): Promise<Ended>;
  /** Everything that it has written so far. */
  output(): string;
  readonly ended: Promise<Ended>;
}

/** Nothing that a test starts runs for longer, on however busy a machine; it is then killed. */
const longestMs = 200_000;

/** Starts a program with nothing but these variables. */
export const startProgram = (
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Program => {
  const child = spawn(process.execPath, [...startOptions, join('gateway', file), ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...childEnvironment, HTTP_PORT: '0', GRPC_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const killing = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const ended = once(child, 'close').then(([status, signal]): Ended => {
    clearTimeout(killing);
    return { status, signal, logged, said };
  });
  return {
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
    output: () => logged + said,
    ended,
  };
};

/** A server that takes connections and says nothing, like one behind a broken network. */
export interface SilentServer {
  readonly port: number;
  /** How many connections it has taken. */
  connections(): number;
  close(): Promise<void>;
}

/** Starts one on loopback. */
export const silentServer = async (): Promise<SilentServer> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
