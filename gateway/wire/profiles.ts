import { NEVER } from 'rxjs';
import { withDeadline } from '../../concurrency/deadline.ts';
import { followed } from '../../concurrency/followed.ts';
import type { ProfileStore } from '../../domain/identity/ports.ts';
import type { IdentityProfile, Profiles } from '../../domain/identity/profile.ts';

/** A change is seen by every process within this time. */
const refreshMs = 2_000;

/** The longest that reading them may take. */
const deadlineMs = 5_000;

/**
 * Profiles that follow what operators change. While the database is down they stay as they were.
 */
export const followProfiles = async (
  store: Pick<ProfileStore, 'current'>,
  onError: (error: unknown) => void,
): Promise<{ readonly profiles: Profiles; readonly stop: () => Promise<void> }> => {
  const profiles = new Map<string, IdentityProfile>();
  const what = 'identity profiles';
  const read = (signal: AbortSignal) => store.current({ signal });
  const putInForce = (current: Awaited<ReturnType<typeof read>>): void => {
    for (const [id, { profile }] of current) profiles.set(id, profile);
  };
  putInForce(await withDeadline({ what, ms: deadlineMs }, read));
  const states = followed({ what, read, deadlineMs, signals: NEVER, everyMs: refreshMs, onError });
  const following = states.subscribe(putInForce);
  return { profiles, stop: async () => following.unsubscribe() };
};
