/**
 * What an offer says of a product: its attributes under the profile's names, and what can be read
 * out of its description. A value that is no quantity of the kind that the profile names is turned
 * down and counted, never bent into one.
 */

import type { IdentityProfile } from '../identity/profile.ts';
import { characteristicNamed } from '../identity/read-characteristics.ts';
import type { CredentialScope } from '../offers/offer.ts';
import { readQuantity } from '../quantities/read-quantity.ts';
import { namedUnit } from '../quantities/units.ts';
import { readDescription } from './read-description.ts';
import type { CharacteristicStatement, SupplierField } from './statement.ts';

/** An offer as far as it describes a part. */
export interface DescribedOffer {
  readonly id: string;
  readonly supplierId: string;
  /** The kind of the most general credential that sees it. */
  readonly credentialScope: CredentialScope;
  readonly description: string | undefined;
  readonly describedAt: Date;
  /** As the supplier names and writes them. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly attributesAt: Date;
}

/** What was read of an offer. */
export interface OfferStatements {
  readonly statements: readonly CharacteristicStatement[];
  /** Attributes that the profile names and whose text is no such thing. */
  readonly rejected: number;
}

/** Longer texts are descriptions of something and no value. */
const longestText = 200;

/** A dash, or a word for nothing. */
const empty = /^(?:[-–—]+|n\/?a|none|not applicable|nicht zutreffend|нет)?$/iu;

/** Whether a text can be the value of the profile's characteristic of that name. */
export const isValid = (name: string, text: string, profile: IdentityProfile): boolean => {
  const characteristic = characteristicNamed(profile, name);
  if (characteristic === undefined || text.length > longestText || empty.test(text.trim())) return false;
  const { unit } = characteristic;
  if (unit === undefined) return true;
  const separator = profile.decimalSeparator;
  if (readQuantity(text, { unit, separator }) !== undefined) return true;
  // How far a value may be off is said as a share of it or in its own unit.
  return namedUnit(unit)?.base === '1' && readQuantity(text, { separator }) !== undefined;
};

/** What the offer says, each name at most once for attributes and once for the description. */
export const statementsOf = (offer: DescribedOffer, profile: IdentityProfile): OfferStatements => {
  const { id: offerId, supplierId, credentialScope } = offer;
  const stated = (name: string, text: string, field: SupplierField, statedAt: Date): CharacteristicStatement => ({
    name,
    text: text.trim(),
    source: { kind: 'supplier', supplierId, offerId, credentialScope, field, statedAt },
  });
  const attributes = new Map<string, CharacteristicStatement>();
  let rejected = 0;
  for (const [given, text] of Object.entries(offer.attributes)) {
    const name = characteristicNamed(profile, given)?.name;
    if (name === undefined || attributes.has(name) || empty.test(text.trim())) continue;
    if (isValid(name, text, profile)) {
      attributes.set(name, stated(name, text, { kind: 'attribute', name: given }, offer.attributesAt));
    } else rejected += 1;
  }
  const described = readDescription(offer.description ?? '', profile.decimalSeparator)
    .filter(({ name, text }) => characteristicNamed(profile, name)?.name === name && isValid(name, text, profile))
    .map(({ name, text }) => stated(name, text, { kind: 'description' }, offer.describedAt));
  return { statements: [...attributes.values(), ...described], rejected };
};
