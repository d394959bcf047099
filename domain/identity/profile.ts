import type { DecimalSeparator } from '../decimal-separator.ts';
import type { MatchThresholds } from './strategy.ts';
import type { SuffixRule } from './suffix-rules.ts';

/**
 * Identity profiles: what makes a product one product, what is expected to be known of it, and how
 * sure a match must be. One is built in for each profile that the service knows by itself;
 * operators change it, or add others, as versions that follow one another.
 */

/** The fields that identify a product. Ids of products are made from both. */
export const identityFields = ['manufacturer', 'mpn'] as const;

/** A characteristic that the profile names. */
export interface ProfileCharacteristic {
  /** Its canonical name, such as `resistance`. */
  readonly name: string;
  /**
   * The unit of figures that come without one, as `domain/quantities/units.ts` writes it; figures
   * of another kind are not read. `1` is for counts and shares. Undefined: it is text.
   */
  readonly unit: string | undefined;
  /** Other names that suppliers give it; case and punctuation do not matter. */
  readonly synonyms: readonly string[];
  /** Whether a product counts as INCOMPLETE without it. */
  readonly isRequired: boolean;
}

/** What a profile says. */
export interface IdentityProfile {
  readonly id: string;
  readonly name: string;
  readonly identityFields: typeof identityFields;
  readonly characteristics: readonly ProfileCharacteristic[];
  /**
   * How suppliers write `1.000` where the text does not tell; undefined: such figures stay unknown.
   */
  readonly decimalSeparator: DecimalSeparator | undefined;
  /** Endings of part numbers that do not tell products apart. */
  readonly suffixRules: readonly SuffixRule[];
  /** From which probability on a match with a product of this profile counts as how sure. */
  readonly thresholds: MatchThresholds;
}

/** Profiles by id. */
export type Profiles = ReadonlyMap<string, IdentityProfile>;

/** Which profiles to list; every given part must hold, in any case. */
export interface ProfileQuery {
  /** A piece of the name or synonym of a characteristic. */
  readonly characteristic?: string | undefined;
  /** A piece of the name or of the id. */
  readonly text?: string | undefined;
}

/** Whether a profile is one of those that are asked for. */
export const isProfileAsked = (
  { id, name, characteristics }: IdentityProfile,
  { characteristic, text = '' }: ProfileQuery,
): boolean => {
  const has = (held: string, piece: string): boolean => held.toLowerCase().includes(piece.toLowerCase());
  const names = characteristics.flatMap((each) => [each.name, ...each.synonyms]);
  return (
    has(`${name} ${id}`, text) && (characteristic === undefined || names.some((each) => has(each, characteristic)))
  );
};

/** One version of a profile. */
export interface ProfileVersion {
  readonly profile: IdentityProfile;
  /** From 1; 0 for the built-in one, until an operator changes it. */
  readonly version: number;
  /** Undefined for the built-in one. */
  readonly changedAt: Date | undefined;
  /** The key of the operator who made it; undefined for the built-in one. */
  readonly changedBy: string | undefined;
}
