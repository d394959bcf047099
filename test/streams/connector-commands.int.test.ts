import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bus } from '../../domain/ports.ts';
import { onConnectorCommands, sendConnectorCommand } from '../../streams/connector-commands.ts';
import { connectJetStream } from '../../streams/jetstream.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { recordingLogger } from '../support/recording-logger.ts';

let nats: TestNats;
let gateway: Bus;
let ingest: Bus;

beforeAll(async () => {
  nats = await testNats();
  const connect = () => connectJetStream({ url: nats.url, replicas: 1, log: recordingLogger() });
  [gateway, ingest] = await Promise.all([connect(), connect()]);
});
afterAll(async () => {
  await Promise.all([gateway.close(), ingest.close()]);
  await nats.close();
});

it('reaches the process that runs the connectors, and learns when it has obeyed', async () => {
  const obeyed: string[] = [];
  const deaf = onConnectorCommands(ingest, async (supplierId) => void obeyed.push(supplierId));
  // What the one connection subscribes to and what the other publishes may reach the server in any order.
  await eventually(() => sendConnectorCommand(gateway, 'acme', { id: '1', timeoutMs: 200 }));
  expect(new Set(obeyed)).toEqual(new Set(['acme']));
  deaf();
});

it('says that nobody answered when nobody runs connectors, or the one that does could not obey', async () => {
  expect(await sendConnectorCommand(gateway, 'acme', { id: '2', timeoutMs: 50 })).toBe(false);
  const deaf = onConnectorCommands(ingest, () => Promise.reject(new Error('no store')));
  expect(await sendConnectorCommand(gateway, 'acme', { id: '3', timeoutMs: 100 })).toBe(false);
  deaf();
});

it('says so in time when the bus is down, and is heard again once it is back', async () => {
  const deaf = onConnectorCommands(ingest, async () => undefined);
  await nats.kill();
  const askedAtMs = performance.now();
  expect(await sendConnectorCommand(gateway, 'acme', { id: '4', timeoutMs: 200 })).toBe(false);
  expect(performance.now() - askedAtMs).toBeLessThan(1_000);
  await nats.restart();
  await eventually(() => sendConnectorCommand(gateway, 'acme', { id: '5', timeoutMs: 200 }), 20_000);
  deaf();
});
