/**
 * Characteristics as a product keeps them: under the names of its profile, and as numbers where
 * they are quantities.
 */

import { ownProperty } from '../own-property.ts';
import { readQuantity } from '../quantities/read-quantity.ts';
import type { IdentityProfile, ProfileCharacteristic } from './profile.ts';

/** The name without case, accents, blanks and punctuation. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * What has been found out about a profile; catalogues say the same names and texts over and over.
 */
interface Reading {
  /** Its characteristics by the key of every name that they have. */
  readonly byKey: ReadonlyMap<string, ProfileCharacteristic>;
  /** The same by names as they are written; undefined for a name that the profile does not know. */
  readonly byName: Map<string, ProfileCharacteristic | undefined>;
  /** Numbers by name and text. */
  readonly numbers: Map<string, readonly Numbered[]>;
}

type Numbered = readonly [name: string, value: number];

/** What is remembered of a profile, at most this many names and as many texts. */
const maxRemembered = 20_000;

/** What `work` gives for the key, remembered. */
const remembered = <Result>(known: Map<string, Result>, key: string, work: () => Result): Result => {
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before as Result;
  if (known.size >= maxRemembered) known.clear();
  const result = work();
  known.set(key, result);
  return result;
};

const newReading = (characteristics: readonly ProfileCharacteristic[]): Reading => {
  const byKey = new Map<string, ProfileCharacteristic>();
  for (const each of characteristics) for (const synonym of each.synonyms) byKey.set(nameKey(synonym), each);
  // Its own name is nobody's synonym.
  for (const each of characteristics) byKey.set(nameKey(each.name), each);
  return { byKey, byName: new Map(), numbers: new Map() };
};

const readings = new WeakMap<IdentityProfile, Reading>();
const withoutProfile = newReading([]);

const readingOf = (profile: IdentityProfile | undefined): Reading => {
  if (profile === undefined) return withoutProfile;
  const reading = readings.get(profile) ?? newReading(profile.characteristics);
  readings.set(profile, reading);
  return reading;
};

const characteristicOf = ({ byKey, byName }: Reading, name: string): ProfileCharacteristic | undefined =>
  remembered(byName, name, () => byKey.get(nameKey(name)));

/**
 * The profile's characteristic of that name or synonym; undefined for a name that it does not know.
 */
export const characteristicNamed = (profile: IdentityProfile, name: string): ProfileCharacteristic | undefined =>
  characteristicOf(readingOf(profile), name);

/**
 * Names that two characteristics of a profile would share, as they are written; each of them is a
 * mistake.
 */
export const sharedNames = (characteristics: readonly ProfileCharacteristic[]): readonly string[] => {
  const owner = new Map<string, string>();
  return characteristics.flatMap(({ name, synonyms }) =>
    [name, ...synonyms].filter((each) => {
      const before = owner.get(nameKey(each));
      owner.set(nameKey(each), before ?? name);
      return before !== undefined && before !== name;
    }),
  );
};

/**
 * The characteristics under the profile's names; names that it does not know stay as they are. Of
 * two names for one characteristic the canonical one counts, then the first.
 */
export const canonicalCharacteristics = (
  given: Readonly<Record<string, string>>,
  profile: IdentityProfile | undefined,
): Readonly<Record<string, string>> => {
  if (profile === undefined) return given;
  const reading = readingOf(profile);
  const result = new Map<string, string>();
  for (const [name, text] of Object.entries(given)) {
    const canonical = characteristicOf(reading, name)?.name ?? name;
    if (canonical === name || !result.has(canonical)) result.set(canonical, text);
  }
  return Object.fromEntries(result);
};

/**
 * More numbers than this are not kept of one product, nor under longer names: they are an index's
 * keys.
 */
const maxQuantities = 64;
const longestName = 100;

/**
 * The characteristics that are quantities, by name, as numbers in base units
 * (`domain/quantities/units.ts`). A range is two numbers, under the name with `_min` and `_max`; so
 * is one end of a range. Of characteristics that the profile does not name, only texts that say
 * their unit are read.
 */
export const quantitiesOf = (
  characteristics: Readonly<Record<string, string>>,
  profile: IdentityProfile | undefined,
): Readonly<Record<string, number>> => {
  const reading = readingOf(profile);
  const found: Numbered[] = [];
  for (const [name, text] of Object.entries(characteristics)) {
    if (found.length >= maxQuantities || name.length > longestName) continue;
    found.push(...remembered(reading.numbers, `${name}\n${text}`, () => readNumbers(name, text, profile)));
  }
  return Object.fromEntries(found.slice(0, maxQuantities));
};

const readNumbers = (name: string, text: string, profile: IdentityProfile | undefined): readonly Numbered[] => {
  const named = characteristicOf(readingOf(profile), name);
  if (named !== undefined && named.unit === undefined) return [];
  const quantity = readQuantity(text, { unit: named?.unit, separator: profile?.decimalSeparator });
  if (quantity === undefined) return [];
  if (quantity.kind === 'value') return [[name, quantity.value]];
  const ends = [
    [`${name}_min`, quantity.from],
    [`${name}_max`, quantity.to],
  ] as const;
  return ends.flatMap(([end, value]) => (value === undefined ? [] : [[end, value] as const]));
};

/** Whether a characteristic that the profile requires is missing or blank. */
export const lacksCharacteristics = (
  characteristics: Readonly<Record<string, string>>,
  profile: IdentityProfile | undefined,
): boolean =>
  profile?.characteristics.some(
    ({ name, isRequired }) => isRequired && (ownProperty(characteristics, name) ?? '').trim() === '',
  ) ?? false;
