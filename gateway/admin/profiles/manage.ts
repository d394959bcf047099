import { invalidArguments, notFound } from '../../../domain/errors.ts';
import { checkProfile } from '../../../domain/identity/check-profile.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases } from '../use-cases.ts';

/** The id is part of paths and of every product's id. */
const idForm = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Lists identity profiles, shows the versions of one, and stores new versions. */
export const manageProfiles = ({
  profiles,
}: Pick<AdminDependencies, 'profiles'>): Pick<AdminUseCases, 'listProfiles' | 'getProfile' | 'putProfile'> => ({
  listProfiles: async (_, { signal }) => {
    const current = await profiles.current({ signal });
    return [...current.values()].sort((a, b) => (a.profile.id < b.profile.id ? -1 : 1));
  },

  getProfile: async ({ profileId }, { signal }) => {
    const versions = await profiles.versions(profileId, { signal });
    if (versions.length === 0) throw notFound('identity profile', profileId);
    return versions;
  },

  putProfile: async ({ profile, expectedVersion }, context) => {
    const violations = [
      ...(idForm.test(profile.id)
        ? []
        : [{ field: 'profile', description: 'must be 1 to 64 of a-z, 0-9 and -, and begin with a letter or digit' }]),
      ...checkProfile(profile),
    ];
    if (violations.length > 0) throw invalidArguments(violations);
    return profiles.put(profile, expectedVersion, { by: context.caller.keyId, context, now: context.now() });
  },
});
