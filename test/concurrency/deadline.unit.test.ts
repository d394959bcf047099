import { expect, it, vi } from 'vitest';
import { withDeadline } from '../../concurrency/deadline.ts';
import { fakeTimers } from '../actors/runtime/harness.ts';

const never = new Promise<never>(() => {});

it('gives what the work gives, and leaves no timer and no listener behind', async () => {
  using _fake = fakeTimers();
  const owner = new AbortController();
  const removed = vi.spyOn(owner.signal, 'removeEventListener');
  const result = await withDeadline({ what: 'a read', ms: 1_000, owner: owner.signal }, async () => 'read');
  expect(result).toBe('read');
  expect(vi.getTimerCount()).toBe(0);
  expect(removed).toHaveBeenCalledTimes(1);
});

it('throws what the work throws', async () => {
  const work = async () => Promise.reject(new Error('broken'));
  await expect(withDeadline({ what: 'a read', ms: 1_000 }, work)).rejects.toThrow('broken');
});

it('answers in time although the work ignores its signal and never ends', async () => {
  using _fake = fakeTimers();
  let given: AbortSignal | undefined;
  const late = withDeadline({ what: 'a read', ms: 1_000 }, (signal) => {
    given = signal;
    return never;
  });
  const refused = expect(late).rejects.toMatchObject({
    kind: 'unavailable',
    internal: 'a read: no answer within 1000 ms',
  });
  vi.advanceTimersByTime(1_000);
  await refused;
  expect(given?.aborted).toBe(true);
});

it('drops what late work rejects with', async () => {
  using _fake = fakeTimers();
  const work = Promise.withResolvers<never>();
  const late = expect(withDeadline({ what: 'a read', ms: 10 }, () => work.promise)).rejects.toThrow();
  vi.advanceTimersByTime(10);
  await late;
  work.reject(new Error('nobody waits for this'));
  await Promise.resolve();
});

it('ends with its owner, for the reason of the owner', async () => {
  const owner = new AbortController();
  const work = withDeadline({ what: 'a read', ms: 60_000, owner: owner.signal }, () => never);
  owner.abort(new Error('the caller has gone'));
  await expect(work).rejects.toThrow('the caller has gone');
});

it('begins nothing for an owner that has gone', async () => {
  const work = vi.fn(async () => 'read');
  const owner = AbortSignal.abort(new Error('gone before'));
  await expect(withDeadline({ what: 'a read', ms: 60_000, owner }, work)).rejects.toThrow('gone before');
  expect(work).not.toHaveBeenCalled();
});
