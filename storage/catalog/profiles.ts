import { builtInProfiles } from '../../domain/identity/built-in-profiles.ts';
import {
  type IdentityProfile,
  identityFields,
  type Profiles,
  type ProfileVersion,
} from '../../domain/identity/profile.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { type AnySql, run } from '../pool/pool.ts';

/**
 * What is stored of a profile: its id is a column, and which fields identify is the same for all.
 */
type ProfileContent = Omit<IdentityProfile, 'id' | 'identityFields'>;

/** A row of `identity_profile`. */
export interface ProfileRow {
  readonly id: string;
  readonly version: number;
  /** JSON. */
  readonly content: string;
  readonly changed_by: string;
  readonly changed_at: Date;
}

/** The columns of `ProfileRow`. */
export const profileColumns = 'id, version, content::text, changed_by, changed_at';

const parsed = new Map<string, IdentityProfile>();

/** More versions than are ever in force. */
const maxParsed = 64;

/**
 * The profile that a stored text is: the same object for the same text, because batch after batch
 * asks for it and what was found out about it (`domain/identity/read-characteristics.ts`) is kept
 * with it. Parts that are not stored are undefined.
 */
const parse = (id: string, text: string): IdentityProfile => {
  const key = `${id}\n${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const content = JSON.parse(text) as ProfileContent;
  const profile: IdentityProfile = {
    id,
    name: content.name,
    identityFields,
    characteristics: content.characteristics.map(({ name, unit, synonyms, isRequired }) => ({
      name,
      unit,
      synonyms,
      isRequired,
    })),
    decimalSeparator: content.decimalSeparator,
    suffixRules: content.suffixRules,
    thresholds: content.thresholds,
  };
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(key, profile);
  return profile;
};

/** The row as a version of the domain. */
export const storedProfile = ({ id, version, content, changed_by, changed_at }: ProfileRow): ProfileVersion => ({
  profile: parse(id, content),
  version,
  changedAt: changed_at,
  changedBy: changed_by,
});

/** The profile as it is stored. */
export const contentOf = ({ id: _, identityFields: __, ...content }: IdentityProfile): string =>
  JSON.stringify(content);

/** The built-in profile of that id; undefined where there is none. */
export const builtInVersion = (id: string): ProfileVersion | undefined => {
  const profile = builtInProfiles.get(id);
  return profile === undefined ? undefined : { profile, version: 0, changedAt: undefined, changedBy: undefined };
};

/** The version of every profile that holds, by id: the latest stored one, else the built-in one. */
export const currentProfiles = async (
  sql: AnySql,
  options?: ReadOptions,
): Promise<ReadonlyMap<string, ProfileVersion>> => {
  const rows = await run(
    sql<ProfileRow[]>`
      select distinct on (id) ${sql.unsafe(profileColumns)} from identity_profile order by id, version desc`,
    options,
  );
  return new Map([
    ...[...builtInProfiles.keys()].flatMap((id) => {
      const version = builtInVersion(id);
      return version === undefined ? [] : [[id, version] as const];
    }),
    ...rows.map((row) => [row.id, storedProfile(row)] as const),
  ]);
};

/** The profiles that hold. */
export const profilesInForce = async (sql: AnySql, options?: ReadOptions): Promise<Profiles> =>
  new Map([...(await currentProfiles(sql, options))].map(([id, { profile }]) => [id, profile]));
