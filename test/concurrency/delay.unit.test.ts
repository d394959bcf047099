import { expect, it, vi } from 'vitest';
import { debounce, every, settlesWithin, singleDelay, sleep } from '../../concurrency/delay.ts';
import { fakeTimers } from '../actors/runtime/harness.ts';

it('sleeps for the time, or until it is called off, and leaves no timer behind', async () => {
  using _fake = fakeTimers();
  const live = new AbortController();
  let slept = 0;
  const count = () => {
    slept += 1;
  };
  void sleep(100, live.signal).then(count);
  void sleep(1_000, live.signal).then(count);
  await vi.advanceTimersByTimeAsync(100);
  expect(slept).toBe(1);
  live.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(slept).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
  await sleep(1_000, live.signal);
});

it('ticks until it is ended', () => {
  using _fake = fakeTimers();
  let ticks = 0;
  const end = every(10, () => {
    ticks += 1;
  });
  vi.advanceTimersByTime(35);
  end();
  vi.advanceTimersByTime(100);
  expect(ticks).toBe(3);
});

it('fires after quiet, counted from the last time that it was begun anew', () => {
  using _fake = fakeTimers();
  let fired = 0;
  const quiet = debounce(100, () => {
    fired += 1;
  });
  vi.advanceTimersByTime(90);
  quiet.restart();
  vi.advanceTimersByTime(90);
  expect(fired).toBe(0);
  vi.advanceTimersByTime(10);
  expect(fired).toBe(1);
  quiet.restart();
  quiet.cancel();
  vi.advanceTimersByTime(1_000);
  expect(fired).toBe(1);
});

it('waits for work no longer than a time, without being able to be cut short', async () => {
  using _fake = fakeTimers();
  const waiting = settlesWithin(new Promise(() => {}), 100);
  vi.advanceTimersByTime(100);
  expect(await waiting).toBe(false);
  expect(await settlesWithin(Promise.resolve(), 100)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('has one delay under way at most, which may be started again once it has fired or was cancelled', () => {
  using _fake = fakeTimers();
  let fired = 0;
  const delay = singleDelay(100, () => {
    fired += 1;
  });
  delay.start();
  vi.advanceTimersByTime(90);
  delay.start();
  vi.advanceTimersByTime(10);
  expect(fired).toBe(1);
  delay.start();
  delay.cancel();
  vi.advanceTimersByTime(1_000);
  expect(fired).toBe(1);
  delay.start();
  vi.advanceTimersByTime(100);
  expect(fired).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});
