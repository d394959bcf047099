import { z } from 'zod';
import { factNames } from '../../../../domain/catalog/part-facts.ts';
import { field } from '../rows.ts';

/**
 * The settings of the generic supplier: where its data is, how to get in, and which of its fields
 * is which of ours. The names are those of docs/howto/add-a-supplier.md, which explains each.
 */

const path = z.templateLiteral(['/', z.string().regex(/^[^?#]*$/)]);

/**
 * Where a value comes from: the name of a column, the path of a JSON field such as `price.net`, or
 * always the same.
 */
const source = z.union([z.string().min(1), z.strictObject({ constant: z.union([z.string(), z.number()]) })]);

/** Where a value comes from. */
export type Source = z.infer<typeof source>;

const breaks = z.union([
  z.strictObject({ list: z.string().min(1), quantity: z.string().min(1), price: z.string().min(1) }),
  z.strictObject({ columns: z.array(z.strictObject({ from: z.int().min(1), price: z.string().min(1) })).min(1) }),
  z.strictObject({ price: source }),
]);

const fields = z.strictObject({
  sku: source,
  mpn: source.optional(),
  manufacturer: source.optional(),
  text: source.optional(),
  packaging: source.optional(),
  minimum: source.optional(),
  multiple: source.optional(),
  leadTimeDays: source.optional(),
  currency: source.optional(),
  /** Pieces that a price is for. */
  priceBase: source.optional(),
  /** What each order costs besides, such as for winding a reel. */
  orderFee: source.optional(),
  /** Pieces that one such fee is for at most, such as those of a reel. */
  orderFeePieces: source.optional(),
  breaks: breaks.optional(),
  stock: source.optional(),
  /** Our names of characteristics with where they come from. */
  attributes: z.record(z.string(), source).optional(),
  /** Facts by the contract's names with where they come from. */
  facts: z.partialRecord(z.enum(factNames), source).optional(),
});

/** Which of their fields is which of ours. */
export type FieldMap = z.infer<typeof fields>;

const size = z.strictObject({ parameter: z.string().min(1).optional(), rows: z.int().min(1).max(100_000) });

const paging = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('page'),
    parameter: z.string().min(1),
    first: z.int().min(0).default(1),
    size: size.optional(),
  }),
  z.strictObject({ kind: z.literal('offset'), parameter: z.string().min(1), size }),
  z.strictObject({ kind: z.literal('cursor'), parameter: z.string().min(1), path: z.string().min(1) }),
  z.strictObject({ kind: z.literal('link'), path: z.string().min(1) }),
]);

/** How a feed is cut into pages. */
export type Paging = z.infer<typeof paging>;

const csv = z.strictObject({
  kind: z.literal('csv'),
  delimiter: z.string().length(1).default(','),
  /**
   * Whether every line of theirs ends with a line break, so that a last one without it was cut off.
   */
  endsWithLineBreak: z.boolean().default(true),
});

const json = z.strictObject({
  kind: z.literal('json'),
  /** The path of the list of rows; left out: the document is the list. */
  rows: z.string().min(1).optional(),
});

/** What a page of a feed is written as. */
export type Format = z.infer<typeof csv> | z.infer<typeof json>;

const query = z.record(z.string(), z.union([z.string(), z.number()])).default({});

const feedShape = {
  path,
  query,
  format: z.discriminatedUnion('kind', [csv, json]),
  paging: paging.default({ kind: 'none' }),
  fields,
};

const feed = z
  .strictObject(feedShape)
  .refine(({ format, paging: { kind } }) => format.kind === 'json' || (kind !== 'cursor' && kind !== 'link'), {
    message: 'a CSV page cannot hold where the next one is',
    path: ['paging'],
  });

/** One of a supplier's lists. */
export type Feed = z.infer<typeof feed>;

const lookup = z.strictObject({
  ...feedShape,
  /** How parts are asked for: their numbers, joined, as one parameter. */
  ask: z.strictObject({
    parameter: z.string().min(1),
    separator: z.string().min(1).default(','),
    atMost: z.int().min(1).max(500).default(1),
  }),
});

/** How parts are looked up. */
export type LookupFeed = z.infer<typeof lookup>;

const auth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('header'), name: z.string().regex(/^[\w-]+$/), prefix: z.string().default('') }),
  z.strictObject({ kind: z.literal('query'), parameter: z.string().min(1) }),
  z.strictObject({ kind: z.literal('basic') }),
]);

/** How to get in. */
export type Auth = z.infer<typeof auth>;

/** All settings of a generic supplier. */
export const genericSettings = z.strictObject({
  auth: auth.default({ kind: 'none' }),
  /** The decimal mark of numbers that are written as text. */
  decimalMark: z.enum(['.', ',']).default('.'),
  /** The currency of prices whose rows name none. */
  currency: field.currency.optional(),
  /** What prices say instead of a number when they are to be asked for. */
  onRequest: z.array(z.string().min(1)).default([]),
  /** The name of the place that stock is at. */
  warehouse: z.string().min(1).default('main'),
  budget: z
    .strictObject({ requests: z.int().min(1), periodSeconds: z.int().min(1) })
    .default({ requests: 60, periodSeconds: 60 }),
  feeds: z
    .strictObject({
      catalogue: feed.optional(),
      prices: feed.optional(),
      stocks: feed.optional(),
      lookup: lookup.optional(),
    })
    .refine((feeds) => Object.values(feeds).some((each) => each !== undefined), 'there is no feed'),
});

/** The settings, checked. */
export type GenericSettings = z.infer<typeof genericSettings>;
