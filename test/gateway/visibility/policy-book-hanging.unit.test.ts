import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPolicyBook } from '../../../gateway/visibility/policy-book.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { hangingPort, standingOf } from '../../support/hanging-port.ts';
import { caller, noon } from '../../support/offers.ts';
import { policy } from '../../support/policies.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

const bookOverHangingStore = async () => {
  const stored = { revision: 1, isHidden: false };
  const store = hangingPort({
    all: async () => ({
      revision: `${stored.revision}`,
      policies: stored.isHidden ? [policy('a')] : [],
    }),
    revision: async () => `${stored.revision}`,
  });
  const { visibility: metrics } = createMetrics('test');
  const book = createPolicyBook({ store: store.port, metrics, log: recordingLogger() });
  await book.refresh();
  const hide = (isHidden: boolean): void => {
    stored.isHidden = isHidden;
    stored.revision += 1;
  };
  return { book, store, hide, isRestricted: () => book.callerPoliciesOf(caller, noon) !== undefined };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('refuses in time who waits for a store that hangs, and follows again once it answers', async () => {
  const { book, store, hide, isRestricted } = await bookOverHangingStore();
  hide(true);
  store.hang('all');
  const waiting = book.refresh();
  waiting.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await standingOf(waiting)).toMatchObject({ kind: 'unavailable' });
  store.recover();
  const later = book.refresh();
  await vi.advanceTimersByTimeAsync(0);
  expect(await standingOf(later)).toBeUndefined();
  expect(isRestricted()).toBe(true);
});

it('does not let a late answer take the place of a newer one', async () => {
  const { book, store, hide, isRestricted } = await bookOverHangingStore();
  hide(false);
  store.hang('all');
  void book.refresh().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  hide(true);
  store.recover();
  void book.refresh().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(isRestricted()).toBe(true);
  await store.release();
  expect(isRestricted()).toBe(true);
});

it('asks a store that hangs once at a time, however many wait', async () => {
  const { book, store, hide } = await bookOverHangingStore();
  hide(true);
  store.hang();
  const before = store.calls('revision');
  for (let asked = 0; asked < 1_000; asked += 1) void book.refresh().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.calls('revision') - before).toBeLessThanOrEqual(12);
});
