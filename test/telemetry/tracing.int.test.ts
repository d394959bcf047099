import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentContext } from '../../telemetry/context.ts';
import { parseTraceparent } from '../../telemetry/traceparent.ts';
import {
  annotateSpan,
  commonCause,
  currentTraceparent,
  enterTrace,
  isSampledTrace,
  recordSpan,
  startTracing,
  type Tracing,
  withSpan,
} from '../../telemetry/tracing.ts';
import { heldBytes } from '../support/heap.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

let collector: TraceCollector;
let tracing: Tracing | undefined;

beforeEach(async () => {
  collector = await startTraceCollector();
});
afterEach(async () => {
  await tracing?.shutdown();
  tracing = undefined;
  collector.close();
});

const service = { service: 'offerstream-test', version: '1.2.3' };

const start = async (sampleRatio: number, endpoint: string | undefined = collector.endpoint): Promise<void> => {
  tracing = await startTracing({ ...service, endpoint, sampler: { followsCaller: true, ratio: sampleRatio } });
};

const entry = (traceparent?: string) => ({ name: 'entry-span', kind: 'server', traceparent, context: {} }) as const;

/** The spans that have arrived once tracing has shut down. */
const exported = async (): Promise<readonly CollectedSpan[]> => {
  await tracing?.shutdown();
  tracing = undefined;
  return collector.spans;
};

test('a sampled entry and the spans inside it reach the collector under one trace id', async () => {
  await start(1);
  let outer: string | undefined;
  let inner: string | undefined;
  const answer = await enterTrace(entry(), async (traceparent) => {
    outer = traceparent;
    return withSpan({ name: 'database-span', attributes: () => ({ table: 'offers' }) }, async () => {
      inner = currentTraceparent();
      return 42;
    });
  });
  expect(answer).toBe(42);
  const [outside, inside] = [parseTraceparent(outer ?? ''), parseTraceparent(inner ?? '')];
  expect(outside).toMatchObject({ sampled: true, traceId: inside?.traceId });
  expect(inside?.parentId).not.toBe(outside?.parentId);
  const { traceId = '' } = outside ?? {};
  expect(await exported()).toMatchObject([
    { name: 'database-span', traceId, parentId: outside?.parentId, attributes: { table: 'offers' } },
    { name: 'entry-span', traceId, spanId: outside?.parentId, parentId: '' },
  ]);
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
  expect(await exported()).toMatchObject([{ traceId, parentId: '00f067aa0ba902b7' }]);
});

test('what is not sampled opens no span but has a trace id of its own', async () => {
  await start(0);
  const ids = [1, 2].map(() =>
    enterTrace(entry(), (traceparent) => {
      expect(traceparent).toBeUndefined();
      return withSpan({ name: 'inside' }, () => currentContext()?.traceId);
    }),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  expect(await exported()).toHaveLength(0);
});

test('a failure passes through the spans as it was thrown, at once or as a promise', async () => {
  await start(1);
  const bug = new TypeError('broken');
  await expect(enterTrace(entry(), () => withSpan({ name: 'inside' }, () => Promise.reject(bug)))).rejects.toBe(bug);
  expect(() =>
    enterTrace(entry(), () => {
      throw bug;
    }),
  ).toThrow(bug);
  const types = (await exported()).map(({ attributes }) => attributes['error.type']);
  expect(types).toEqual(['TypeError', 'TypeError', 'TypeError']);
});

test('without a collector, and with one that is down, the work goes on as ever', async () => {
  await start(1, undefined);
  expect(enterTrace(entry(), () => withSpan({ name: 'inside' }, () => 1))).toBe(1);
  collector.close();
  await start(1);
  expect(enterTrace(entry(), () => withSpan({ name: 'inside' }, () => 1))).toBe(1);
});

/** The processor's time that this process has used, in milliseconds: nobody else's counts. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * What the cheapest of some rounds of so many traced calls took of the processor, in milliseconds.
 */
const quickestRoundMs = async (rounds: number, calls: number): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = processorMs();
    for (let at = 0; at < calls; at += 1)
      await enterTrace(entry(), () => withSpan({ name: 'inside' }, () => Promise.resolve()));
    times.push(processorMs() - begin);
  }
  return Math.min(...times);
};

test('a collector that is down costs no more than one that is up: bounded memory, no noise, and an end', async () => {
  await start(1);
  const upMs = await quickestRoundMs(5, 4_000);
  await tracing?.shutdown();
  collector.close();
  const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
  await start(1);
  const heapBefore = heldBytes();
  const downMs = await quickestRoundMs(10, 4_000);
  const heapGrowth = heldBytes() - heapBefore;
  await tracing?.shutdown();
  tracing = undefined;
  for (const write of written) {
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  }
  expect(downMs).toBeLessThan(upMs * 2);
  // 40,000 calls made 80,000 spans; all of them would be several times as much.
  expect(heapGrowth).toBeLessThan(25_000_000);
});

