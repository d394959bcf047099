import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closedLoop, compare, percentile, type Sample } from '../../bench/benchmark.ts';

test('a percentile is the value at the nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBe(0);
});

test('a closed loop counts the work of every call and times each', async () => {
  let calls = 0;
  const sample = await closedLoop({
    workers: 3,
    durationMs: 50,
    call: async () => {
      calls += 1;
      await delay(5);
      return 10;
    },
  });
  expect(calls).toBeGreaterThanOrEqual(3);
  expect(sample.work).toBe(calls * 10);
  expect(sample.latenciesMs).toHaveLength(calls);
  expect(sample.seconds).toBeGreaterThanOrEqual(0.05);
});

test('a call that fails fails the benchmark', async () => {
  const call = () => Promise.reject(new Error('refused'));
  await expect(closedLoop({ workers: 1, durationMs: 50, call })).rejects.toThrow('refused');
});

test('a comparison leaves the first round of each side out and alternates the order', async () => {
  const order: string[] = [];
  const side = (name: string, work: number) => async (): Promise<Sample> => {
    order.push(name);
    const isWarmUp = order.filter((each) => each === name).length === 1;
    return { work: isWarmUp ? 1_000_000 : work, seconds: 2, latenciesMs: [isWarmUp ? 1_000_000 : work] };
  };
  const row = await compare({
    name: 'both',
    unit: 'calls/s',
    rounds: 2,
    ours: side('ours', 30),
    limit: side('limit', 40),
  });
  expect(order.join(' ')).toBe('ours limit ours limit limit ours');
  expect(row).toEqual({
    name: 'both',
    unit: 'calls/s',
    ours: 15,
    limit: 20,
    ratio: 0.75,
    p50: 30,
    p95: 30,
    p99: 30,
    limitP50: 40,
    limitP95: 40,
    limitP99: 40,
  });
});
