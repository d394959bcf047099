import { manufacturerKey } from '../../catalog/identity.ts';
import { knownAliasRows } from '../../matching/known-aliases.ts';
import { supplierNames } from './heading-words.ts';

const manufacturers: ReadonlySet<string> = new Set(knownAliasRows().map(({ alias }) => manufacturerKey(alias)));

/** Whether a text is the name of a well-known maker, in any of its spellings. */
export const isKnownManufacturer = (name: string): boolean => manufacturers.has(manufacturerKey(name));

const suppliers: ReadonlySet<string> = new Set(supplierNames.map(manufacturerKey));

/** Whether a text is the name of a well-known supplier. */
export const isKnownSupplier = (name: string): boolean => suppliers.has(manufacturerKey(name));
