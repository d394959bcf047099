import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProfileVersion } from '../../../domain/identity/profile.ts';
import { followProfiles } from '../../../gateway/wire/profiles.ts';
import { hangingPort } from '../../support/hanging-port.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('follows profiles again after the store has hung, and lets no late answer take the place of a newer one', async () => {
  const stored = { ttlMs: 1 };
  const current = async () =>
    new Map([['resistors', { profile: { ttlMs: stored.ttlMs } } as unknown as ProfileVersion]]);
  const store = hangingPort({ current });
  const failures: unknown[] = [];
  const { profiles, stop } = await followProfiles(store.port, (error) => failures.push(error));
  const known = (): unknown => profiles.get('resistors');
  store.hang();
  stored.ttlMs = 2;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.hanging()).toBe(1);
  store.recover();
  stored.ttlMs = 3;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(failures).toMatchObject([{ kind: 'unavailable' }]);
  expect(known()).toEqual({ ttlMs: 3 });
  await store.release();
  expect(known()).toEqual({ ttlMs: 3 });
  await stop();
});
