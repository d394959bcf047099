import { type ClientHttp2Session, constants } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type DoorService, expectUnharmed, startDoorService, underAttack } from './door-probe.ts';
import { closed, endOfCall, framed, openCall, openRaw, processed } from './raw-grpc.ts';

/** Of calls that never end. */
const rounds = process.env.LONG === '1' ? 10 : 5;

/** Calls that are begun and not ended, cut off at once, or that lie about what comes. */

const key = 'os_doordoordoordoordoordoordoordoord';
const withKey = { authorization: `Bearer ${key}` };
const build = '/svc.public.v1.Estimate/BuildEstimate';
const bulk = '/svc.public.v1.Pricing/BulkCalculatePrice';

let database: TestDatabase;
let service: DoorService;

beforeAll(async () => {
  database = await testDatabase();
  service = await startDoorService(database, { BOOTSTRAP_CUSTOMER_KEY: key });
  const session = await openRaw(service.grpcAddress);
  const stream = openCall(session, build, withKey);
  stream.end(framed(Buffer.alloc(0)));
  expect((await endOfCall(stream)).status).toBe(status.INVALID_ARGUMENT);
  session.destroy();
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const times = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at));

const keys = [
  ['without a key', {}],
  ['with a key', withKey],
] as const;

/** Calls of which nothing more comes than their headers, or a part of a message. */
const openHalf = async (headers: Readonly<Record<string, string>>): Promise<readonly ClientHttp2Session[]> => {
  const sessions = await Promise.all(times(2, () => openRaw(service.grpcAddress)));
  for (const session of sessions)
    times(100, (at) => {
      const stream = openCall(session, at % 2 === 0 ? build : bulk, headers);
      if (at % 4 > 1) stream.write(framed(Buffer.alloc(2_000), { length: 50_000 }));
    });
  await Promise.all(sessions.map(processed));
  return sessions;
};

test.each(keys)('thousands of half-open calls %s silence nothing and end with their connection', async (_, headers) => {
  const report = await underAttack(service, async () => {
    for (let round = 0; round < 2 * rounds; round += 1)
      for (const session of await openHalf(headers)) session.destroy();
  });
  expectUnharmed(report, { maxLogLines: 5 });
});

test('parts of large messages are kept up to a bound, and no other caller is refused for them', async () => {
  const held = await service.heldBytes();
  const session = await openRaw(service.grpcAddress);
  const part = framed(Buffer.alloc(1_000_000), { length: 4_000_000 });
  const ends = times(100, () => {
    const stream = openCall(session, build, withKey);
    stream.write(part);
    return endOfCall(stream);
  });
  // Where much is under way the reset may come without the status.
  expect([status.RESOURCE_EXHAUSTED, undefined]).toContain((await Promise.race(ends)).status);
  expect((await service.heldBytes()) - held).toBeLessThan(80 * 1_024 * 1_024);
  const other = await openRaw(service.grpcAddress);
  const stream = openCall(other, build, withKey);
  stream.end(framed(Buffer.alloc(0)));
  expect((await endOfCall(stream)).status).toBe(status.INVALID_ARGUMENT);
  other.destroy();
  session.destroy();
  await eventually(async () => (await service.heldBytes()) < held * 1.1);
});

/** Opens streams and cancels each at once, until the other side has had enough. */
const resetAtOnce = async (session: ClientHttp2Session, headers: Readonly<Record<string, string>>): Promise<void> => {
  for (let at = 0; at < 50 && !session.destroyed; at += 1) {
    times(100, () => {
      if (!session.destroyed) openCall(session, bulk, headers).close(constants.NGHTTP2_CANCEL);
    });
    await processed(session);
  }
};

test.each(keys)(
  'streams that are opened and reset at once %s silence nothing, and cost their connection',
  async (_, headers) => {
    const report = await underAttack(service, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const session = await openRaw(service.grpcAddress);
        await resetAtOnce(session, headers);
        await closed(session);
      }
    });
    expectUnharmed(report, { maxLogLines: 5 });
  },
);

test('lengths that are lies cost nothing', async () => {
  const report = await underAttack(service, async () => {
    for (let round = 0; round < 10; round += 1) {
      const session = await openRaw(service.grpcAddress);
      const ends = times(200, (at) => {
        const stream = openCall(session, build, withKey);
        // Beyond what is accepted, or within it and never to come.
        stream.write(framed(Buffer.alloc(0), { length: at % 2 === 0 ? 2 ** 32 - 1 : 4_194_304 }));
        if (at % 2 === 1) stream.close(constants.NGHTTP2_CANCEL);
        return endOfCall(stream);
      });
      const codes = new Set((await Promise.all(ends)).map(({ status: code }) => code));
      expect(codes.difference(new Set([status.RESOURCE_EXHAUSTED, undefined]))).toEqual(new Set());
      session.destroy();
    }
  });
  expectUnharmed(report, { maxLogLines: 5 });
});

test('uncompressed messages of two million empty lines are refused half-way', async () => {
  const message = framed(Buffer.alloc(4 * 1_024 * 1_024 - 64, Buffer.from([0x12, 0x00])));
  const report = await underAttack(service, async () => {
    const session = await openRaw(service.grpcAddress);
    const ends = times(12, () => {
      const stream = openCall(session, build, withKey);
      stream.end(message);
      return endOfCall(stream);
    });
    const codes = new Set((await Promise.all(ends)).map(({ status: code }) => code));
    expect(codes.difference(new Set([status.RESOURCE_EXHAUSTED, undefined]))).toEqual(new Set());
    session.destroy();
  });
  expectUnharmed(report, { maxLogLines: 5 });
});
