import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { currentContext } from '../../telemetry/context.ts';
import { parseTraceparent } from '../../telemetry/traceparent.ts';
import { currentTraceparent, enterTrace, startTracing, type Tracing, withSpan } from '../../telemetry/tracing.ts';

/** A collector on loopback that keeps what it is sent, as bytes: names and ids are found in them as they are. */
let collector: Server;
let endpoint: string;
let received: Buffer[];
let tracing: Tracing | undefined;

beforeEach(async () => {
  received = [];
  collector = new Server();
  collector.register(
    '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    (call: { request: Buffer }, callback: (error: null, answer: Buffer) => void) => {
      received.push(call.request);
      callback(null, Buffer.alloc(0));
    },
    (answer: Buffer) => answer,
    (request: Buffer) => request,
    'unary',
  );
  const port = await new Promise<number>((resolve, reject) => {
    collector.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  endpoint = `http://127.0.0.1:${port}`;
});

afterEach(async () => {
  await tracing?.shutdown();
  tracing = undefined;
  collector.forceShutdown();
});

const start = async (sampleRatio: number, address: string | undefined = endpoint): Promise<void> => {
  tracing = await startTracing({ service: 'offerstream-test', endpoint: address, sampleRatio });
};

const entry = (traceparent?: string) => ({ name: 'entry-span', kind: 'server', traceparent, context: {} }) as const;

/** What has been exported once tracing has shut down. */
const exported = async (): Promise<Buffer> => {
  await tracing?.shutdown();
  tracing = undefined;
  return Buffer.concat(received);
};

test('a sampled entry and the spans inside it reach the collector under one trace id', async () => {
  await start(1);
  let outer: string | undefined;
  let inner: string | undefined;
  const answer = await enterTrace(entry(), async (traceparent) => {
    outer = traceparent;
    return withSpan('database-span', { table: 'offers' }, async () => {
      inner = currentTraceparent();
      return 42;
    });
  });
  expect(answer).toBe(42);
  const [outside, inside] = [parseTraceparent(outer ?? ''), parseTraceparent(inner ?? '')];
  expect(outside).toMatchObject({ sampled: true, traceId: inside?.traceId });
  expect(inside?.parentId).not.toBe(outside?.parentId);
  const bytes = await exported();
  for (const text of ['entry-span', 'database-span', 'offerstream-test']) expect(bytes.includes(text)).toBe(true);
  expect(bytes.includes(Buffer.from(inside?.traceId ?? 'none', 'hex'))).toBe(true);
});

test("the caller's trace is continued, and the caller's decision outranks the ratio", async () => {
  await start(0);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  enterTrace(entry(`00-${traceId}-00f067aa0ba902b7-01`), () => {
    expect(currentContext()).toMatchObject({ traceId, spanId: expect.any(String) });
  });
  enterTrace(entry(`00-${traceId}-00f067aa0ba902b7-00`), () => {
    expect(currentContext()?.spanId).toBeUndefined();
  });
  expect((await exported()).includes(Buffer.from(traceId, 'hex'))).toBe(true);
});

test('what is not sampled opens no span but has a trace id of its own', async () => {
  await start(0);
  const ids = [1, 2].map(() =>
    enterTrace(entry(), (traceparent) => {
      expect(traceparent).toBeUndefined();
      return withSpan('inside', {}, () => currentContext()?.traceId);
    }),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  expect(await exported()).toHaveLength(0);
});

test('a failure passes through the spans as it was thrown, at once or as a promise', async () => {
  await start(1);
  const bug = new TypeError('broken');
  await expect(enterTrace(entry(), () => withSpan('inside', {}, () => Promise.reject(bug)))).rejects.toBe(bug);
  expect(() =>
    enterTrace(entry(), () => {
      throw bug;
    }),
  ).toThrow(bug);
  expect((await exported()).includes('TypeError')).toBe(true);
});

test('without a collector, and with one that is down, the work goes on as ever', async () => {
  await start(1, undefined);
  expect(enterTrace(entry(), () => withSpan('inside', {}, () => 1))).toBe(1);
  collector.forceShutdown();
  tracing = await startTracing({ service: 'offerstream-test', endpoint, sampleRatio: 1 });
  expect(enterTrace(entry(), () => withSpan('inside', {}, () => 1))).toBe(1);
});
