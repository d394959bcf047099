import type { PluginName } from '../../actors/connector/suppliers/registry.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { recordedRequest } from './recorded-request.ts';

/**
 * Which supplier a saved answer is from. People save answers as they came, inside an envelope of
 * their own, several in a list or keyed by part number, or without the outer part that their client
 * took off. So a value is known by its shape; what is not known is unwrapped and looked at again;
 * and an outer part that was taken off is put back around what it held.
 */

/** An answer as the supplier sent it. */
export interface SavedAnswer {
  readonly supplier: PluginName;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly body: Json;
}

/** What a file holds. */
export type Recognised =
  | { readonly kind: 'answers'; readonly answers: readonly SavedAnswer[] }
  | { readonly kind: 'other'; readonly reason: string };

/** The settings under which the answer was given, as far as they decide how it is read. */
const settingsFor = (supplier: PluginName, file: string): Readonly<Record<string, unknown>> => {
  const { store } = recordedRequest(file);
  return supplier === 'element14' && store !== undefined ? { store } : {};
};

/** A shape that answers of one supplier have. */
interface Shape {
  readonly supplier: PluginName;
  /** The answer as it was sent, if the value is one; undefined otherwise. */
  readonly read: (value: JsonObject, file: string) => Json | undefined;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const has = (value: Json | undefined, ...names: readonly string[]): value is JsonObject =>
  isObject(value) && names.every((name) => name in value);

const asIt =
  (holds: (value: JsonObject) => boolean) =>
  (value: JsonObject): Json | undefined =>
    holds(value) ? value : undefined;

/**
 * A product of TME's first version is saved without the part of its answer that says the currency,
 * which the file's name does.
 */
const signedProducts = (ProductList: readonly Json[], file: string): Json => {
  const currency = recordedRequest(file).currency;
  return { Status: 'OK', Data: { ProductList, ...(currency === undefined ? {} : { Currency: currency }) } };
};

/** A search that found nothing leaves an empty list when the part around it is taken off. */
const nothingFound = (file: string): SavedAnswer | undefined => {
  if (!/(^|[/\\-])tme[/\\]/i.test(file)) return undefined;
  const isSigned = !/_v2\.json$/.test(file);
  return {
    supplier: 'tme',
    settings: { version: isSigned ? 1 : 2 },
    body: isSigned ? signedProducts([], file) : { status: 'OK', data: [] },
  };
};

const isSigned = (value: Json): boolean => has(value, 'Symbol', 'OriginalSymbol');
const isOfSession = (value: Json): boolean => has(value, 'symbol', 'manufacturer_symbols');

const element14Roots = ['keywordSearchReturn', 'premierFarnellPartNumberReturn', 'manufacturerPartNumberSearchReturn'];

const isDigikeyProduct = (value: Json | undefined): boolean =>
  has(value, 'ManufacturerProductNumber') || has(value, 'DigiKeyPartNumber');

const listsDigikeyProducts = (value: Json | undefined): boolean =>
  Array.isArray(value) && (value.length === 0 || value.some(isDigikeyProduct));

const shapes: readonly Shape[] = [
  { supplier: 'element14', read: asIt((value) => element14Roots.some((root) => root in value)) },
  { supplier: 'mouser', read: asIt(({ SearchResults }) => has(SearchResults, 'Parts')) },
  {
    supplier: 'digikey',
    read: asIt(
      ({ Product, Products, Parts }) =>
        isDigikeyProduct(Product) || listsDigikeyProducts(Products) || listsDigikeyProducts(Parts),
    ),
  },
  {
    supplier: 'digikey',
    read: ({ metadata, products }) =>
      metadata !== undefined && listsDigikeyProducts(products) ? { Products: products ?? [] } : undefined,
  },
  { supplier: 'digikey', read: (value) => (isDigikeyProduct(value) ? { Product: value } : undefined) },
  { supplier: 'tme', settings: { version: 1 }, read: asIt(({ Data }) => has(Data, 'ProductList')) },
  {
    supplier: 'tme',
    settings: { version: 1 },
    read: (value, file) => (isSigned(value) ? signedProducts([value], file) : undefined),
  },
  { supplier: 'tme', read: (value) => (isOfSession(value) ? { status: 'OK', data: [value] } : undefined) },
  {
    supplier: 'tme',
    read: asIt(({ status, data }) => status === 'OK' && isObject(data) && ('products' in data || 'elements' in data)),
  },
  { supplier: 'nexar', read: asIt(({ data }) => has(data, 'supMultiMatch')) },
  {
    supplier: 'nexar',
    read: (value) => (has(value, 'hits', 'parts') ? { data: { supMultiMatch: [value] } } : undefined),
  },
  {
    supplier: 'nexar',
    read: (value) =>
      has(value, 'mpn', 'sellers') ? { data: { supMultiMatch: [{ hits: 1, parts: [value] }] } } : undefined,
  },
  { supplier: 'lcsc', read: asIt((value) => has(value, 'code', 'result') && typeof value.result === 'object') },
];

const anotherForm: readonly (readonly [is: (value: JsonObject) => boolean, reason: string])[] = [
  [
    (value) => 'digi_key_part_number' in value || 'search_locale_used' in value || 'product_details' in value,
    'a client object with keys of its own, not what Digi-Key sends',
  ],
  [(value) => 'products_count' in value, 'a client object with keys of its own, not what Digi-Key sends'],
  [(value) => has(value.mpn, 'manufacturer', 'part') && 'offers' in value, 'from an aggregator without a plug-in'],
];

/** Wrappings that are looked through for answers, at most. */
const maxWrappings = 6;

const noOffers = 'no answer with offers';

const recogniseValue = (value: Json, file: string, wrappings: number): readonly SavedAnswer[] | string => {
  if (Array.isArray(value)) return recogniseAll(value, file, wrappings);
  if (!isObject(value)) return noOffers;
  for (const { supplier, read, settings } of shapes) {
    const body = read(value, file);
    if (body !== undefined) return [{ supplier, body, settings: { ...settings, ...settingsFor(supplier, file) } }];
  }
  const other = anotherForm.find(([is]) => is(value));
  return other?.[1] ?? recogniseAll(Object.values(value), file, wrappings);
};

const recogniseAll = (values: readonly Json[], file: string, wrappings: number): readonly SavedAnswer[] | string => {
  if (wrappings === 0) return noOffers;
  const found = values.map((value) => recogniseValue(value, file, wrappings - 1));
  const answers = found.flatMap((each) => (typeof each === 'string' ? [] : each));
  if (answers.length > 0) return answers;
  return found.find((each): each is string => typeof each === 'string' && each !== noOffers) ?? noOffers;
};

/** What a file's content is; the reason is for people and the same for files of one kind. */
export const recognise = (value: Json, file: string): Recognised => {
  if (value === null) return { kind: 'other', reason: 'nothing was answered' };
  const empty = Array.isArray(value) && value.length === 0 ? nothingFound(file) : undefined;
  if (empty !== undefined) return { kind: 'answers', answers: [empty] };
  const found = recogniseValue(value, file, maxWrappings);
  return typeof found === 'string' ? { kind: 'other', reason: found } : { kind: 'answers', answers: found };
};
