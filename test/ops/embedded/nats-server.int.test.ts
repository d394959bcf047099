import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNatsServer, type NatsServer, startNatsServer } from '../../../ops/embedded/nats-server.ts';
import { isRunning } from '../../support/processes.ts';

const command = findNatsServer(process.env.PATH) ?? 'nats-server';

let storeDir: string;
let servers: NatsServer[] = [];
beforeEach(async () => {
  storeDir = await mkdtemp(join(tmpdir(), 'nats-'));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(storeDir, { recursive: true, force: true });
});

const start = async (options: { readonly token?: string } = {}): Promise<NatsServer> => {
  const server = await startNatsServer({ command, storeDir, ...options });
  servers.push(server);
  return server;
};

test('the server answers with JetStream as soon as it has started, on loopback', async () => {
  const { url } = await start();
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const nc = await connect({ servers: url });
  const account = await (await nc.jetstreamManager()).getAccountInfo();
  expect(account.limits.max_storage).not.toBe(0);
  await nc.close();
});

test('a start while an earlier server on the folder is ending waits for it and finds its messages', async () => {
  const first = await start();
  const nc = await connect({ servers: first.url });
  await (await nc.jetstreamManager()).streams.add({ name: 'KEPT', subjects: ['kept'] });
  await nc.jetstream().publish('kept', 'message');
  await nc.close();
  const stopping = first.stop();
  const second = await start();
  await stopping;
  expect(await isRunning(first.pid)).toBe(false);
  const again = await connect({ servers: second.url });
  const { state } = await (await again.jetstreamManager()).streams.info('KEPT');
  expect(state.messages).toBe(1);
  await again.close();
});

test('a program that is no server fails the start with what it said', async () => {
  await expect(startNatsServer({ command: '/bin/false', storeDir })).rejects.toThrow(/ended with code 1/u);
});

test('a search path without the program finds nothing', () => {
  expect(findNatsServer(undefined)).toBeUndefined();
  expect(findNatsServer(`${storeDir}:/nowhere`)).toBeUndefined();
});

test('a token lets in who says it, and stands where only its owner reads it', async () => {
  const server = await start({ token: 'a-token-of-tests' });
  await expect(connect({ servers: server.url, maxReconnectAttempts: 0 })).rejects.toThrow('Authorization Violation');
  const nc = await connect({ servers: server.url, token: 'a-token-of-tests' });
  await nc.close();
  const file = join(storeDir, 'nats-server.conf');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const commandLine = await readFile(`/proc/${server.pid}/cmdline`, 'utf8');
  expect(commandLine).not.toContain('a-token-of-tests');
});
