import { z } from 'zod';
import { isLifecycleStatus } from '../../../../domain/catalog/catalog.ts';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import type { PriceStatement } from '../../../../domain/offers/offer.ts';
import { field, ladderOf, present } from '../rows.ts';

/** The rows of the demo bulk supplier: their form, and the observation that each is. */

const priceFields = z.object({
  sku: field.sku,
  minimum: field.quantity,
  multiple: field.quantity,
  on_request: z.boolean().optional(),
  currency: field.currency.optional(),
  price_base: field.quantity,
  breaks: z.array(z.object({ from: z.int().min(1), price: field.price })).default([]),
});

const priceOf = (row: z.infer<typeof priceFields>): PriceStatement | undefined => {
  if (row.on_request === true) return { kind: 'on_request' };
  if (row.currency === undefined) return undefined;
  const breaks = row.breaks.map(({ from, price }) => ({ quantity: from, price }));
  return ladderOf({ currency: row.currency, priceBase: row.price_base, breaks });
};

const stockFields = z.object({
  sku: field.sku,
  lead_time_days: field.count,
  warehouses: z.array(z.object({ warehouse: z.string().min(1), quantity: field.count })),
});

const quantitiesOf = (row: Pick<z.infer<typeof priceFields>, 'minimum' | 'multiple'>) =>
  present({ minimumOrderQuantity: row.minimum, orderMultiple: row.multiple });

type StockFields = z.infer<typeof stockFields>;

const stockOf = (warehouses: StockFields['warehouses']) =>
  warehouses.map(({ warehouse, quantity }) => ({ warehouseRef: warehouse, quantity }));

/** A row of `/catalogue`: what the part is, and its price and stock at that moment. */
export const catalogueRow = priceFields.extend({
  manufacturer: field.text,
  mpn: field.text,
  description: field.text,
  lifecycle: field.text,
  replaced_by: field.text,
  page_url: field.text,
  hts: field.text,
  origin: field.text,
  ships_from: field.text,
  packaging: field.text,
  attributes: z.record(z.string(), z.string()).optional(),
  lead_time_days: field.count,
  warehouses: stockFields.shape.warehouses.optional(),
});

/** What a catalogue row says. */
export const catalogueDraft = (row: z.infer<typeof catalogueRow>): ObservationDraft => ({
  supplierSku: row.sku,
  ...quantitiesOf(row),
  ...present({
    price: priceOf(row),
    packaging: row.packaging,
    stock: row.warehouses === undefined ? undefined : stockOf(row.warehouses),
    leadTimeDays: row.lead_time_days,
  }),
  description: present({
    manufacturer: row.manufacturer,
    mpn: row.mpn,
    text: row.description,
    lifecycle: row.lifecycle !== undefined && isLifecycleStatus(row.lifecycle) ? row.lifecycle : undefined,
    replacedByMpn: row.replaced_by,
    attributes: row.attributes,
    facts: statedFacts({
      product_url: row.page_url,
      hts_code: row.hts,
      country_of_origin: row.origin,
      ships_from: row.ships_from,
    }),
  }),
});

/** A row of `/prices`, read as what it says; one without a readable price says nothing. */
export const priceRow = priceFields.transform((row, context): ObservationDraft => {
  const price = priceOf(row);
  if (price === undefined) {
    context.addIssue({ code: 'custom', message: 'no price' });
    return z.NEVER;
  }
  return { supplierSku: row.sku, price, ...quantitiesOf(row) };
});

/** A row of `/stocks`. */
export const stockRow = stockFields;

/** What a stock row says. */
export const stockDraft = (row: StockFields): ObservationDraft => ({
  supplierSku: row.sku,
  stock: stockOf(row.warehouses),
  ...present({ leadTimeDays: row.lead_time_days }),
});
