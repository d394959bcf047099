import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import { type ConnectedCallers, followConnectedCallers } from '../../../gateway/auth/connected-callers.ts';
import type { CredentialStatus } from '../../../gateway/auth/credential-status.ts';
import { caller as sample } from '../../support/offers.ts';

const caller: Caller = { ...sample, scopes: ['pricing'] };

describe('callers with open streams', () => {
  let standing: (credential: string) => CredentialStatus;
  let failure: unknown;
  let reads: string[][];
  let errors: unknown[];
  let learnt: Caller[];
  let connected: ConnectedCallers;

  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  const follow = (credential: string, opened: Caller = caller) => {
    const ends: Failure[] = [];
    const leave = connected.follow({
      credential,
      caller: opened,
      scope: 'pricing',
      end: (reason) => ends.push(reason),
    });
    return { ends, leave };
  };

  beforeEach(() => {
    vi.useFakeTimers();
    standing = () => ({ kind: 'valid', caller });
    failure = undefined;
    reads = [];
    errors = [];
    learnt = [];
    connected = followConnectedCallers({
      read: async (credentials) => {
        reads.push(credentials.map(({ credential }) => credential));
        if (failure !== undefined) throw failure;
        return credentials.map(({ credential }) => standing(credential));
      },
      onRead: (read) => learnt.push(read),
      onError: (error) => errors.push(error),
    });
  });
  afterEach(async () => {
    const stopped = connected.stop();
    await pass(20_000);
    await stopped;
    vi.useRealTimers();
  });

  it('are read once for all streams of a key, soon after they were opened and every second from then on', async () => {
    for (const key of ['one', 'one', 'two', 'one']) follow(key);
    await pass(100);
    expect(reads).toEqual([['one', 'two']]);
    await pass(2_000);
    expect(reads).toEqual([
      ['one', 'two'],
      ['one', 'two'],
      ['one', 'two'],
    ]);
    follow('three');
    await pass(100);
    expect(reads.at(-1)).toEqual(['three']);
  });

  it('are not read while there are none', async () => {
    const { leave } = follow('one');
    leave();
    await pass(10_000);
    expect(reads).toEqual([]);
  });

  it('are read at once when a change is heard of', async () => {
    const { ends } = follow('one');
    standing = () => ({ kind: 'over', failure: new Failure('unauthenticated', 'the API key was revoked') });
    connected.changed();
    await pass(0);
    expect(ends).toMatchObject([{ kind: 'unauthenticated', message: 'the API key was revoked' }]);
    await pass(5_000);
    expect(ends).toHaveLength(1);
  });

  it('lose a stream for each part of them that decides what they see, and keep it whatever else changes', async () => {
    const changes: readonly (readonly [Partial<Caller>, string | undefined])[] = [
      [{ groupIds: ['another'] }, 'conflict'],
      [{ customerId: 'another' }, 'conflict'],
      [{ deliveryZone: 'US' }, 'conflict'],
      [{ currency: 'JPY' }, 'conflict'],
      [{ scopes: ['catalog'] }, 'permission_denied'],
      [{ scopes: ['catalog', 'pricing'] }, undefined],
      [{ allowance: { limits: { ...defaultKeyLimits, streams: 2 }, requestsToday: 9 } }, undefined],
    ];
    for (const [change, kind] of changes) {
      const { ends, leave } = follow('one');
      standing = () => ({ kind: 'valid', caller: { ...caller, ...change } });
      await pass(2_000);
      expect(ends.map((reason) => reason.kind)).toEqual(kind === undefined ? [] : [kind]);
      leave();
    }
    expect(learnt.at(-1)?.allowance?.limits.streams).toBe(2);
  });

  it('keep their streams while the store does not answer, and lose those that are over when it does', async () => {
    const { ends } = follow('one');
    failure = unavailable('the database is down', 1_000);
    await pass(60_000);
    expect(ends).toEqual([]);
    expect(errors.length).toBeGreaterThan(10);
    failure = undefined;
    standing = () => ({ kind: 'over', failure: new Failure('unauthenticated', 'the API key has expired') });
    await pass(1_100);
    expect(ends).toMatchObject([{ kind: 'unauthenticated' }]);
  });

  it('lose their streams when they cannot be read for any other reason', async () => {
    const { ends } = follow('one');
    failure = new TypeError('a fault of ours');
    await pass(1_000);
    expect(ends).toMatchObject([{ kind: 'unavailable' }]);
  });
});
