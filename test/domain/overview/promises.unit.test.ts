import { expect, it } from 'vitest';
import { objectiveStandings } from '../../../domain/overview/objectives.ts';
import type { Reading } from '../../../domain/overview/reading.ts';

const standingOf = (name: string, readings: readonly Reading[]) =>
  objectiveStandings(readings).find((each) => each.name === name);

const lag = (value: number): Reading => ({ name: 'outbox_lag_seconds', labels: {}, value });

it.each(objectiveStandings([]))('$name allows what its promise leaves: $promise', ({ allowed, promise }) => {
  const [, percent] = /(\d+(?:\.\d)?) %/.exec(promise) ?? [];
  expect(100 * (1 - allowed)).toBeCloseTo(Number(percent), 6);
});

it.each([
  [[], 0, 0],
  [[0.5], 0, 1],
  [[0.5, 0.9], 0, 1],
  [[0.5, 1], 1, 1],
  [[2, 3], 1, 1],
])('events that wait %j seconds are %i of %i beyond the promise', (lags, bad, all) => {
  expect(standingOf('outbox-lag', lags.map(lag))).toMatchObject({ bad, all });
});

it('no fewer than none were slow, though a count lags behind its buckets', () => {
  const labels = { method: 'CalculatePrice' };
  const readings = [
    { name: 'pricing_request_duration_seconds_count', labels, value: 9 },
    { name: 'pricing_request_duration_seconds_bucket', labels: { ...labels, le: '0.3' }, value: 10 },
  ];
  expect(standingOf('pricing-latency', readings)).toMatchObject({ bad: 0, all: 9, budgetLeft: 1 });
});
