import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtInProfiles, defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import type { ProfileVersion } from '../../../domain/identity/profile.ts';
import { followProfiles } from '../../../gateway/wire/profiles.ts';

const version = (decimalSeparator: ',' | '.'): ReadonlyMap<string, ProfileVersion> =>
  new Map(
    [...builtInProfiles].map(([id, profile]) => [
      id,
      { profile: { ...profile, decimalSeparator }, version: 1, changedAt: undefined, changedBy: undefined },
    ]),
  );

describe('profiles that follow what is stored', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('stay as they were read last when a read that was given up answers after all', async () => {
    const hung = Promise.withResolvers<ReadonlyMap<string, ProfileVersion>>();
    const reads = [Promise.resolve(version(',')), hung.promise];
    const onError = vi.fn();
    const { profiles, stop } = await followProfiles(
      { current: () => reads.shift() ?? Promise.resolve(version('.')) },
      onError,
    );
    const shown = () => profiles.get(defaultProfile.id)?.decimalSeparator;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onError).toHaveBeenCalledOnce();
    expect(shown()).toBe('.');
    hung.resolve(version(','));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe('.');
    await stop();
  });
});
