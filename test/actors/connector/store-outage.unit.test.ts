import { expect, it } from 'vitest';
import { createStoreOutage } from '../../../actors/connector/store-outage.ts';
import type { LogEvent } from '../../../telemetry/log-events.ts';

const world = () => {
  let nowMs = 0;
  const lines: (readonly [LogEvent, object | undefined])[] = [];
  const record = (event: LogEvent, fields?: object): void => {
    lines.push([event, fields]);
  };
  const outage = createStoreOutage({ log: { warn: record, info: record }, now: () => new Date(nowMs) });
  return { outage, lines, at: (ms: number) => (nowMs = ms) };
};

const late = new Error('no answer within 100 ms');

it('tells an outage once, whatever budgets meet it and however often it comes back', () => {
  const { outage, lines, at } = world();
  for (const second of [0, 10, 20, 70, 120]) {
    at(second * 1_000);
    outage.recordFailure(`key ${second}`, late);
    outage.recordAnswer();
  }
  expect(lines).toEqual([['budget.store.failed', { key: 'key 0', err: late }]]);
});

it('tells that it is over when nobody has been failed for a minute, with how many were', () => {
  const { outage, lines, at } = world();
  outage.recordFailure('one', late);
  at(5_000);
  outage.recordFailure('other', late);
  at(64_999);
  outage.recordAnswer();
  expect(lines).toHaveLength(1);
  at(65_000);
  outage.recordAnswer();
  outage.recordAnswer();
  expect(lines.slice(1)).toEqual([['budget.store.recovered', { failures: 2, duration_ms: 5_000 }]]);
});

it('tells the next outage anew', () => {
  const { outage, lines, at } = world();
  outage.recordFailure('one', late);
  at(60_000);
  outage.recordAnswer();
  outage.recordFailure('one', late);
  expect(lines.map(([event]) => event)).toEqual([
    'budget.store.failed',
    'budget.store.recovered',
    'budget.store.failed',
  ]);
});

it('ends an outage of long ago before it tells the next, where nothing was asked between', () => {
  const { outage, lines, at } = world();
  outage.recordFailure('one', late);
  at(36_000_000);
  outage.recordFailure('other', late);
  expect(lines).toEqual([
    ['budget.store.failed', { key: 'one', err: late }],
    ['budget.store.recovered', { failures: 1, duration_ms: 0 }],
    ['budget.store.failed', { key: 'other', err: late }],
  ]);
});

it('tells an outage that goes on once an hour', () => {
  const { outage, lines, at } = world();
  for (let minute = 0; minute < 130; minute += 1) {
    at(minute * 59_000);
    outage.recordFailure(`key ${minute}`, late);
  }
  expect(lines.map(([event]) => event)).toEqual(Array.from({ length: 3 }, () => 'budget.store.failed'));
});

it('tells nothing of a store that answers', () => {
  const { outage, lines } = world();
  outage.recordAnswer();
  expect(lines).toEqual([]);
});
