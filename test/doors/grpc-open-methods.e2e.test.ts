import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type DoorService, expectUnharmed, startDoorService, underAttack } from './door-probe.ts';
import { endOfCall, framed, openCall, openRaw, processed } from './raw-grpc.ts';

/** What anybody may call: health and reflection. */

const check = '/grpc.health.v1.Health/Check';
const watch = '/grpc.health.v1.Health/Watch';
const reflection = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';

let database: TestDatabase;
let service: DoorService;

beforeAll(async () => {
  database = await testDatabase();
  service = await startDoorService(database, { GRPC_REFLECTION: 'on' });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

/** A message of one text in field 1, which is a health request. */
const named = (name: string): Buffer => {
  const text = Buffer.from(name);
  const length = text.length < 128 ? Buffer.of(text.length) : Buffer.of((text.length & 127) | 128, text.length >> 7);
  return framed(Buffer.concat([Buffer.of(0x0a), length, text]));
};

/** A question for a file that holds much: field 4, `file_containing_symbol`. */
const symbolQuestion = (() => {
  const symbol = Buffer.from('svc.public.v1.Estimate');
  return framed(Buffer.concat([Buffer.of(0x22, symbol.length), symbol]));
})();

const codesOf = async (streams: readonly ClientHttp2Stream[]): Promise<ReadonlySet<number | undefined>> =>
  new Set((await Promise.all(streams.map(endOfCall))).map(({ status: code }) => code));

const times = <Made>(count: number, make: (at: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at));

test('thousands of names that no service has, watched and asked for, leave nothing behind', async () => {
  let name = 0;
  const report = await underAttack(service, async () => {
    for (let round = 0; round < 40; round += 1) {
      const session = await openRaw(service.grpcAddress);
      const asked = times(100, () => {
        const stream = openCall(session, check);
        name += 1;
        stream.end(named(`${'unknown.'.repeat(30)}${name}`));
        return stream;
      });
      const watched = times(100, () => {
        const stream = openCall(session, watch);
        name += 1;
        stream.end(named(`${'unknown.'.repeat(30)}${name}`));
        stream.resume();
        return stream;
      });
      const codes = await codesOf(asked);
      for (const code of codes) expect([status.NOT_FOUND, status.RESOURCE_EXHAUSTED]).toContain(code);
      for (const stream of watched) stream.close();
      session.destroy();
    }
  });
  expectUnharmed(report, { maxLogLines: 5 });
});

test('names of kilobytes are refused and not kept', async () => {
  const report = await underAttack(service, async () => {
    for (let round = 0; round < 20; round += 1) {
      const session = await openRaw(service.grpcAddress);
      const streams = times(100, (at) => {
        const stream = openCall(session, at % 2 === 0 ? check : watch);
        stream.end(named('n'.repeat(10_000)));
        return stream;
      });
      // Where much is under way the reset may come without the status.
      const codes = await codesOf(streams);
      expect(codes.difference(new Set([status.RESOURCE_EXHAUSTED, undefined]))).toEqual(new Set());
      session.destroy();
    }
  });
  expectUnharmed(report, { maxLogLines: 5 });
});

test('watches are bounded for a connection and for an address, and those within the bounds are served', async () => {
  const watchAll = async (): Promise<number> => {
    const sessions = await Promise.all(times(20, () => openRaw(service.grpcAddress)));
    const opened = sessions.flatMap((session) =>
      times(30, () => {
        const stream = openCall(session, watch);
        stream.end(named(''));
        return new Promise<boolean>((resolve) => {
          stream.once('data', () => resolve(true));
          stream.once('close', () => resolve(false));
        });
      }),
    );
    const served = (await Promise.all(opened)).filter((isServed) => isServed).length;
    for (const session of sessions) session.destroy();
    return served;
  };
  // Watches that were left before count until the service has taken notice of that.
  const report = await underAttack(service, () => eventually(async () => expect(await watchAll()).toBe(256)));
  expectUnharmed(report, { maxLogLines: 5 });
});

/**
 * Streams that ask for megabytes of which nothing is read, each over the bounds of its connection
 * and address too.
 */
const askUnread = async (rounds: number): Promise<readonly ClientHttp2Session[]> => {
  const sessions = await Promise.all(times(8, () => openRaw(service.grpcAddress)));
  const streams = sessions.flatMap((session) => times(8, () => openCall(session, reflection)));
  for (let round = 0; round < rounds; round += 1) {
    for (const stream of streams) if (!stream.destroyed) stream.write(questions);
    await Promise.all(sessions.map(processed));
  }
  return sessions;
};

const questions = Buffer.concat(times(20, () => symbolQuestion));

test('reflection that nobody reads silences nothing', async () => {
  const report = await underAttack(service, async () => {
    for (let round = 0; round < 5; round += 1) for (const session of await askUnread(50)) session.destroy();
  });
  expectUnharmed(report, { maxLogLines: 5 });
});

test('reflection is answered no further than its reader reads', async () => {
  const atRest = await service.heldBytes();
  const sessions = await askUnread(100);
  expect((await service.heldBytes()) - atRest).toBeLessThan(8 * 1_024 * 1_024);
  for (const session of sessions) session.destroy();
});
