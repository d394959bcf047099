import { z } from 'zod';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { field, present } from '../rows.ts';
import { attributesOf, tolerant, tolerantLadder } from '../tolerant.ts';
import { digikeyStock, knownValue, weeksAsDays } from './common.ts';
import { lifecycleOf, statusFacts } from './lifecycle.ts';
import { multipleOf, withReelFee } from './packaging.ts';

/**
 * Products of version 4. A product is rolled up by its maker's number and comes in several
 * packagings; each of these has its own SKU, prices, minimum and stock, and is an offer. What other
 * sellers offer on Digi-Key's marketplace is not Digi-Key's.
 */

const named = z.object({ Name: tolerant.text }).nullish().catch(undefined);

const priceBreaks = tolerant.list(z.object({ BreakQuantity: tolerant.quantity, UnitPrice: tolerant.price }));

/** A category with those below it, of which the first is the product's. */
interface Category {
  readonly Name?: string | undefined;
  readonly ChildCategories: readonly Category[];
}

const category: z.ZodType<Category> = z.object({
  Name: tolerant.text,
  get ChildCategories() {
    return tolerant.list(category);
  },
});

const product = z.object({
  ManufacturerProductNumber: tolerant.text,
  Manufacturer: named,
  Description: z
    .object({ ProductDescription: tolerant.text, DetailedDescription: tolerant.text })
    .nullish()
    .catch(undefined),
  ManufacturerLeadWeeks: tolerant.text,
  ProductStatus: z.object({ Id: tolerant.count, Status: tolerant.text }).nullish().catch(undefined),
  Discontinued: tolerant.flag,
  EndOfLife: tolerant.flag,
  QuantityAvailable: tolerant.count,
  Parameters: tolerant.list(z.object({ ParameterText: tolerant.text, ValueText: tolerant.text })),
  ProductUrl: tolerant.text,
  DatasheetUrl: tolerant.text,
  PhotoUrl: tolerant.text,
  DateLastBuyChance: tolerant.text,
  Category: category.nullish().catch(undefined),
  Classifications: z
    .object({
      ReachStatus: tolerant.text,
      RohsStatus: tolerant.text,
      ExportControlClassNumber: tolerant.text,
      HtsusCode: tolerant.text,
    })
    .nullish()
    .catch(undefined),
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
  StandardPackage: tolerant.quantity,
  DigiReelFee: tolerant.price,
  MaxQuantityForDistribution: tolerant.quantity,
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
  const packaging = { fee: given.DigiReelFee, standardPackage: given.StandardPackage };
  return withReelFee(tolerantLadder({ currency, breaks }), given.PackageType?.Name, packaging);
};

/** A product's total is that of a packaging only when there is no other. */
const quantityOf = ({ variation: given, product: { QuantityAvailable }, isOnly }: VariationRow): number | undefined =>
  given.QuantityAvailableforPackageType ?? (isOnly ? QuantityAvailable : undefined);

/** The most that may be ordered where there is no such limit. */
const unlimited = 999_999_999;

/** The product's own category, below all others; undefined when none is named. */
const narrowestOf = (given: Category | null | undefined): string | undefined => {
  const [child] = given?.ChildCategories ?? [];
  return child === undefined ? given?.Name : narrowestOf(child);
};

const factsOf = ({ product: about, variation: given }: VariationRow) => {
  const { Classifications: classes, Parameters } = about;
  const most = given.MaxQuantityForDistribution;
  return statedFacts({
    ...statusFacts(about),
    last_time_buy: about.DateLastBuyChance,
    category: narrowestOf(about.Category),
    datasheet_url: about.DatasheetUrl,
    image_url: about.PhotoUrl,
    rohs: classes?.RohsStatus,
    reach: classes?.ReachStatus,
    eccn: classes?.ExportControlClassNumber,
    hts_code: classes?.HtsusCode,
    package: knownValue(Parameters.find(({ ParameterText }) => ParameterText === 'Supplier Device Package')?.ValueText),
    product_url: about.ProductUrl,
    standard_package: given.StandardPackage?.toString(),
    maximum_order_quantity: most === unlimited ? undefined : most?.toString(),
  });
};

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
      orderMultiple: multipleOf(given.PackageType?.Name, given.StandardPackage),
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
      facts: factsOf(row),
    }),
  };
};
