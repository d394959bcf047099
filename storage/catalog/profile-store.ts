/**
 * Identity profiles: a row for every version, the latest of which holds. A profile without a row is
 * the built-in one, so that a release that adds to it reaches everybody who has not made it their
 * own.
 *
 * Two operators who change one version write the same row: the second one gets `conflict`. Database
 * down: every method throws `Failure` of kind `unavailable`; a change is stored with its event and
 * the request for a rematch, or not at all.
 */
import { Failure } from '../../domain/errors.ts';
import type { ProfileStore } from '../../domain/identity/ports.ts';
import type { IdentityProfile, ProfileVersion } from '../../domain/identity/profile.ts';
import type { Change } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import {
  builtInVersion,
  contentOf,
  currentProfiles,
  type ProfileRow,
  profileColumns,
  storedProfile,
} from './profiles.ts';
import { requestRematch } from './request-rematch.ts';

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createProfileStore = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): ProfileStore => ({
  current: (options) => currentProfiles(sql, options),

  versions: async (id, options) => {
    const rows = await run(
      sql<ProfileRow[]>`
        select ${sql.unsafe(profileColumns)} from identity_profile where id = ${id} order by version desc`,
      options,
    );
    const builtIn = builtInVersion(id);
    return [...rows.map(storedProfile), ...(builtIn === undefined ? [] : [builtIn])];
  },

  put: (profile, expectedVersion, { by, context, now }) =>
    withAuditRecord(sql, audited('identity_profile', profile.id, context), async (transaction) => {
      const stored = await insertVersion(transaction, profile, { expectedVersion, by, now });
      const event = { type: 'identity_profile.changed', profileId: profile.id, version: stored.version, by } as const;
      await appendEvents(transaction, [event], context, onWrite);
      await requestRematch(transaction, 'profile_changed', by);
      return stored;
    }),
});

/** Throws `conflict` unless the expected version holds. */
const insertVersion = async (
  sql: Transaction,
  profile: IdentityProfile,
  { expectedVersion, by, now }: { readonly expectedVersion: number; readonly now: Date } & Pick<Change, 'by'>,
): Promise<ProfileVersion> => {
  const [row] = await sql<ProfileRow[]>`
    insert into identity_profile (id, version, content, changed_by, changed_at)
    select ${profile.id}, ${expectedVersion + 1}, ${contentOf(profile)}::text::jsonb, ${by}, ${now}
    where coalesce((select max(version) from identity_profile where id = ${profile.id}), 0) = ${expectedVersion}
    on conflict do nothing
    returning ${sql.unsafe(profileColumns)}`;
  if (row === undefined)
    throw new Failure(
      'conflict',
      `identity profile ${JSON.stringify(profile.id)} is not at version ${expectedVersion}`,
    );
  return storedProfile(row);
};
