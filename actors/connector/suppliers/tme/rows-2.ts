import { z } from 'zod';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { field, present } from '../rows.ts';
import { attributesOf, tolerant, tolerantLadder } from '../tolerant.ts';
import { netPrice } from './net-price.ts';
import { rangeStatusOf } from './range-status.ts';

/**
 * The products of TME's second version: what they are, in one answer, and their prices and stocks,
 * in another.
 */

const named = z.object({
  name: tolerant.text,
  translation: tolerant.text,
  id: tolerant.text,
  amount: tolerant.quantity,
});

const prices = z.object({
  elements: tolerant.list(z.object({ amount: tolerant.quantity, price: tolerant.price })),
  currency: tolerant.text,
  type: tolerant.text,
  tax: z.object({ rate: tolerant.amount }).nullish().catch(undefined),
});

/** A product of either answer. */
export const productRow = z.object({
  symbol: field.sku,
  manufacturer_symbols: tolerant.list(tolerant.text),
  manufacturer: named.nullish().catch(undefined),
  description: tolerant.text,
  product_status: tolerant.list(tolerant.text),
  minimal_amount: tolerant.quantity,
  multiples: tolerant.quantity,
  packing: tolerant.list(named, 'elements'),
  parameters: tolerant.list(
    z.object({ name: tolerant.text, values: tolerant.list(z.object({ value: tolerant.text }), 'elements') }),
    'elements',
  ),
  prices: prices.nullish().catch(undefined),
  stock_quantity: tolerant.count,
  category: named.nullish().catch(undefined),
  unit: z.object({ short_name: tolerant.text }).nullish().catch(undefined),
  assets: z
    .object({ primary_photo: z.object({ prime: tolerant.text }).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  documents: tolerant.list(z.object({ url: tolerant.text, type: tolerant.text }), 'elements'),
});

type ProductRow = z.infer<typeof productRow>;

/** Amounts from which prices hold, each without tax. */
const ladderIn = (given: ProductRow['prices']): ObservationDraft['price'] => {
  if (given === undefined || given === null) return undefined;
  const breaks = given.elements.map(({ amount, price }) => ({
    quantity: amount,
    price: price && netPrice(price, given.type, given.tax?.rate),
  }));
  return tolerantLadder({ currency: given.currency, breaks });
};

/** A maker's name may be followed by that of its legal entity. */
const manufacturerOf = (name: string | undefined): string | undefined => name?.split(' / ')[0]?.trim() || undefined;

const packagingOf = (packing: ProductRow['packing']): string | undefined => {
  const [only, ...others] = packing;
  return others.length === 0 ? (only?.translation ?? only?.id) : undefined;
};

/** TME's kind of document that is a datasheet. */
const datasheet = 'DTE';

const factsOf = (row: ProductRow) =>
  statedFacts({
    range_status: rangeStatusOf(row.product_status),
    category: row.category?.name,
    datasheet_url: row.documents.find(({ type }) => type === datasheet)?.url,
    image_url: row.assets?.primary_photo?.prime,
    unit_of_sale: row.unit?.short_name,
    standard_package: row.packing.length === 1 ? row.packing[0]?.amount?.toString() : undefined,
  });

const isDescribed = (row: ProductRow): boolean =>
  row.description !== undefined || row.manufacturer_symbols.length > 0 || row.manufacturer?.name !== undefined;

/** What is said of the part itself; the answer with prices and stocks says nothing of it. */
const descriptionIn = (row: ProductRow): ObservationDraft['description'] =>
  isDescribed(row)
    ? present({
        manufacturer: manufacturerOf(row.manufacturer?.name),
        mpn: row.manufacturer_symbols.find((number) => number !== undefined) ?? row.symbol,
        text: row.description,
        attributes: attributesOf(
          row.parameters.flatMap(({ name, values }) => values.map(({ value }) => [name, value] as const)),
        ),
        facts: factsOf(row),
      })
    : undefined;

/** What a product says. */
export const productDraft = (row: ProductRow): ObservationDraft => ({
  supplierSku: row.symbol,
  ...present({
    price: ladderIn(row.prices),
    minimumOrderQuantity: row.minimal_amount,
    orderMultiple: row.multiples,
    packaging: packagingOf(row.packing),
    stock: row.stock_quantity === undefined ? undefined : [{ warehouseRef: 'TME', quantity: row.stock_quantity }],
    description: descriptionIn(row),
  }),
});
