import { z } from 'zod';
import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { readCountry } from '../../../../domain/offers/countries.ts';
import type { WarehouseStock } from '../../../../domain/offers/offer.ts';
import { ownProperty } from '../../../../domain/own-property.ts';
import { field, present } from '../rows.ts';
import { attributesOf, countOf, quantityOf, tolerant, tolerantLadder } from '../tolerant.ts';

/**
 * The rows of element14's answers. What is sold by the reel or pack is priced, counted and stocked
 * by that: one unit of the row is `packSize` pieces, so all of its quantities are multiplied by it.
 */

const warehouse = z.object({ warehouse: tolerant.text, region: tolerant.text, inv: tolerant.count });

const stock = z.object({
  level: tolerant.count,
  leastLeadTime: tolerant.days,
  breakdown: tolerant.list(warehouse),
});

type Stock = z.infer<typeof stock>;

/** A row of `products`. */
export const productRow = z.object({
  sku: field.sku,
  translatedManufacturerPartNumber: tolerant.text,
  brandName: tolerant.text,
  vendorName: tolerant.text,
  displayName: tolerant.text,
  prices: tolerant.list(z.object({ from: tolerant.quantity, cost: tolerant.price })),
  inv: tolerant.count,
  stock: stock.nullish().catch(undefined),
  translatedMinimumOrderQuality: tolerant.quantity,
  packSize: tolerant.quantity,
  unitOfMeasure: tolerant.text,
  productStatus: tolerant.text,
  releaseStatusCode: tolerant.text,
  comingSoon: tolerant.flag,
  rohsStatusCode: tolerant.text,
  countryOfOrigin: tolerant.text,
  productURL: tolerant.text,
  datasheets: tolerant.list(z.object({ url: tolerant.text })),
  attributes: tolerant.list(
    z.object({ attributeLabel: tolerant.text, attributeValue: tolerant.text, attributeUnit: tolerant.text }),
  ),
});

type ProductRow = z.infer<typeof productRow>;

/** Pieces of so many units; undefined when an observation cannot carry them. */
const times = (quantity: number | undefined, pieces: number): number | undefined =>
  quantity === undefined ? undefined : quantityOf(quantity * pieces);

const ladderIn = (row: ProductRow, pieces: number, currency: string | undefined): ObservationDraft['price'] =>
  tolerantLadder({
    currency,
    priceBase: pieces === 1 ? undefined : pieces,
    breaks: row.prices.map(({ from, cost }) => ({ quantity: times(from, pieces), price: cost })),
  });

/** What is not of a single warehouse. */
const anywhere = 'element14';

/** The warehouses, each named once and counted. */
const namedWarehouses = ({
  breakdown,
}: Stock): readonly { readonly warehouseRef: string; readonly quantity: number }[] => {
  const named = breakdown.flatMap(({ warehouse: warehouseRef, inv: quantity }) =>
    warehouseRef === undefined || quantity === undefined ? [] : [{ warehouseRef, quantity }],
  );
  const names = new Set(named.map(({ warehouseRef }) => warehouseRef));
  return names.size === breakdown.length ? named : [];
};

/**
 * By warehouse where they add up to what can be sold; their shelves also hold what others have
 * reserved.
 */
const stockOf = (row: ProductRow, pieces: number): readonly WarehouseStock[] | undefined => {
  const level = row.stock?.level ?? row.inv;
  if (level === undefined) return undefined;
  const named = row.stock ? namedWarehouses(row.stock) : [];
  const isAllOfIt = named.length > 0 && named.reduce((sum, { quantity }) => sum + quantity, 0) === level;
  const warehouses = isAllOfIt ? named : [{ warehouseRef: anywhere, quantity: level }];
  return warehouses.map(({ warehouseRef, quantity }) => ({ warehouseRef, quantity: countOf(quantity * pieces) }));
};

/** Regions that are not called by a country. */
const countryByRegion: Readonly<Record<string, string>> = { Liege: 'BE' };

/**
 * The country that it ships from, where all that is in stock is in one region; what is in several
 * may come from any.
 */
const shipsFromOf = ({ stock: held }: ProductRow): string | undefined => {
  const regions = new Set(held?.breakdown.filter(({ inv = 0 }) => inv > 0).map(({ region = '' }) => region));
  const [region = ''] = regions;
  return regions.size === 1 ? readCountry(ownProperty(countryByRegion, region) ?? region) : undefined;
};

/**
 * Announced; delivered; at its end; no longer made. Other codes were seen and say nothing known.
 */
const lifecycleByRelease: Readonly<Record<string, LifecycleStatus>> = {
  1: 'new',
  2: 'active',
  4: 'active',
  6: 'deprecated',
  7: 'discontinued',
};

/**
 * That the shop no longer stocks a part says nothing of its maker; that it is no longer made does.
 */
const lifecycleOf = (row: ProductRow): LifecycleStatus | undefined => {
  if (row.productStatus === 'NO_LONGER_MANUFACTURED') return 'discontinued';
  return ownProperty(lifecycleByRelease, row.releaseStatusCode ?? '') ?? (row.comingSoon === true ? 'new' : undefined);
};

/** Some shops write a point after the number. */
const mpnOf = (text: string | undefined): string | undefined =>
  text?.endsWith('.') === true ? text.slice(0, -1).trimEnd() || text : text;

/** A characteristic that does not apply is written as a dash. */
const none = '-';

const attributeOf = ({ attributes }: ProductRow, ...labels: readonly string[]): string | undefined => {
  const value = attributes.find(({ attributeLabel = '' }) => labels.includes(attributeLabel))?.attributeValue;
  return value === none ? undefined : value;
};

const factsOf = (row: ProductRow) =>
  statedFacts({
    range_status: row.productStatus,
    datasheet_url: row.datasheets[0]?.url,
    rohs: row.rohsStatusCode,
    reach: attributeOf(row, 'SVHC'),
    eccn: attributeOf(row, 'usEccn', 'euEccn'),
    hts_code: attributeOf(row, 'tariffCode'),
    country_of_origin: row.countryOfOrigin,
    product_url: row.productURL,
    unit_of_sale: row.unitOfMeasure,
    ships_from: shipsFromOf(row),
  });

/** What a row says; prices are in the shop's currency and left out when that is not known. */
export const productDraft = (row: ProductRow, currency: string | undefined): ObservationDraft => {
  const pieces = row.packSize ?? 1;
  return {
    supplierSku: row.sku,
    ...present({
      price: ladderIn(row, pieces, currency),
      minimumOrderQuantity: times(row.translatedMinimumOrderQuality, pieces),
      // What is sold by the pack is sold in whole packs; nothing tells the multiple of the rest.
      orderMultiple: pieces === 1 ? undefined : pieces,
      packaging: row.unitOfMeasure,
      stock: stockOf(row, pieces),
      leadTimeDays: row.stock?.leastLeadTime,
    }),
    description: present({
      manufacturer: row.brandName ?? row.vendorName,
      mpn: mpnOf(row.translatedManufacturerPartNumber),
      text: row.displayName,
      lifecycle: lifecycleOf(row),
      attributes: attributesOf(
        row.attributes
          .filter(({ attributeValue }) => attributeValue !== none)
          .map(({ attributeLabel, attributeValue, attributeUnit }) => [
            attributeLabel,
            attributeValue === undefined ? undefined : [attributeValue, attributeUnit].filter(Boolean).join(' '),
          ]),
      ),
      facts: factsOf(row),
    }),
  };
};
