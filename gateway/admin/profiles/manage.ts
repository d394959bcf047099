import { invalidArguments, notFound } from '../../../domain/errors.ts';
import { checkProfile } from '../../../domain/identity/check-profile.ts';
import type { ProfileStore } from '../../../domain/identity/ports.ts';
import {
  type IdentityProfile,
  isProfileAsked,
  type ProfileQuery,
  type ProfileVersion,
} from '../../../domain/identity/profile.ts';
import type { UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Names an identity profile. */
export interface OfProfile {
  readonly profileId: string;
}

/** A profile to be stored. */
export interface PutProfile {
  readonly profile: IdentityProfile;
  /** The version that it replaces; 0 for a built-in or new one. */
  readonly expectedVersion: number;
}

/** What operators do to identity profiles. */
export interface ProfileCases {
  /** Those asked for, each in the version that holds. */
  readonly listProfiles: UseCase<ProfileQuery, readonly ProfileVersion[]>;
  /** Newest first. */
  readonly getProfile: UseCase<OfProfile, readonly ProfileVersion[]>;
  /**
   * Stores a version and asks for a run over every match; `conflict` when another version holds
   * than was expected.
   */
  readonly putProfile: UseCase<PutProfile, ProfileVersion>;
}

/** What it is made of. */
interface Dependencies {
  readonly profiles: ProfileStore;
}

/** The id is part of paths and of every product's id. */
const idForm = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Throws `invalid_argument` for a profile that cannot be stored. */
export const checkPutProfile = (profile: IdentityProfile): void => {
  const violations = [
    ...(idForm.test(profile.id)
      ? []
      : [{ field: 'profile', description: 'must be 1 to 64 of a-z, 0-9 and -, and begin with a letter or digit' }]),
    ...checkProfile(profile),
  ];
  if (violations.length > 0) throw invalidArguments(violations);
};

/** Lists identity profiles, shows the versions of one, and stores new versions. */
export const manageProfiles = ({ profiles }: Dependencies): ProfileCases => ({
  listProfiles: async (query, { signal }) => {
    const current = await profiles.current({ signal });
    const asked = [...current.values()].filter(({ profile }) => isProfileAsked(profile, query));
    return asked.sort((a, b) => (a.profile.id < b.profile.id ? -1 : 1));
  },

  getProfile: async ({ profileId }, { signal }) => {
    const versions = await profiles.versions(profileId, { signal });
    if (versions.length === 0) throw notFound('identity profile', profileId);
    return versions;
  },

  putProfile: async ({ profile, expectedVersion }, context) => {
    checkPutProfile(profile);
    return profiles.put(profile, expectedVersion, { ...changeBy(context), now: context.now() });
  },
});
