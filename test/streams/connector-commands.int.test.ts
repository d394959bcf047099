import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { onConnectorCommands, sendConnectorCommand } from '../../streams/connector-commands.ts';
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

/** Sends a command and waits for anybody; resolves with who has answered. */
const send = async (id: string, timeoutMs: number): Promise<readonly string[]> => {
  const isEnough = ({ size }: ReadonlySet<string>): boolean => size > 0;
  return [...(await sendConnectorCommand(gateway, 'acme', { id, change: 'orders', timeoutMs, isEnough }))];
};

it('reaches the process that runs the connectors, and learns when it has obeyed and who it is', async () => {
  const obeyed: string[] = [];
  const unsubscribe = onConnectorCommands(ingest, 'own_1', async (...what) => void obeyed.push(what.join()));
  // What the one connection subscribes to and what the other publishes may reach the server in any
  // order.
  await eventually(async () => expect(await send('1', 200)).toEqual(['own_1']));
  expect(new Set(obeyed)).toEqual(new Set(['acme,orders']));
  // An earlier version does not say what has changed, and a later one may say what is unknown here.
  for (const payload of ['{"id":"old"}', '{"id":"new","change":"colour"}'])
    gateway.signal('connector.globex.command', Buffer.from(payload));
  await eventually(() => obeyed.filter((each) => each === 'globex,supplier').length === 2);
  unsubscribe();
});

it('says that nobody answered when nobody runs connectors, or the one that does could not obey', async () => {
  expect(await send('2', 50)).toEqual([]);
  const unsubscribe = onConnectorCommands(ingest, 'own_1', () => Promise.reject(new Error('no store')));
  expect(await send('3', 100)).toEqual([]);
  unsubscribe();
});

it('says so in time when the bus is down, and is heard again once it is back', async () => {
  const unsubscribe = onConnectorCommands(ingest, 'own_1', async () => undefined);
  await nats.kill();
  expect(await send('4', 200)).toEqual([]);
  await nats.restart();
  await eventually(async () => expect(await send('5', 200)).toEqual(['own_1']));
  unsubscribe();
});

it('waits for all who are wanted, and for nobody when none is', async () => {
  const stop = ['own_1', 'own_2'].map((owner) => onConnectorCommands(ingest, owner, async () => undefined));
  const wanting = (count: number) =>
    sendConnectorCommand(gateway, 'acme', {
      id: `wanting ${count}`,
      change: 'supplier',
      timeoutMs: 5_000,
      isEnough: ({ size }) => size >= count,
    });
  await eventually(async () => expect(await send('6', 200)).not.toEqual([]));
  // The one may be heard of before the other.
  await eventually(async () => expect(await wanting(2)).toEqual(new Set(['own_1', 'own_2'])));
  expect(await wanting(0)).toEqual(new Set());
  for (const unsubscribe of stop) unsubscribe();
});
