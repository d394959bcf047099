import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure, unavailable } from '../../../domain/errors.ts';
import type { OutgoingMessage } from '../../../streams/bus/bus.ts';
import { decodeQuotedPrices } from '../../../streams/codec/codec.ts';
import {
  type QuotedPriceLimits,
  type QuotedPricePublisher,
  startQuotedPricePublisher,
} from '../../../streams/publishers/quoted-price-publisher.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { givenPrice } from '../../support/given-prices.ts';
import { type RecordingLogger, recordingLogger } from '../../support/recording-logger.ts';

let metrics: Metrics;
let log: RecordingLogger;
let taken: OutgoingMessage[];
let tried: OutgoingMessage[];
let fault: Error | undefined;
let publisher: QuotedPricePublisher;

beforeEach(() => {
  metrics = createMetrics('test');
  log = recordingLogger();
  [taken, tried, fault] = [[], [], undefined];
});
afterEach(() => publisher.stop());

const start = (limits: QuotedPriceLimits): void => {
  let batches = 0;
  publisher = startQuotedPricePublisher({
    bus: {
      publish: async (messages: readonly OutgoingMessage[]) => {
        tried.push(...messages);
        if (fault !== undefined) throw fault;
        taken.push(...messages);
      },
    },
    metrics: metrics.analytics,
    log,
    newId: () => `pgv_${++batches}`,
    limits,
  });
};
const give = (from: number, to: number): void => {
  for (let quantity = from; quantity <= to; quantity += 1) publisher.note(givenPrice({ quantity }));
};
const quantities = (): readonly (readonly number[])[] =>
  taken.map(({ payload }) => decodeQuotedPrices(payload).map(({ quantity }) => quantity));
const dropped = async (): Promise<number> => {
  const { values } = await metrics.analytics.givenPricesDropped.get();
  return values[0]?.value ?? 0;
};

const anHourMs = 3_600_000;

test('a full batch leaves at once, in the order of the answers, and never within an answer', async () => {
  start({ count: 3, ageMs: anHourMs, held: 100 });
  give(1, 7);
  expect(tried).toEqual([]);
  await eventually(() => taken.length === 2);
  expect(quantities()).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  await publisher.stop();
  expect(quantities().at(-1)).toEqual([7]);
  expect(await dropped()).toBe(0);
});

test('a batch that does not fill leaves when its first answer has grown old', async () => {
  start({ count: 100, ageMs: 20, held: 100 });
  give(1, 2);
  await eventually(() => taken.length === 1);
  give(3, 3);
  await eventually(() => taken.length === 2);
  expect(quantities()).toEqual([[1, 2], [3]]);
});

test('while the bus is away answers wait up to the bound, what comes beyond is counted, and a message keeps its id', async () => {
  start({ count: 2, ageMs: anHourMs, held: 5 });
  fault = unavailable('the bus is away', 1_000);
  give(1, 9);
  await eventually(() => tried.length >= 2);
  expect(await dropped()).toBe(4);
  expect(new Set(tried.map(({ messageId }) => messageId))).toEqual(new Set(['pgv_1']));
  fault = undefined;
  await eventually(() => taken.length === 2);
  give(10, 10);
  await eventually(() => taken.length === 3);
  expect(quantities()).toEqual([
    [1, 2],
    [3, 4],
    [5, 10],
  ]);
  expect(await dropped()).toBe(4);
  expect(log.events).toEqual(['store.unavailable', 'store.recovered']);
});

test('what the bus refuses is dropped and counted, and holds up nothing', async () => {
  start({ count: 2, ageMs: anHourMs, held: 100 });
  fault = new Failure('internal', 'the bus refused a message');
  give(1, 2);
  await eventually(() => tried.length === 1);
  fault = undefined;
  give(3, 4);
  await eventually(() => taken.length === 1);
  expect(quantities()).toEqual([[3, 4]]);
  expect(await dropped()).toBe(2);
  expect(log.events).toEqual(['analytics.prices.dropped']);
});

test('a stop while the bus is away ends after one more try, and counts everything that is lost', async () => {
  start({ count: 2, ageMs: anHourMs, held: 100 });
  fault = unavailable('the bus is away', 1_000);
  give(1, 7);
  await eventually(() => tried.length === 1);
  await publisher.stop();
  expect(tried.length).toBeLessThanOrEqual(2);
  expect(await dropped()).toBe(7);
});
