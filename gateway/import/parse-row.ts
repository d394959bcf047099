import type { LifecycleStatus, ProductDraft } from '../../domain/catalog/catalog.ts';
import { manufacturerKey, maxMpnLength, mpnCompact } from '../../domain/catalog/identity.ts';
import type { AliasRow } from '../../domain/matching/alias-additions.ts';
import { ownProperty } from '../../domain/own-property.ts';
import { type Role, roleOf } from './columns.ts';
import type { NamedRow } from './source-row.ts';

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

/** What a row says, or why it cannot be taken; the reason names the column. */
export type ParsedRow<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Longest manufacturer name that is taken, in characters. */
const maxManufacturerLength = 200;
/** Longest description or characteristic that is taken, in characters. */
const maxTextLength = 20_000;

/** Sources write a lone dash where there is nothing to say. */
const isBlank = (value: string): boolean => value === '' || value === '-';

/** What PostgreSQL or UTF-8 cannot hold. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

interface Cells {
  readonly byRole: ReadonlyMap<Role, string>;
  readonly characteristics: Readonly<Record<string, string>>;
  readonly problem: string | undefined;
}

/**
 * Sorts the cells by what they mean. Of two columns of one meaning the first that says something
 * counts.
 */
const sortCells = ({ cells }: NamedRow): Cells => {
  const byRole = new Map<Role, string>();
  const characteristics = new Map<string, string>();
  let problem: string | undefined;
  for (const [name, given] of cells) {
    const value = given.trim();
    if (isBlank(value)) continue;
    if (!isStorable(value) || !isStorable(name))
      problem ??= `${name.toWellFormed()}: holds a character that cannot be stored`;
    if (value.length > maxTextLength) problem ??= `${name}: is longer than ${maxTextLength} characters`;
    const role = roleOf(name);
    const isTaken = role === 'lifecycle' ? lifecycleOf(value) === undefined : role === undefined;
    if (role === undefined || isTaken || byRole.has(role)) characteristics.set(name.trim(), value);
    else byRole.set(role, value);
  }
  return { byRole, characteristics: Object.fromEntries(characteristics), problem };
};

/**
 * What keeps a name from being a key; keys can be longer than names, because one character may
 * stand for several.
 */
const problemOfName = (
  column: string,
  name: string | undefined,
  limits: { readonly key: (name: string) => string; readonly maxLength: number },
): string | undefined => {
  if (name === undefined) return `${column}: is missing`;
  const key = limits.key(name);
  if (key === '') return `${column}: has no letter or digit`;
  const isTooLong = Math.max(name.length, key.length) > limits.maxLength;
  return isTooLong ? `${column}: is longer than ${limits.maxLength} characters` : undefined;
};

const manufacturerLimits = { key: manufacturerKey, maxLength: maxManufacturerLength };
const mpnLimits = { key: mpnCompact, maxLength: maxMpnLength };

/** A row of products as a draft under the profile. */
export const parseProduct = (row: NamedRow, profileId: string): ParsedRow<ProductDraft> => {
  const { byRole, characteristics, problem } = sortCells(row);
  const manufacturer = byRole.get('manufacturer');
  const mpn = byRole.get('mpn');
  const replacedByMpn = byRole.get('replacedBy');
  const reason =
    problem ??
    problemOfName('manufacturer', manufacturer, manufacturerLimits) ??
    problemOfName('mpn', mpn, mpnLimits) ??
    (replacedByMpn === undefined ? undefined : problemOfName('replaced_by', replacedByMpn, mpnLimits));
  if (reason !== undefined || manufacturer === undefined || mpn === undefined) {
    return { kind: 'rejected', reason: reason ?? 'is incomplete' };
  }
  const description = byRole.get('description');
  const lifecycle = lifecycleOf(byRole.get('lifecycle') ?? '');
  const value: ProductDraft = {
    profileId,
    manufacturer,
    mpn,
    characteristics,
    ...(description === undefined ? {} : { description }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(replacedByMpn === undefined ? {} : { replacedByMpn }),
  };
  return { kind: 'value', value };
};

/** A row of manufacturer aliases. */
export const parseAlias = (row: NamedRow): ParsedRow<AliasRow> => {
  const { byRole, problem } = sortCells(row);
  const alias = byRole.get('alias');
  const manufacturer = byRole.get('manufacturer');
  const reason =
    problem ??
    problemOfName('alias', alias, manufacturerLimits) ??
    problemOfName('manufacturer', manufacturer, manufacturerLimits);
  if (reason !== undefined || alias === undefined || manufacturer === undefined) {
    return { kind: 'rejected', reason: reason ?? 'is incomplete' };
  }
  return { kind: 'value', value: { alias, manufacturer } };
};