test('work that many have caused belongs to the first that is sampled, and is linked to the others', async () => {
  await start(1);
  const [unsampled, first, other] = [
    '00-11111111111111111111111111111111-1111111111111111-00',
    '00-22222222222222222222222222222222-2222222222222222-01',
    '00-33333333333333333333333333333333-3333333333333333-01',
  ];
  const cause = commonCause([undefined, unsampled, first, other, first, 'damaged']);
  enterTrace({ name: 'apply', kind: 'consumer', ...cause, context: {} }, () => undefined);
  await exported();
  expect(collector.spans).toMatchObject([
    {
      traceId: '2'.repeat(32),
      parentId: '2'.repeat(16),
      links: [
        { traceId: '1'.repeat(32), spanId: '1'.repeat(16) },
        { traceId: '3'.repeat(32), spanId: '3'.repeat(16) },
      ],
    },
  ]);
  expect(commonCause([])).toEqual({ traceparent: undefined, links: [] });
});

test('work of many processes is recorded at its end as the span that its parts belong to', async () => {
  await start(1);
  const traceparent = '00-44444444444444444444444444444444-4444444444444444-01';
  enterTrace(entry(traceparent), () => undefined);
  const ended = { startedAt: new Date(1_000), endedAt: new Date(4_000), isFailure: false, attributes: {} };
  recordSpan({ ...ended, name: 'whole', traceparent });
  recordSpan({ ...ended, name: 'not sampled', traceparent: traceparent.replace(/1$/, '0') });
  await exported();
  expect(collector.spans).toMatchObject([
    { name: 'entry-span', traceId: '4'.repeat(32), parentId: '4'.repeat(16) },
    { name: 'whole', traceId: '4'.repeat(32), spanId: '4'.repeat(16), parentId: '', durationMs: 3_000 },
  ]);
});

test('work of which only the trace id is known is sampled by the ratio, alike in every process', async () => {
  const ids = Array.from({ length: 2_000 }, () => randomBytes(16).toString('hex'));
  expect(ids.some(isSampledTrace)).toBe(false);
  await start(0.25);
  const sampled = ids.filter(isSampledTrace);
  expect(sampled.length).toBeGreaterThan(400);
  expect(sampled.length).toBeLessThan(600);
  await tracing?.shutdown();
  await start(0.5);
  expect(sampled.every(isSampledTrace)).toBe(true);
});

test("a caller's trace state stays with its spans, and a span names the version that made it", async () => {
  await start(1);
  const traceparent = '00-55555555555555555555555555555555-5555555555555555-01';
  enterTrace({ ...entry(traceparent), tracestate: 'vendor=a1,other=b2' }, () =>
    withSpan({ name: 'inside' }, () => undefined),
  );
  enterTrace({ ...entry(traceparent), tracestate: 'damaged' }, () => undefined);
  const spans = await exported();
  expect(spans.map(({ traceState }) => traceState)).toEqual(['vendor=a1,other=b2', 'vendor=a1,other=b2', '']);
  expect(spans[0]?.resource).toMatchObject({
    'service.name': 'offerstream-test',
    'service.version': '1.2.3',
    'process.pid': process.pid,
    'host.name': hostname(),
  });
});

test('an entry can be told to have failed although nothing was thrown', async () => {
  await start(1);
  enterTrace(entry(), () => annotateSpan({ 'http.response.status_code': 503 }, true));
  enterTrace(entry(), () => annotateSpan({ 'http.response.status_code': 404 }, false));
  expect(await exported()).toMatchObject([
    { attributes: { 'http.response.status_code': 503 }, isError: true },
    { attributes: { 'http.response.status_code': 404 }, isError: false },
  ]);
});

test.each([
  ['follows its caller', true, 0, ['01']],
  ['does not ask its caller', false, 0, []],
  ['does not ask its caller and takes all', false, 1, ['00', '01']],
])('a sampler that %s', async (_, followsCaller, ratio, sampled) => {
  tracing = await startTracing({ ...service, endpoint: collector.endpoint, sampler: { followsCaller, ratio } });
  for (const flags of ['00', '01']) {
    enterTrace(entry(`00-ab${flags.repeat(15)}-${flags.repeat(7)}ff-${flags}`), () => undefined);
  }
  expect((await exported()).map(({ traceId }) => traceId.slice(-2))).toEqual(sampled);
});
