import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import type { KeyUse } from '../../../domain/callers/ports.ts';
import { createKeyLimiter } from '../../../gateway/protection/key-limiter.ts';
import { hangingPort, standingOf } from '../../support/hanging-port.ts';
import { caller as anyone } from '../../support/offers.ts';

const caller = (keyId = 'key_1'): Caller => ({ ...anyone, keyId });

const setUp = (requestsPerDay = 10) => {
  const stored = new Map<string, number>();
  const store = hangingPort({
    add: async (uses: readonly KeyUse[]) => {
      for (const { keyId, requests } of uses) stored.set(keyId, (stored.get(keyId) ?? 0) + requests);
      return new Map(uses.map(({ keyId }) => [keyId, stored.get(keyId) ?? 0]));
    },
  });
  const limiter = createKeyLimiter({
    defaults: { ...defaultKeyLimits, requestsPerDay },
    usage: store.port,
    onRefused: () => undefined,
    now: () => new Date(0),
  });
  const admitted = (times: number): number =>
    Array.from({ length: times }, () => limiter.admit(caller())).filter(({ kind }) => kind === 'admitted').length;
  const flush = (): Promise<void> => {
    const flushing = limiter.flush();
    flushing.catch(() => undefined);
    return flushing;
  };
  return { stored, store, limiter, admitted, flush };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('the requests of a key over a store that hangs', () => {
  it('are given up in time, and counted again once it answers', async () => {
    const { stored, store, admitted, flush } = setUp();
    admitted(4);
    store.hang();
    const hanging = flush();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await standingOf(hanging)).toMatchObject({ kind: 'unavailable' });
    store.recover();
    admitted(3);
    expect(await standingOf(flush())).toBeUndefined();
    expect(stored.get('key_1')).toBe(7);
  });

  it('are not counted as fewer than they were when an earlier sum comes late', async () => {
    const { store, admitted, flush } = setUp();
    admitted(4);
    store.hang();
    void flush();
    await vi.advanceTimersByTimeAsync(10_000);
    store.recover();
    admitted(3);
    await flush();
    expect(admitted(1)).toBe(1);
    await store.release();
    expect(admitted(10)).toBe(2);
  });

  it('are counted once when the store has taken them after all', async () => {
    const { stored, store, admitted, flush } = setUp();
    admitted(4);
    store.hang();
    void flush();
    await vi.advanceTimersByTimeAsync(10_000);
    store.recover();
    await store.release();
    admitted(1);
    await flush();
    expect(stored.get('key_1')).toBe(5);
  });
});

it('no more than a hundred thousand keys are counted at a time; further ones are refused', () => {
  const { limiter } = setUp();
  const kinds = Array.from({ length: 100_001 }, (_, at) => limiter.admit(caller(`jwt:${at}`)).kind);
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(100_000);
  expect(limiter.admit(caller('jwt:0')).kind).toBe('admitted');
});
