import { expect, test, vi } from 'vitest';
import { after, longestTimerMs, settlesWithin } from '../../../concurrency/delay.ts';
import { createHarness, fail, fakeTimers, performer, remembered, say, turns } from './harness.ts';

test('a timer sends its message after its delay, once', async () => {
  using _fake = fakeTimers();
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  handle.tell((context) => void context.schedule('tick', 100, say('tick')));
  await turns();
  vi.advanceTimersByTime(99);
  expect(await remembered(handle)).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(await remembered(handle)).toEqual(['tick']);
});

test('a timer of the same name replaces the earlier one; another name does not', async () => {
  using _fake = fakeTimers();
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  handle.tell((context) => {
    context.schedule('tick', 10, say('first'));
    context.schedule('tick', 20, say('second'));
    context.schedule('other', 10, say('other'));
    return undefined;
  });
  await turns();
  vi.advanceTimersByTime(1_000);
  expect(await remembered(handle)).toEqual(['other', 'second']);
});

test('a timer that is replaced after it has fired still does not arrive', async () => {
  using _fake = fakeTimers();
  const { system } = createHarness();
  const handle = system.spawn('a', performer());
  handle.tell((context) => void context.schedule('tick', 10, say('tick')));
  await turns();
  handle.tell((context) => {
    vi.advanceTimersByTime(10);
    context.schedule('tick', 3_600_000, say('tock'));
    return undefined;
  });
  expect(await remembered(handle)).toEqual([]);
});

test.each(['restart', 'stop'])('a %s clears all timers', async (ending) => {
  using _fake = fakeTimers();
  const { system, of } = createHarness();
  const handle = system.spawn('a', performer());
  handle.tell((context) => void context.schedule('tick', 10, say('tick')));
  await turns();
  if (ending === 'stop') await system.stop(1_000);
  else handle.tell(fail(new Error('fatal')));
  await turns();
  vi.advanceTimersByTime(10);
  await turns();
  if (ending === 'restart') expect(await remembered(handle)).toEqual([]);
  expect(of('deadLetter')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a delay beyond what a Node timer can hold is waited for in full', () => {
  using _fake = fakeTimers();
  let fired = 0;
  after(longestTimerMs * 2 + 5, () => {
    fired += 1;
  });
  vi.advanceTimersByTime(longestTimerMs * 2);
  expect(fired).toBe(0);
  vi.advanceTimersByTime(5);
  expect(fired).toBe(1);
});

test('a delay that is not a number is refused', () => {
  expect(() => after(Number.NaN, () => {})).toThrow(RangeError);
});

test('waiting for work ends with the work, with its time, or when cut short', async () => {
  const never = new Promise<void>(() => {});
  const live = new AbortController().signal;
  expect(await settlesWithin(Promise.resolve(), 60_000, live)).toBe(true);
  expect(await settlesWithin(never, 1, live)).toBe(false);
  expect(await settlesWithin(never, 60_000, AbortSignal.abort())).toBe(false);
  await expect(settlesWithin(Promise.reject(new Error('broken')), 60_000, live)).rejects.toThrow('broken');
});
