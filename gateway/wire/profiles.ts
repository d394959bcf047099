import { createLatestLoad } from '../../concurrency/latest-load.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import type { ProfileStore } from '../../domain/identity/ports.ts';
import type { IdentityProfile, Profiles } from '../../domain/identity/profile.ts';

/** A change is seen by every process within this time. */
const refreshMs = 2_000;

/** The longest that reading them may take, and a look, which may wait for the reading before it. */
const loadDeadlineMs = 5_000;
const lookDeadlineMs = 12_000;

/**
 * Profiles that follow what operators change. While the database is down they stay as they were.
 */
export const followProfiles = async (
  store: Pick<ProfileStore, 'current'>,
  onError: (error: unknown) => void,
): Promise<{ readonly profiles: Profiles; readonly stop: () => Promise<void> }> => {
  const profiles = new Map<string, IdentityProfile>();
  const refresh = createLatestLoad({
    what: 'identity profiles',
    deadlineMs: loadDeadlineMs,
    load: async (signal) => {
      const current = await store.current({ signal });
      return () => {
        for (const [id, { profile }] of current) profiles.set(id, profile);
      };
    },
  });
  await refresh();
  const { stop } = startPeriodic({
    what: 'identity profiles',
    everyMs: refreshMs,
    deadlineMs: lookDeadlineMs,
    work: refresh,
    onError,
  });
  return { profiles, stop };
};
