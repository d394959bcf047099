import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type DoorService, expectUnharmed, startDoorService, underAttack } from './door-probe.ts';

const key = 'os_goodgoodgoodgoodgoodgoodgoodgood';
const perAddress = 200;

/** Not the address that health is asked from. */
const attacker = '127.0.0.2';

let database: TestDatabase;
let service: DoorService;

beforeAll(async () => {
  database = await testDatabase();
  service = await startDoorService(database, {
    BOOTSTRAP_CUSTOMER_KEY: key,
    CONNECTIONS_PER_ADDRESS: String(perAddress),
    METRICS_PORT: '0',
  });
  // What the first of many connections makes once, and what is compiled for it, is there before it
  // is measured; and so is the document that some ask for.
  await attack(trickleBody(''));
  await (await fetch(`${service.httpUrl}/openapi.json`)).text();
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

/**
 * Opens three times as many connections as there may be, has something done with each for a while,
 * and closes them.
 */
const attack = async (act: (socket: Socket, turn: number) => void): Promise<number> => {
  const { hostname, port } = new URL(service.httpUrl);
  const sockets: Socket[] = [];
  for (let at = 0; at < perAddress * 3; at += 1) {
    const socket = connect({ port: Number(port), host: hostname, localAddress: attacker });
    socket.on('error', () => undefined);
    socket.resume();
    sockets.push(socket);
    if (at % 50 === 49) await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  }
  // Those that are too many are closed when the service comes to them.
  await eventually(() => sockets.filter(({ destroyed }) => !destroyed).length <= perAddress);
  for (let turn = 0; turn < 15; turn += 1) {
    for (const socket of sockets) if (socket.writable) act(socket, turn);
    await pause(100);
  }
  const open = sockets.filter(({ destroyed }) => !destroyed).length;
  for (const socket of sockets) socket.destroy();
  return open;
};

const request = 'GET /v1/products/x HTTP/1.1\r\nhost: x\r\n';

const trickleBody = (header: string) => (socket: Socket, turn: number) =>
  socket.write(
    turn === 0
      ? `POST /v1/pricing HTTP/1.1\r\nhost: x\r\n${header}content-type: application/json\r\ncontent-length: 4000\r\n\r\n{`
      : ' ',
  );

describe.each([
  ['without a key', ''],
  ['with a key', `x-api-key: ${key}\r\n`],
])('%s, many connections', (_, header) => {
  it.each([
    ['that say nothing', () => undefined],
    [
      'that trickle their headers',
      (socket: Socket, turn: number) => socket.write(turn === 0 ? `${request}${header}` : 'a: b\r\n'),
    ],
    ['that trickle their bodies', trickleBody(header)],
    [
      'that never read what they ask for',
      (socket: Socket, turn: number) => {
        socket.pause();
        if (turn === 0) socket.write('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n');
      },
    ],
    [
      'that hang up in the middle',
      (socket: Socket, turn: number) => (turn === 0 ? socket.write(request) : socket.resetAndDestroy()),
    ],
  ])('%s silence nothing, and are no more than an address may have', async (_name, act) => {
    let open = 0;
    const report = await underAttack(service, async () => {
      open = await attack(act);
    });
    expectUnharmed(report, { maxLogLines: 2 });
    expect(open).toBeLessThanOrEqual(perAddress);
  });
});

it('counts the connections that it refused, at the port of the metrics alone', async () => {
  const port = service.lines.find(({ event }) => event === 'service.started')?.metrics_port;
  const metrics = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
  expect(metrics).toMatch(/^requests_refused_total\{reason="connections".*\} [1-9]/m);
  expect((await fetch(`${service.httpUrl}/metrics`)).status).toBe(404);
});
