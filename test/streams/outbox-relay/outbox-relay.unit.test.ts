import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outbox } from '../../../domain/outbox/ports.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { startOutboxRelay } from '../../../streams/outbox-relay/outbox-relay.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks how much waits one time at a time, also while the database hangs', async () => {
  const stats = vi.fn(() => new Promise<never>(() => undefined));
  const outbox: Outbox = {
    hold: async () => false,
    release: async () => undefined,
    pending: async () => [],
    published: async () => undefined,
    failed: async () => ({ parked: false }),
    stats,
    onAppend: async () => async () => undefined,
  };
  const metrics = createMetrics('test');
  const relay = startOutboxRelay({ bus: {} as Bus, outbox, metrics, log: recordingLogger() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stats.mock.calls.length).toBeGreaterThan(0);
  expect(stats.mock.calls.length).toBeLessThanOrEqual(7);
  const stopped = relay.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  await stopped;
});
