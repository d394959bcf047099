import { dielectricIn } from '../characteristics/dielectrics.ts';
import { packageKey } from '../characteristics/packages.ts';
import { type ValueEquality, valueEqualityFor } from '../characteristics/statement.ts';
import type { IdentityProfile } from '../identity/profile.ts';
import { ownProperty } from '../own-property.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { readQuantity } from '../quantities/read-quantity.ts';
import { kindRules } from './alternate-kinds.ts';
import { type Direction, type Directions, directionsOf } from './directions.ts';
import type { Part } from './part.ts';
import { isOfOneSeries, isSameType } from './type-number.ts';

/** How well a part stands in for another, the best first. */
export const alternateGrades = ['identical', 'upgrade', 'similar'] as const;

/** How well a part stands in for another. */
export type AlternateGrade = (typeof alternateGrades)[number];

/** What a difference means: unknown is what only one of the parts, or neither, states. */
export const differenceVerdicts = ['better', 'worse', 'other', 'unknown'] as const;

/** What a difference means for the alternate. */
export type DifferenceVerdict = (typeof differenceVerdicts)[number];

/** A characteristic in which two parts are not known to be the same. */
export interface Difference {
  readonly characteristic: string;
  /** Undefined: not known. */
  readonly original: string | undefined;
  readonly alternate: string | undefined;
  readonly verdict: DifferenceVerdict;
}

/** What a part is to another that it may stand in for. */
export interface Comparison {
  readonly grade: AlternateGrade;
  /** In the order of names. */
  readonly differences: readonly Difference[];
}

/** Packages in which every transistor of a function has its pins alike. */
const pinsByPackage = new Set(
  ['SOT-23', 'SOT-323', 'SOT-223', 'SOT-89', 'TO-220', 'TO-247', 'DPAK', 'D2PAK'].map(packageKey),
);

const arePinsAlike = (a: Part, b: Part): boolean =>
  a.kind !== 'transistor' ||
  isOfOneSeries(a.type, b.type) ||
  pinsByPackage.has(packageKey(a.texts.get('package') ?? ''));

/** Whether two parts can be compared at all: of one type, or of one kind that figures tell. */
const areComparable = (a: Part, b: Part): boolean => {
  if (isSameType(a.type, b.type)) return a.kind === b.kind || a.kind === 'other' || b.kind === 'other';
  return a.kind === b.kind && kindRules[a.kind].isFigured && arePinsAlike(a, b);
};

/**
 * Whether one part goes where the other was, as far as is known. Of one type it may be left open;
 * else only where neither says more than how it is mounted.
 */
const fits = (a: Part, b: Part, isOpen: boolean): boolean => {
  if (!isOpen || isSameType(a.type, b.type)) return true;
  const mounting = a.texts.get('mounting');
  return !a.texts.has('package') && !b.texts.has('package') && mounting !== undefined && b.texts.has('mounting');
};

/** What a class of ceramic stands for, each the lower the better. */
const classLimits = (text: string): readonly number[] | undefined => {
  const name = dielectricIn(text);
  if (name === undefined) return undefined;
  if (name === 'C0G') return [-55, -125, 0];
  const [low = '', high = '', drift = ''] = name;
  const coldest = ownProperty({ X: -55, Y: -30, Z: 10 }, low);
  const hottest = ownProperty({ 4: 65, 5: 85, 6: 105, 7: 125, 8: 150 }, high);
  const most = ownProperty({ P: 10, R: 15, S: 22, T: 33, U: 56, V: 82 }, drift);
  return coldest === undefined || hottest === undefined || most === undefined ? undefined : [coldest, -hottest, most];
};

const classVerdict = (original: string, alternate: string): DifferenceVerdict => {
  const [ofOriginal, ofAlternate] = [classLimits(original), classLimits(alternate)];
  if (ofOriginal === undefined || ofAlternate === undefined) return 'worse';
  return ofAlternate.every((limit, at) => limit <= (ofOriginal[at] ?? 0)) ? 'better' : 'worse';
};

const upper = (quantity: Quantity): number | undefined =>
  quantity.kind === 'value' ? Math.abs(quantity.value) : (quantity.to ?? quantity.from);

const holds = (outer: Quantity, inner: Quantity): boolean =>
  outer.kind === 'range' &&
  inner.kind === 'range' &&
  (outer.from ?? Number.NEGATIVE_INFINITY) <= (inner.from ?? Number.POSITIVE_INFINITY) &&
  (outer.to ?? Number.POSITIVE_INFINITY) >= (inner.to ?? Number.NEGATIVE_INFINITY);

/** What the figures of two texts say; a figure that cannot be read is unknown. */
const figureVerdict = (
  direction: 'more' | 'less' | 'wider',
  original: Quantity | undefined,
  alternate: Quantity | undefined,
): DifferenceVerdict => {
  if (original === undefined || alternate === undefined || original.unit !== alternate.unit) return 'unknown';
  if (direction === 'wider') return holds(alternate, original) ? 'better' : 'worse';
  const [ofOriginal, ofAlternate] = [upper(original), upper(alternate)];
  if (ofOriginal === undefined || ofAlternate === undefined) return 'unknown';
  return (direction === 'more') === ofAlternate > ofOriginal ? 'better' : 'worse';
};

