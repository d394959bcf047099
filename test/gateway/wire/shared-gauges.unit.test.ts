import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSharedGauges } from '../../../gateway/wire/shared-gauges.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Surroundings = Parameters<typeof startSharedGauges>[0];

it('asks one time at a time, also while the database hangs', async () => {
  const hanging = () => vi.fn(() => new Promise<never>(() => undefined));
  const asked = {
    stats: hanging(),
    pending: hanging(),
    survey: hanging(),
    usage: hanging(),
    sizes: hanging(),
    measure: hanging(),
    lag: hanging(),
    lagBy: hanging(),
  };
  const stops: (() => Promise<void>)[] = [];
  startSharedGauges({
    stores: { outbox: asked, jobCounts: asked, ingestionSurvey: asked, topFreshness: asked, matches: asked },
    bus: asked,
    metrics: createMetrics('test'),
    analytics: undefined,
    now: () => new Date(0),
    teardown: { add: (_: string, stop: () => Promise<void>) => void stops.push(stop) },
  } as unknown as Surroundings);
  await vi.advanceTimersByTimeAsync(120_000);
  for (const calls of Object.values(asked)) {
    expect(calls.mock.calls.length).toBeGreaterThan(0);
    expect(calls.mock.calls.length).toBeLessThanOrEqual(4);
  }
  const stopped = Promise.all(stops.map((stop) => stop()));
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
});
