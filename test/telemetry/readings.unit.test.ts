import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createReadings } from '../../telemetry/readings.ts';

const longest = 'nodejs_eventloop_lag_max_seconds';

/** Keeps the event loop busy at a stretch, once it is being watched. */
const block = async (forMs: number): Promise<void> => {
  await after(50);
  const until = performance.now() + forMs;
  while (performance.now() < until);
  await after(50);
};

it('who reads the overview again and again takes nothing of the event loop from Prometheus', async () => {
  const { registry } = createMetrics('test');
  const readings = createReadings(registry);
  await block(300);
  await readings();
  await after(50);
  await readings();
  const scraped = await registry.getSingleMetric(longest)?.get();
  expect(scraped?.values).toMatchObject([{ value: 0 }]);
  await registry.metrics();
  const { values } = (await registry.getSingleMetric(longest)?.get()) ?? { values: [] };
  expect(values[0]?.value).toBeGreaterThan(0.2);
});

it('the event loop is measured for the overview where nothing has scraped for a minute', async () => {
  let nowMs = 0;
  const { registry } = createMetrics('test');
  const readings = createReadings(registry, () => nowMs);
  await block(300);
  const longestRead = async () => (await readings()).find(({ name }) => name === longest)?.value ?? 0;
  nowMs = 59_999;
  expect(await longestRead()).toBe(0);
  nowMs = 60_000;
  expect(await longestRead()).toBeGreaterThan(0.2);
  nowMs = 119_999;
  expect(await longestRead()).toBeGreaterThan(0.2);
});
