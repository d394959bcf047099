import { z } from 'zod';
import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { ownProperty } from '../../../../domain/own-property.ts';
import { field, present } from '../rows.ts';
import { attributesOf, tolerant, tolerantLadder } from '../tolerant.ts';
import { digikeyStock, knownValue, weeksAsDays } from './common.ts';
import { multipleOf } from './packaging.ts';

/** Parts of version 3, of which a row is one packaging and statuses are words. */

const valued = z.object({ Value: tolerant.text, Text: tolerant.text, Name: tolerant.text }).nullish().catch(undefined);

const nameOf = (given: z.infer<typeof valued>): string | undefined => given?.Value ?? given?.Text ?? given?.Name;

/** A row of `Parts`, `ExactParts` or `Products`. */
export const partRow3 = z.object({
  DigiKeyPartNumber: field.sku,
  ManufacturerPartNumber: tolerant.text,
  ManufacturerName: valued,
  Manufacturer: valued,
  ProductDescription: tolerant.text,
  DetailedDescription: tolerant.text,
  Packaging: valued,
  StandardPricing: tolerant.list(z.object({ BreakQuantity: tolerant.quantity, UnitPrice: tolerant.price })),
  MinimumOrderQuantity: tolerant.quantity,
  QuantityOnHand: tolerant.count,
  QuantityAvailable: tolerant.count,
  ManufacturerLeadWeeks: tolerant.text,
  PartStatus: tolerant.text,
  ProductStatus: tolerant.text,
  Parameters: tolerant.list(z.object({ Parameter: tolerant.text, Value: tolerant.text })),
  ProductUrl: tolerant.text,
  PrimaryDatasheet: tolerant.text,
  PrimaryPhoto: tolerant.text,
  RoHSStatus: tolerant.text,
  RohsInfo: tolerant.text,
  ReachStatus: tolerant.text,
  ExportControlClassNumber: tolerant.text,
  HTSUSCode: tolerant.text,
  Category: valued,
  Family: valued,
  StandardPackage: tolerant.quantity,
  DateLastBuyChance: tolerant.text,
});

type PartRow3 = z.infer<typeof partRow3>;

/** In English only: an answer in another language says its status to people. */
const lifecycles: Readonly<Record<string, LifecycleStatus>> = {
  active: 'active',
  obsolete: 'discontinued',
  'last time buy': 'deprecated',
  'not for new designs': 'deprecated',
};

const isOfRange = /^discontinued at /i;

const factsOf = (row: PartRow3) => {
  const status = row.PartStatus ?? row.ProductStatus;
  return statedFacts({
    ...(isOfRange.test(status ?? '') ? { range_status: status } : { lifecycle_detail: status }),
    last_time_buy: row.DateLastBuyChance,
    category: nameOf(row.Family) ?? nameOf(row.Category),
    datasheet_url: row.PrimaryDatasheet,
    image_url: row.PrimaryPhoto,
    rohs: row.RoHSStatus ?? row.RohsInfo,
    reach: row.ReachStatus,
    eccn: row.ExportControlClassNumber,
    hts_code: row.HTSUSCode,
    package: knownValue(row.Parameters.find(({ Parameter }) => Parameter === 'Supplier Device Package')?.Value),
    product_url: row.ProductUrl,
    standard_package: row.StandardPackage?.toString(),
  });
};

/**
 * What a row says; prices are in the currency that the answer echoes and left out when it does not.
 */
export const partRowDraft3 = (row: PartRow3, currency: string | undefined): ObservationDraft => ({
  supplierSku: row.DigiKeyPartNumber,
  ...present({
    price: tolerantLadder({
      currency,
      breaks: row.StandardPricing.map(({ BreakQuantity, UnitPrice }) => ({
        quantity: BreakQuantity,
        price: UnitPrice,
      })),
    }),
    minimumOrderQuantity: row.MinimumOrderQuantity,
    orderMultiple: multipleOf(nameOf(row.Packaging), row.StandardPackage),
    packaging: nameOf(row.Packaging),
    stock: digikeyStock(row.QuantityOnHand ?? row.QuantityAvailable),
    leadTimeDays: weeksAsDays(row.ManufacturerLeadWeeks),
  }),
  description: present({
    manufacturer: nameOf(row.ManufacturerName ?? row.Manufacturer),
    mpn: row.ManufacturerPartNumber,
    text: row.DetailedDescription ?? row.ProductDescription,
    lifecycle: ownProperty(lifecycles, (row.PartStatus ?? row.ProductStatus ?? '').toLowerCase()),
    attributes: attributesOf(row.Parameters.map(({ Parameter, Value }) => [Parameter, knownValue(Value)])),
    facts: factsOf(row),
  }),
});
