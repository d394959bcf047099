import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type DoorService, expectUnharmed, startDoorService, underAttack } from './door-probe.ts';
import { endOfCall, framed, openCall, openRaw } from './raw-grpc.ts';

const key = 'os_doordoordoordoordoordoordoordoord';
const method = '/svc.public.v1.Estimate/BuildEstimate';

/** Two million empty lines of an estimate: four mebibytes, in four kilobytes. */
const bomb = framed(gzipSync(Buffer.alloc(4 * 1_024 * 1_024 - 64, Buffer.from([0x12, 0x00]))), { isCompressed: true });

let database: TestDatabase;
let service: DoorService;

beforeAll(async () => {
  database = await testDatabase();
  service = await startDoorService(database, { BOOTSTRAP_CUSTOMER_KEY: key, GRPC_REFLECTION: 'on' });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const sendBombs = async (path: string, headers: Readonly<Record<string, string>>) => {
  const session = await openRaw(service.grpcAddress);
  const ends = Array.from({ length: 12 }, () => {
    const stream = openCall(session, path, { 'grpc-encoding': 'gzip', ...headers });
    stream.end(bomb);
    return endOfCall(stream);
  });
  const all = await Promise.all(ends);
  session.destroy();
  return all;
};

test.each([
  ['without a key', {}],
  ['with a key', { authorization: `Bearer ${key}` }],
])('twelve compressed calls %s silence nothing', async (_, headers) => {
  const report = await underAttack(service, async () => {
    for (let round = 0; round < 30; round += 1) await sendBombs(method, headers);
  });
  expectUnharmed(report, { maxLogLines: 5 });
});
