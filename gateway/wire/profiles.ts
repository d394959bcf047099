import type { ProfileStore } from '../../domain/identity/ports.ts';
import type { IdentityProfile, Profiles } from '../../domain/identity/profile.ts';
import { startPeriodic } from './periodic.ts';

/** A change is seen by every process within this time. */
const refreshMs = 2_000;

/** Profiles that follow what operators change. While the database is down they stay as they were. */
export const followProfiles = async (
  store: Pick<ProfileStore, 'current'>,
  onError: (error: unknown) => void,
): Promise<{ readonly profiles: Profiles; readonly stop: () => Promise<void> }> => {
  const profiles = new Map<string, IdentityProfile>();
  const refresh = async (): Promise<void> => {
    for (const [id, { profile }] of await store.current()) profiles.set(id, profile);
  };
  await refresh();
  const { stop } = startPeriodic({ everyMs: refreshMs, work: refresh, onError });
  return { profiles, stop };
};
