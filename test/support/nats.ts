import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer, type NatsServer, startNatsServer } from '../../ops/embedded/nats-server.ts';
import { eventually } from './eventually.ts';
import { isRunning, isStopped } from './processes.ts';

/** A nats-server of a test file's own. */
export interface TestNats {
  readonly url: string;
  /** Kills the server as a crash would: SIGKILL, nothing said to anyone. */
  kill(): Promise<void>;
  /** Makes it hang: it keeps its connections and says nothing. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Starts it again on the same port and store. */
  restart(): Promise<void>;
  /** Loses everything that the server has stored; it must not be running. */
  loseStore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the real nats-server in a folder of its own, with further lines of configuration. Throws
 * when there is none on PATH.
 */
export const testNats = async (settings: readonly string[] = []): Promise<TestNats> => {
  const command = findNatsServer(process.env.PATH);
  if (command === undefined) throw new Error('nats-server is not on PATH: run `npm run setup`');
  const storeDir = await mkdtemp(join(tmpdir(), 'nats-'));
  let server: NatsServer = await startNatsServer({ command, storeDir, settings });
  const { url } = server;
  return {
    url,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await eventually(async () => !(await isRunning(server.pid)));
    },
    freeze: async () => {
      process.kill(server.pid, 'SIGSTOP');
      await eventually(() => isStopped(server.pid));
    },
    thaw: () => {
      process.kill(server.pid, 'SIGCONT');
    },
    restart: async () => {
      server = await startNatsServer({ command, storeDir, settings, port: Number(new URL(url).port) });
    },
    loseStore: () => rm(join(storeDir, 'streams'), { recursive: true, force: true }),
    close: async () => {
      await server.stop();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
};
