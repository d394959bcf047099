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

it('tells nothing of a store that answers', () => {
  const { outage, lines } = world();
  outage.recordAnswer();
  expect(lines).toEqual([]);
});
