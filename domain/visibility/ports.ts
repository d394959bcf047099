import type { Change, ReadOptions } from '../store-context.ts';
import type { PolicyDraft, VisibilityPolicy } from './policy.ts';

/** What the policies were at one time. */
export interface StoredPolicies {
  /** Another one after every change. */
  readonly revision: string;
  /** In the order of their ids. */
  readonly policies: readonly VisibilityPolicy[];
}

/**
 * Visibility policies; every version of them is kept. All operations throw `unavailable` when the
 * store does not answer.
 */
export interface VisibilityPolicyStore {
  /** The policies as they are now. */
  all(options?: ReadOptions): Promise<StoredPolicies>;
  /** What `all` would say, for less. */
  revision(options?: ReadOptions): Promise<string>;
  /** Adds version 1 of a policy, with its event. Throws `conflict` when the id was ever taken. */
  create(id: string, draft: PolicyDraft, change: Change): Promise<VisibilityPolicy>;
  /**
   * Adds a version, with its event. Throws `not_found`, or `conflict` when the present version is
   * another one.
   */
  update(id: string, expectedVersion: number, draft: PolicyDraft, change: Change): Promise<VisibilityPolicy>;
  /** Removes it, with its event; its versions are kept. Throws as `update` does. */
  remove(id: string, expectedVersion: number, change: Change): Promise<void>;
}
