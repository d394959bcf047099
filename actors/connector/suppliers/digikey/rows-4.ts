import { z } from 'zod';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { field, present } from '../rows.ts';
import { attributesOf, tolerant, tolerantLadder } from '../tolerant.ts';
import { digikeyStock, knownValue, weeksAsDays } from './common.ts';
import { lifecycleOf } from './lifecycle.ts';

/**
 * Products of version 4. A product is rolled up by its maker's number and comes in several
 * packagings; each of these has its own SKU, prices, minimum and stock, and is an offer. What other
 * sellers offer on Digi-Key's marketplace is not Digi-Key's.
 */

const named = z.object({ Name: tolerant.text }).nullish().catch(undefined);

const priceBreaks = tolerant.list(z.object({ BreakQuantity: tolerant.quantity, UnitPrice: tolerant.price }));

const product = z.object({
  ManufacturerProductNumber: tolerant.text,
  Manufacturer: named,
  Description: z
    .object({ ProductDescription: tolerant.text, DetailedDescription: tolerant.text })
    .nullish()
    .catch(undefined),
  ManufacturerLeadWeeks: tolerant.text,
  ProductStatus: z.object({ Id: tolerant.count }).nullish().catch(undefined),
  Discontinued: tolerant.flag,
  EndOfLife: tolerant.flag,
  QuantityAvailable: tolerant.count,
  Parameters: tolerant.list(z.object({ ParameterText: tolerant.text, ValueText: tolerant.text })),
});

type ProductFacts = z.infer<typeof product>;

const variation = z.object({
  DigiKeyProductNumber: field.sku,
  PackageType: named,
  StandardPricing: priceBreaks,
  MyPricing: priceBreaks,
  MarketPlace: tolerant.flag,
  QuantityAvailableforPackageType: tolerant.count,
  MinimumOrderQuantity: tolerant.quantity,
});

/** A packaging with the product that it is of. */
export const variationRow = z.object({
  sku: field.sku,
  product: z.custom<ProductFacts>(),
  isOnly: z.boolean(),
  variation,
});

type VariationRow = z.infer<typeof variationRow>;

const packagings = z.object({ ProductVariations: z.array(z.unknown()) });

/** A row for every packaging; a product that cannot be read is one row that cannot be read. */
export const rowsOfProduct = (given: unknown): readonly unknown[] => {
  const read = product.safeParse(given);
  const list = packagings.safeParse(given);
  if (!read.success || !list.success) return [given];
  const { ProductVariations: all } = list.data;
  return all
    .filter((each) => variation.safeParse(each).data?.MarketPlace !== true)
    .map((each) => ({
      sku: variation.safeParse(each).data?.DigiKeyProductNumber,
      product: read.data,
      isOnly: all.length === 1,
      variation: each,
    }));
};

/** The account's own prices where the answer has them. */
const ladderIn = ({ variation: given }: VariationRow, currency: string | undefined): ObservationDraft['price'] => {
  const pricing = given.MyPricing.length > 0 ? given.MyPricing : given.StandardPricing;
  const breaks = pricing.map(({ BreakQuantity, UnitPrice }) => ({ quantity: BreakQuantity, price: UnitPrice }));
  return tolerantLadder({ currency, breaks });
};

/** A product's total is that of a packaging only when there is no other. */
const quantityOf = ({ variation: given, product: { QuantityAvailable }, isOnly }: VariationRow): number | undefined =>
  given.QuantityAvailableforPackageType ?? (isOnly ? QuantityAvailable : undefined);

/**
 * What a packaging says; prices are in the currency that the answer echoes and left out when it
 * does not.
 */
export const variationDraft = (row: VariationRow, currency: string | undefined): ObservationDraft => {
  const { product: about, variation: given } = row;
  return {
    supplierSku: given.DigiKeyProductNumber,
    ...present({
      price: ladderIn(row, currency),
      minimumOrderQuantity: given.MinimumOrderQuantity,
      packaging: given.PackageType?.Name,
      stock: digikeyStock(quantityOf(row)),
      leadTimeDays: weeksAsDays(about.ManufacturerLeadWeeks),
    }),
    description: present({
      manufacturer: about.Manufacturer?.Name,
      mpn: about.ManufacturerProductNumber,
      text: about.Description?.DetailedDescription ?? about.Description?.ProductDescription,
      lifecycle: lifecycleOf(about),
      attributes: attributesOf(
        about.Parameters.map(({ ParameterText, ValueText }) => [ParameterText, knownValue(ValueText)]),
      ),
    }),
  };
};
