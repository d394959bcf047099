import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus, Consumption } from '../../../../streams/bus/bus.ts';
import type { BatchHandler } from '../../../../streams/bus/delivery/consumption.ts';
import { keepConsuming } from '../../../../streams/bus/delivery/keep-consuming.ts';
import { recordingLogger } from '../../../support/recording-logger.ts';

const consumer = {
  stream: 'OBSERVATIONS',
  durable: 'test',
  batch: 1,
  maxUnsettled: 1,
  ackWaitMs: 1_000,
  maxDeliveries: 5,
} as const;

/**
 * The longest that the pause after a first failure may be, and the least that the longest pause may
 * be.
 */
const firstPauseMs = 125;
const longestPauseMs = 3_750;

/** A bus that is away until it is told to come back, and whose consumer the test ends. */
const startConsuming = () => {
  let isAway = true;
  const tries: number[] = [];
  let handle: BatchHandler | undefined;
  let ended: PromiseWithResolvers<Error | undefined> | undefined;
  const bus = {
    consume: async (_options: unknown, given: BatchHandler): Promise<Consumption> => {
      tries.push(Date.now());
      if (isAway) throw new Error('away');
      handle = given;
      const { promise, resolve, reject } = Promise.withResolvers<Error | undefined>();
      ended = { promise, resolve, reject };
      return { ended: promise, drain: async () => resolve(undefined) };
    },
  };
  const kept = keepConsuming({
    bus: bus as unknown as Bus,
    consumer,
    log: recordingLogger(),
    handle: async () => undefined,
  });
  return {
    tries,
    stop: kept.stop,
    comeBack: () => {
      isAway = false;
    },
    receive: async () => handle?.([]),
    breakOff: async () => {
      ended?.resolve(new Error('broken off'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

describe('a consumer that is kept going', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits longer with each failure in a row', async () => {
    const { tries, stop } = startConsuming();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries.length).toBeLessThan(30);
    const last = (tries.at(-1) ?? 0) - (tries.at(-2) ?? 0);
    expect(last).toBeGreaterThanOrEqual(longestPauseMs);
    await stop();
  });

  it('tries again as soon as at first once it has received something in between', async () => {
    const { tries, comeBack, receive, breakOff, stop } = startConsuming();
    await vi.advanceTimersByTimeAsync(60_000);
    comeBack();
    await vi.advanceTimersByTimeAsync(10_000);
    const before = tries.length;
    await receive();
    await breakOff();
    await vi.advanceTimersByTimeAsync(firstPauseMs);
    expect(tries).toHaveLength(before + 1);
    await stop();
  });

  it('tries again as soon as at first once it has held for longer than the longest pause', async () => {
    const { tries, comeBack, breakOff, stop } = startConsuming();
    await vi.advanceTimersByTimeAsync(60_000);
    comeBack();
    await vi.advanceTimersByTimeAsync(60_000);
    const before = tries.length;
    await breakOff();
    await vi.advanceTimersByTimeAsync(firstPauseMs);
    expect(tries).toHaveLength(before + 1);
    await stop();
  });

  it('does not take a consumer that ends at once for a success', async () => {
    const { tries, comeBack, breakOff, stop } = startConsuming();
    comeBack();
    for (let round = 0; round < 600; round += 1) {
      await vi.advanceTimersByTimeAsync(100);
      await breakOff();
    }
    expect(tries.length).toBeLessThan(30);
    await stop();
  });
});
