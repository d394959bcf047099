import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSharedRead } from '../../concurrency/shared-read.ts';
import { fakeTimers } from '../actors/runtime/harness.ts';

describe('a shared read', () => {
  let nowMs: number;
  let reads: PromiseWithResolvers<string>[];
  let ask: () => Promise<string>;
  beforeEach(() => {
    nowMs = 0;
    reads = [];
    ask = createSharedRead({
      what: 'a state',
      deadlineMs: 1_000,
      forMs: 100,
      nowMs: () => nowMs,
      read: () => {
        const read = Promise.withResolvers<string>();
        reads.push(read);
        return read.promise;
      },
    });
  });

  it('is done once for all who ask within a while of its begin, and again for who asks later', async () => {
    const first = [ask(), ask()];
    nowMs = 99;
    reads[0]?.resolve('first');
    expect(await Promise.all([...first, ask()])).toEqual(['first', 'first', 'first']);
    nowMs = 100;
    const later = ask();
    reads[1]?.resolve('second');
    expect(await later).toBe('second');
    expect(reads).toHaveLength(2);
  });

  it('that failed fails for those who wait, and is done anew for who asks next', async () => {
    const failing = [ask(), ask()].map((each) => expect(each).rejects.toThrow('down'));
    reads[0]?.reject(new Error('down'));
    await Promise.all(failing);
    const next = ask();
    reads[1]?.resolve('up');
    expect(await next).toBe('up');
  });

  it('that hangs fails at its deadline', async () => {
    using _fake = fakeTimers();
    const late = expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    expect(vi.getTimerCount()).toBe(0);
  });
});
