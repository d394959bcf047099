/**
 * Who says what of a product's characteristics, and which of several answers is served.
 *
 * Every value keeps its source. Values that contradict one another are all kept; served is the one
 * that comes first by:
 *
 * 1. how it is known: what the catalogue itself was given (by an import or an operator), then what
 *    a supplier states in a field of its own, then what was read out of a supplier's description,
 *    then what a language model read;
 * 2. whose credential saw it: the system's, a group's, a customer's;
 * 3. when it was said: the later one;
 * 4. the name of the source, so that the choice never depends on order.
 */
import type { IdentityProfile } from '../identity/profile.ts';
import type { CredentialScope } from '../offers/offer.ts';
import { ownProperty } from '../own-property.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { readQuantity } from '../quantities/read-quantity.ts';
import { dielectricIn } from './dielectrics.ts';
import { packageIn, packageKey } from './packages.ts';

/** How a supplier said something. */
export type SupplierField = { readonly kind: 'attribute'; readonly name: string } | { readonly kind: 'description' };

/** Where a value comes from. */
export type CharacteristicSource =
  /** Given to the catalogue under the product itself; undefined where the time was not recorded. */
  | { readonly kind: 'catalogue'; readonly statedAt: Date | undefined }
  | {
      readonly kind: 'supplier';
      readonly supplierId: string;
      readonly offerId: string;
      /** The kind of the most general credential that sees the offer. */
      readonly credentialScope: CredentialScope;
      readonly field: SupplierField;
      readonly statedAt: Date;
    }
  | { readonly kind: 'language_model'; readonly model: string; readonly statedAt: Date };

/** One source's value of one characteristic. */
export interface CharacteristicStatement {
  /** The profile's name of it. */
  readonly name: string;
  readonly text: string;
  readonly source: CharacteristicSource;
}

/** What is served of a characteristic, and what contradicts it. */
export interface SettledCharacteristic {
  readonly served: CharacteristicStatement;
  /** The first statement of each other value, in the order of precedence. */
  readonly contradicting: readonly CharacteristicStatement[];
}

/**
 * The same for statements of the same source about the same thing: the later one replaces the
 * earlier.
 */
export const sourceKey = (source: CharacteristicSource): string =>
  source.kind === 'supplier' ? `${source.kind}:${source.offerId}:${source.field.kind}` : source.kind;

const methodRank = (source: CharacteristicSource): number => {
  switch (source.kind) {
    case 'catalogue':
      return 0;
    case 'supplier':
      return source.field.kind === 'attribute' ? 1 : 2;
    case 'language_model':
      return 3;
  }
};

const scopeRank: Readonly<Record<CredentialScope, number>> = { system: 0, group: 1, customer: 2 };

const ranks = ({ source }: CharacteristicStatement): readonly number[] => [
  methodRank(source),
  source.kind === 'supplier' ? scopeRank[source.credentialScope] : 0,
  -(source.statedAt?.getTime() ?? 0),
];

const byPrecedence = (a: CharacteristicStatement, b: CharacteristicStatement): number => {
  const [ofA, ofB] = [ranks(a), ranks(b)];
  const decisive = ofA.findIndex((rank, at) => rank !== ofB[at]);
  if (decisive >= 0) return (ofA[decisive] ?? 0) - (ofB[decisive] ?? 0);
  return sourceKey(a.source) < sourceKey(b.source) ? -1 : 1;
};

/** Whether two texts say the same of the characteristic of that name. */
export type ValueEquality = (name: string, a: string, b: string) => boolean;

/**
 * Wattages are rounded by some (`63 mW` for a sixteenth of a watt); other quantities are the same
 * only if they are equal.
 */
const roundedBy: Readonly<Record<string, number>> = { W: 0.008 };

const isNear = (unit: string, a: number | undefined, b: number | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b;
  return Math.abs(a - b) <= (ownProperty(roundedBy, unit) ?? 1e-9) * Math.max(Math.abs(a), Math.abs(b));
};

const sameQuantity = (a: Quantity, b: Quantity): boolean => {
  if (a.unit !== b.unit) return false;
  if (a.kind === 'value') return b.kind === 'value' && isNear(a.unit, a.value, b.value);
  return b.kind === 'range' && isNear(a.unit, a.from, b.from) && isNear(a.unit, a.to, b.to);
};

/** Suppliers name a package more than once: `1411 (3528 Metric), 1210`. */
const packageOf = (text: string): string | undefined => {
  const name = packageIn(text, { taken: [] }) ?? packageIn(text.split(',', 1).join(), { taken: [] });
  return name === undefined ? undefined : packageKey(name);
};

/** What texts of a characteristic are compared by, where words are not enough. */
const textKeys: Readonly<Record<string, (text: string) => string | undefined>> = {
  package: packageOf,
  dielectric: dielectricIn,
};

const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * Texts are compared as quantities in the profile's units, as packages, or word for word but for
 * case and blanks.
 */
export const valueEqualityFor = (profile: IdentityProfile): ValueEquality => {
  const units = new Map(profile.characteristics.map(({ name, unit }) => [name, unit]));
  return (name, a, b) => {
    const hints = { unit: units.get(name), separator: profile.decimalSeparator };
    const [ofA, ofB] = [readQuantity(a, hints) ?? readQuantity(a), readQuantity(b, hints) ?? readQuantity(b)];
    if (ofA !== undefined && ofB !== undefined) return sameQuantity(ofA, ofB);
    const key = ownProperty(textKeys, name);
    return (key?.(a) ?? folded(a)) === (key?.(b) ?? folded(b));
  };
};

/** What to serve of each characteristic that anybody states, by name. */
export const settleStatements = (
  statements: readonly CharacteristicStatement[],
  isSame: ValueEquality,
): ReadonlyMap<string, SettledCharacteristic> => {
  const settled = new Map<string, SettledCharacteristic>();
  for (const [name, ofName] of Map.groupBy(statements.toSorted(byPrecedence), (each) => each.name)) {
    const [served, ...others] = ofName.filter(
      ({ text }, at) => ofName.findIndex((each) => isSame(name, each.text, text)) === at,
    );
    if (served !== undefined) settled.set(name, { served, contradicting: others });
  }
  return settled;
};
