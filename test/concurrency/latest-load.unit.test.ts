import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatestLoad } from '../../concurrency/latest-load.ts';
import { fakeTimers } from '../actors/runtime/harness.ts';

describe('the latest load', () => {
  let loads: PromiseWithResolvers<string>[];
  let inForce: string[];
  let reload: () => Promise<void>;
  beforeEach(() => {
    loads = [];
    inForce = [];
    reload = createLatestLoad({
      what: 'a state',
      deadlineMs: 1_000,
      load: async () => {
        const load = Promise.withResolvers<string>();
        loads.push(load);
        const read = await load.promise;
        return () => void inForce.push(read);
      },
    });
  });
  const turn = () => new Promise(setImmediate);

  it('is in force when the call resolves', async () => {
    const loading = reload();
    loads[0]?.resolve('first');
    await loading;
    expect(inForce).toEqual(['first']);
  });

  it('has begun after every call that it answers, and is shared by all who wait', async () => {
    const first = reload();
    const others = [reload(), reload()];
    loads[0]?.resolve('first');
    await first;
    await turn();
    expect(loads).toHaveLength(2);
    loads[1]?.resolve('second');
    await Promise.all(others);
    expect(inForce).toEqual(['first', 'second']);
    expect(loads).toHaveLength(2);
  });

  it('fails at its deadline, lets the next begin, and is not in force when it comes late', async () => {
    using _fake = fakeTimers();
    const late = expect(reload()).rejects.toMatchObject({ kind: 'unavailable' });
    const next = reload();
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    loads[1]?.resolve('newer');
    await next;
    loads[0]?.resolve('older');
    await turn();
    expect(inForce).toEqual(['newer']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails with what it throws, and the next one is not spared', async () => {
    const failing = expect(reload()).rejects.toThrow('down');
    const next = reload();
    loads[0]?.reject(new Error('down'));
    await failing;
    await turn();
    loads[1]?.resolve('second');
    await next;
    expect(inForce).toEqual(['second']);
  });

  it('can be asked for while it is put in force', async () => {
    let inner: Promise<void> | undefined;
    const again = createLatestLoad({
      what: 'a state',
      deadlineMs: 1_000,
      load: async () => () => {
        inner ??= again();
      },
    });
    await again();
    await expect(inner).resolves.toBeUndefined();
  });
});
