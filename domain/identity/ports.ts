import type { Change, ReadOptions } from '../store-context.ts';
import type { IdentityProfile, ProfileVersion } from './profile.ts';

/** Identity profiles with all their versions. */
export interface ProfileStore {
  /** The version of every profile that holds, by id; built-in profiles among them. */
  current(options?: ReadOptions): Promise<ReadonlyMap<string, ProfileVersion>>;
  /** Every version of a profile, newest first; empty for an unknown one. */
  versions(id: string, options?: ReadOptions): Promise<readonly ProfileVersion[]>;
  /**
   * Stores the version after `expectedVersion` with its event and asks for a rematch, in one
   * transaction. Throws `conflict` when another version holds.
   */
  put(
    profile: IdentityProfile,
    expectedVersion: number,
    change: Change & { readonly now: Date },
  ): Promise<ProfileVersion>;
}
