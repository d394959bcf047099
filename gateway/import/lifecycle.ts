import type { LifecycleStatus } from '../../domain/catalog/catalog.ts';
import { ownProperty } from '../../domain/own-property.ts';

/**
 * Distributors' and makers' words for a product's place in its life. Restrictions on new designs
 * and announced ends are `deprecated`: the part can be had, but not for long. A distributor's own
 * end of sale is the end as far as a catalogue made from that distributor can know. `0` is the
 * number under which Digi-Key's answers say Active; its other numbers are not mapped, because bare
 * numbers of other sources mean other things.
 */
const words: Readonly<Record<string, LifecycleStatus>> = {
  new: 'new',
  'new product': 'new',
  'new at mouser': 'new',
  preview: 'new',
  preliminary: 'new',
  'coming soon': 'new',
  active: 'active',
  '0': 'active',
  production: 'active',
  'in production': 'active',
  'mass production': 'active',
  released: 'active',
  deprecated: 'deprecated',
  nrnd: 'deprecated',
  'not for new designs': 'deprecated',
  'not recommended for new designs': 'deprecated',
  'last time buy': 'deprecated',
  ltb: 'deprecated',
  'end of life': 'deprecated',
  eol: 'deprecated',
  discontinued: 'discontinued',
  'discontinued at digi-key': 'discontinued',
  'discontinued at digikey': 'discontinued',
  'discontinued at mouser': 'discontinued',
  obsolete: 'discontinued',
  inactive: 'discontinued',
};

/** The contract's word for a source's word; undefined for one that is not known. */
export const lifecycleOf = (text: string): LifecycleStatus | undefined =>
  ownProperty(words, text.trim().toLowerCase().replace(/\s+/g, ' '));
