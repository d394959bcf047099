import { z } from 'zod';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import type { PriceStatement } from '../../../../domain/offers/offer.ts';
import { field, present } from '../rows.ts';
import { attributesOf, tolerant, tolerantLadder } from '../tolerant.ts';
import { netPrice } from './net-price.ts';
import { rangeStatusOf } from './range-status.ts';

/**
 * The products of TME's first version; currency and kind of price stand once on the answer around
 * them.
 */

/** A product of any of its answers. */
export const signedProductRow = z.object({
  Symbol: field.sku,
  OriginalSymbol: tolerant.text,
  Producer: tolerant.text,
  Description: tolerant.text,
  ProductStatusList: tolerant.list(tolerant.text),
  MinAmount: tolerant.quantity,
  Multiples: tolerant.quantity,
  Packing: tolerant.list(z.object({ PackingTranslation: tolerant.text, Id: tolerant.text, Amount: tolerant.quantity })),
  Category: tolerant.text,
  Photo: tolerant.text,
  ProductInformationPage: tolerant.text,
  Unit: tolerant.text,
  ParameterList: tolerant.list(z.object({ ParameterName: tolerant.text, ParameterValue: tolerant.text })),
  PriceList: tolerant.list(
    z.object({ Amount: tolerant.quantity, PriceValue: tolerant.price, PriceBase: tolerant.quantity }),
  ),
  VatRate: tolerant.amount,
  Amount: tolerant.count,
});

type SignedProductRow = z.infer<typeof signedProductRow>;

/** What the answer says of all its prices. */
export interface PriceTerms {
  readonly currency: string | undefined;
  /** `NET` or `GROSS`. */
  readonly kind: string | undefined;
}

/**
 * All prices of a product are for one number of pieces, or there is no price; 0 pieces say nothing.
 */
const ladderIn = ({ PriceList, VatRate }: SignedProductRow, terms: PriceTerms): PriceStatement | undefined => {
  const priceBase = PriceList[0]?.PriceBase;
  if (PriceList.some((each) => each.PriceBase !== priceBase)) return undefined;
  const breaks = PriceList.map(({ Amount, PriceValue }) => ({
    quantity: Amount,
    price: PriceValue && netPrice(PriceValue, terms.kind, VatRate),
  }));
  return tolerantLadder({ currency: terms.currency, priceBase, breaks });
};

const packagingOf = ({ Packing }: SignedProductRow): string | undefined => {
  const [only, ...others] = Packing;
  return others.length === 0 ? (only?.PackingTranslation ?? only?.Id) : undefined;
};

const factsOf = (row: SignedProductRow) =>
  statedFacts({
    range_status: rangeStatusOf(row.ProductStatusList),
    category: row.Category,
    image_url: row.Photo,
    product_url: row.ProductInformationPage,
    unit_of_sale: row.Unit,
    standard_package: row.Packing.length === 1 ? row.Packing[0]?.Amount?.toString() : undefined,
  });

const isDescribed = (row: SignedProductRow): boolean =>
  row.OriginalSymbol !== undefined || row.Producer !== undefined || row.Description !== undefined;

const descriptionIn = (row: SignedProductRow): ObservationDraft['description'] =>
  isDescribed(row)
    ? present({
        manufacturer: row.Producer,
        mpn: row.OriginalSymbol ?? row.Symbol,
        text: row.Description,
        attributes: attributesOf(
          row.ParameterList.map(({ ParameterName, ParameterValue }) => [ParameterName, ParameterValue] as const),
        ),
        facts: factsOf(row),
      })
    : undefined;

/** What a product says under the terms of its answer. */
export const signedProductDraft = (row: SignedProductRow, terms: PriceTerms): ObservationDraft => ({
  supplierSku: row.Symbol,
  ...present({
    price: ladderIn(row, terms),
    minimumOrderQuantity: row.MinAmount,
    orderMultiple: row.Multiples,
    packaging: packagingOf(row),
    stock: row.Amount === undefined ? undefined : [{ warehouseRef: 'TME', quantity: row.Amount }],
    description: descriptionIn(row),
  }),
});
