import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { correlationIdFrom } from '../../../gateway/request/correlation.ts';
import { callerGone, requestSignal } from '../../../gateway/request/request-signal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('the signal is aborted with deadline_exceeded when the time has passed, not before', () => {
  const { signal } = requestSignal({ timeoutMs: 1_000 });
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ kind: 'deadline_exceeded' });
});

test('a released signal is never aborted by its deadline and leaves no timer', () => {
  const request = requestSignal({ timeoutMs: 1_000 });
  const { signal } = request;
  request.release();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(signal.aborted).toBe(false);
});

test('without a time only abort ends it, and the first reason stays', () => {
  const request = requestSignal({});
  expect(vi.getTimerCount()).toBe(0);
  request.abort(callerGone());
  expect(request.signal.reason).toMatchObject({ kind: 'cancelled' });
});

test('a signal that is asked for late is aborted with the reason of before, and who was to be told was told once', () => {
  const told: unknown[] = [];
  const request = requestSignal({ timeoutMs: 1_000, onAbort: (reason) => told.push(reason) });
  request.abort(callerGone());
  vi.advanceTimersByTime(1_000);
  expect(request.signal.reason).toBe(request.reason);
  expect(request.signal).toBe(request.signal);
  expect(told).toEqual([request.reason]);
  expect(request.reason).toMatchObject({ kind: 'cancelled' });
});

test('an acceptable correlation id is kept, any other is replaced', () => {
  expect(correlationIdFrom('order-4711/a:b')).toBe('order-4711/a:b');
  for (const bad of [undefined, '', 'with blank', 'new\nline', '"quoted"', 'x'.repeat(129), 'ümlaut']) {
    const made = correlationIdFrom(bad);
    expect(made).not.toBe(bad);
    expect(made).toMatch(/^[\da-f-]{36}$/);
  }
});
