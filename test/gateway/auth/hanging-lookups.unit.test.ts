import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { hangingPort, standingOf } from '../../support/hanging-port.ts';
import { caller } from '../../support/offers.ts';

const key = 'os_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

describe('callers over a store that hangs', () => {
  let known: Caller;
  let nowMs: number;
  const setUp = () => {
    const store = hangingPort({ byKeyHash: async (): Promise<Caller | undefined> => known });
    const { authenticate, forget } = createAuthenticator({ callers: store.port, now: () => new Date(nowMs) });
    const ask = (credential = key): Promise<Caller> => {
      const asked = Promise.resolve(authenticate(credential));
      asked.catch(() => undefined);
      return asked;
    };
    return { store, ask, forget };
  };
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
    await new Promise(setImmediate);
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    nowMs = 0;
    known = caller;
  });
  afterEach(() => void vi.useRealTimers());

  it('are refused in time, and known again once it answers', async () => {
    const { store, ask } = setUp();
    store.hang();
    const waiting = [ask(), ask()];
    await pass(5_000);
    for (const each of waiting) expect(await standingOf(each)).toMatchObject({ kind: 'unavailable' });
    expect(store.calls('byKeyHash')).toBe(1);
    store.recover();
    expect(await standingOf(ask())).toEqual(caller);
  });

  it('are not what a late answer says', async () => {
    const { store, ask } = setUp();
    known = { ...caller, groupIds: ['before'] };
    store.hang();
    void ask();
    await pass(5_000);
    store.recover();
    known = { ...caller, groupIds: ['after'] };
    expect(await standingOf(ask())).toMatchObject({ groupIds: ['after'] });
    await store.release();
    expect(await standingOf(ask())).toMatchObject({ groupIds: ['after'] });
  });

  it('cannot be as many as they like: who finds too many that wait is refused at once', async () => {
    const { store, ask } = setUp();
    store.hang();
    const waiting = Array.from({ length: 20_000 }, (_, at) => ask(`${key}${at}`));
    expect(await standingOf(waiting.at(-1) ?? ask())).toMatchObject({ kind: 'unavailable' });
    expect(store.hanging()).toBeLessThan(20_000);
    store.recover();
    await store.release();
    expect(await standingOf(ask())).toEqual(caller);
  });

  it('are looked up again when the answer is older than what is remembered may be', async () => {
    const { store, ask } = setUp();
    store.hang();
    const asked = ask();
    nowMs += 2_000;
    known = { ...caller, groupIds: ['after'] };
    store.recover();
    await store.release();
    expect(await standingOf(asked)).toMatchObject({ groupIds: ['after'] });
    expect(store.calls('byKeyHash')).toBe(2);
  });
});
