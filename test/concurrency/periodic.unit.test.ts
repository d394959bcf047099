import { expect, it, vi } from 'vitest';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { fakeTimers } from '../actors/runtime/harness.ts';
import { eventually } from '../support/eventually.ts';

it('works again and again, never twice at once, whatever fails, until it is stopped', async () => {
  let started = 0;
  let underWay = 0;
  let most = 0;
  const errors: unknown[] = [];
  const periodic = startPeriodic({
    what: 'the test',
    everyMs: 1,
    deadlineMs: 60_000,
    work: async () => {
      started += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      if (started === 2) throw new Error('the second time');
    },
    onError: (error) => errors.push(error),
  });
  await eventually(() => started >= 4);
  await periodic.stop();
  const atStop = started;
  expect(underWay).toBe(0);
  expect(most).toBe(1);
  expect(errors).toMatchObject([{ message: 'the second time' }]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(started).toBe(atStop);
});

it('begins at once where it is due', async () => {
  let times = 0;
  const periodic = startPeriodic({
    what: 'the test',
    everyMs: 86_400_000,
    deadlineMs: 60_000,
    isDueNow: true,
    work: async () => {
      times += 1;
    },
    onError: () => undefined,
  });
  await eventually(() => times === 1);
  await periodic.stop();
});

it('goes on after work that never ended', async () => {
  using _fake = fakeTimers();
  let begun = 0;
  const errors: unknown[] = [];
  const periodic = startPeriodic({
    what: 'the look',
    everyMs: 100,
    deadlineMs: 1_000,
    work: () => {
      begun += 1;
      return begun === 1 ? new Promise(() => {}) : Promise.resolve();
    },
    onError: (error) => errors.push(error),
  });
  await vi.advanceTimersByTimeAsync(100 + 1_000);
  expect(errors).toMatchObject([{ kind: 'unavailable', internal: 'the look: no answer within 1000 ms' }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toBe(2);
  await periodic.stop();
});

it('lets work under way see that it is to stop, and waits for its end', async () => {
  let isEnded = false;
  const begun = Promise.withResolvers<void>();
  const periodic = startPeriodic({
    what: 'the test',
    everyMs: 60_000,
    isDueNow: true,
    deadlineMs: 60_000,
    work: async (signal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await new Promise(setImmediate);
      isEnded = true;
    },
    onError: () => undefined,
  });
  await begun.promise;
  await periodic.stop();
  expect(isEnded).toBe(true);
});