/** `SOIC` may be `SOIC-8`: one of the names leaves the pins open. */
const mayBeOnePackage = (a: string, b: string): boolean => {
  const [short, long] = [a, b].map(packageKey).sort((one, other) => one.length - other.length);
  return short !== '' && long?.startsWith(short ?? '') === true && /^\d+$/u.test(long.slice(short?.length));
};

/** How the texts of one profile are read. */
interface Reading {
  readonly isSame: ValueEquality;
  readonly directions: Directions;
  readonly quantity: (name: string, text: string) => Quantity | undefined;
}

const readingOf = (profileId: string, profile: IdentityProfile | undefined): Reading => {
  const units = new Map(profile?.characteristics.map(({ name, unit }) => [name, unit]));
  return {
    isSame: profile === undefined ? (_, a, b) => a === b : valueEqualityFor(profile),
    directions: directionsOf(profileId),
    quantity: (name, text) =>
      readQuantity(text, { unit: units.get(name), separator: profile?.decimalSeparator }) ?? readQuantity(text),
  };
};

const verdictOf = (
  { quantity }: Reading,
  name: string,
  direction: Direction,
  [original, alternate]: readonly [string, string],
): DifferenceVerdict => {
  switch (direction) {
    case 'same':
      return name === 'package' && mayBeOnePackage(original, alternate) ? 'unknown' : 'worse';
    case 'free':
      return 'other';
    case 'class':
      return classVerdict(original, alternate);
    default:
      return figureVerdict(direction, quantity(name, original), quantity(name, alternate));
  }
};

/** Whether what one of the parts leaves open is told by something else. */
const isTold = (name: string, a: Part, b: Part): boolean => {
  if (name === 'mounting') return a.texts.has('package') && b.texts.has('package');
  // A type tells what neither of its parts states, but for the body that a shared one comes in.
  const isOpenInBoth = !a.texts.has(name) && !b.texts.has(name);
  return isOpenInBoth && isSameType(a.type, b.type) && (name !== 'package' || !a.type.isShared);
};

const differenceOf = (reading: Reading, name: string, a: Part, b: Part): Difference | undefined => {
  // Grades of different types have nothing to do with each other.
  if (name === 'grade' && a.type.core !== b.type.core) return undefined;
  const [original, alternate] = [a.texts.get(name), b.texts.get(name)];
  const difference = { characteristic: name, original, alternate };
  if (original === undefined || alternate === undefined) {
    return isTold(name, a, b) ? undefined : { ...difference, verdict: 'unknown' };
  }
  if (reading.isSame(name, original, alternate)) return undefined;
  const direction = kindRules[a.kind].directions?.[name] ?? reading.directions.get(name) ?? 'same';
  return { ...difference, verdict: verdictOf(reading, name, direction, [original, alternate]) };
};

/** What the alternate promises besides; undefined where the original promises more. */
const gainedAbilities = (a: Part, b: Part): readonly Difference[] | undefined =>
  a.abilities.every((each) => b.abilities.includes(each))
    ? b.abilities
        .filter((each) => !a.abilities.includes(each))
        .map((each) => ({ characteristic: each, original: undefined, alternate: 'yes', verdict: 'better' }))
    : undefined;

const isPackageOpen = (differences: readonly Difference[]): boolean =>
  differences.some(({ characteristic, verdict }) => characteristic === 'package' && verdict === 'unknown');

const compareParts = (reading: Reading, original: Part, alternate: Part): Comparison | undefined => {
  if (!areComparable(original, alternate)) return undefined;
  const { named, rated } = kindRules[original.kind];
  // What names a part comes first: most candidates differ there, and nothing else needs reading.
  const names = new Set([...named, ...rated, ...original.texts.keys(), ...alternate.texts.keys()]);
  const stated: Difference[] = [];
  for (const name of names) {
    const difference = differenceOf(reading, name, original, alternate);
    if (difference === undefined) continue;
    if (difference.verdict === 'worse' || (difference.verdict === 'unknown' && named.includes(name))) return undefined;
    stated.push(difference);
  }
  const gained = gainedAbilities(original, alternate);
  if (gained === undefined || !fits(original, alternate, isPackageOpen(stated))) return undefined;
  const differences = [...stated, ...gained].sort((a, b) => (a.characteristic < b.characteristic ? -1 : 1));
  if (differences.length === 0) return { grade: 'identical', differences };
  return { grade: differences.every(({ verdict }) => verdict === 'better') ? 'upgrade' : 'similar', differences };
};

/**
 * Compares parts of one profile: what the alternate is to the original; undefined when it is none,
 * being of another kind or function, or worse in a figure that matters.
 */
export const createComparison = (
  profileId: string,
  profile: IdentityProfile | undefined,
): ((original: Part, alternate: Part) => Comparison | undefined) => {
  const reading = readingOf(profileId, profile);
  return (original, alternate) => compareParts(reading, original, alternate);
};
