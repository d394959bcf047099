import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { correlationIdFrom } from '../../gateway/correlation.ts';
import { callerGone, requestSignal } from '../../gateway/request-signal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('the signal is aborted with deadline_exceeded when the time has passed, not before', () => {
  const { signal } = requestSignal(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ kind: 'deadline_exceeded' });
});

test('a released signal is never aborted by its deadline and leaves no timer', () => {
  const { signal, release } = requestSignal(1_000);
  release();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);
});

test('without a time only abort ends it, and the first reason stays', () => {
  const { signal, abort } = requestSignal(undefined);
  expect(vi.getTimerCount()).toBe(0);
  abort(callerGone());
  expect(signal.reason).toMatchObject({ kind: 'cancelled' });
});

test('an acceptable correlation id is kept, any other is replaced', () => {
  expect(correlationIdFrom('order-4711/a:b')).toBe('order-4711/a:b');
  for (const bad of [undefined, '', 'with blank', 'new\nline', '"quoted"', 'x'.repeat(129), 'ümlaut']) {
    const made = correlationIdFrom(bad);
    expect(made).not.toBe(bad);
    expect(made).toMatch(/^[\da-f-]{36}$/);
  }
});
