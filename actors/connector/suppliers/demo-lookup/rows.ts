import { z } from 'zod';
import { isLifecycleStatus } from '../../../../domain/catalog/catalog.ts';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import type { PriceStatement } from '../../../../domain/offers/offer.ts';
import { field, ladderOf, present } from '../rows.ts';

/** The rows of the demo lookup supplier: their form, and the observation that each is. */

const daysPerWeek = 7;

/** A row of `/parts`. */
export const partRow = z.object({
  sku: field.sku,
  brand: field.text,
  part_number: field.text,
  title: field.text,
  status: field.text,
  successor: field.text,
  link: field.text,
  customs_code: field.text,
  made_in: field.text,
  dispatched_from: field.text,
  packaging: field.text,
  min_order: field.quantity,
  order_multiple: field.quantity,
  currency: field.currency,
  prices: z.union([z.literal('on request'), z.array(z.object({ qty: z.int().min(1), price: field.price }))]).optional(),
  availability: z.array(z.object({ location: z.string().min(1), pieces: field.count })).optional(),
  lead_time_weeks: field.count,
});

type PartRow = z.infer<typeof partRow>;

const priceOf = ({ prices, currency }: PartRow): PriceStatement | undefined => {
  if (prices === undefined) return undefined;
  if (prices === 'on request') return { kind: 'on_request' };
  const breaks = prices.map(({ qty, price }) => ({ quantity: qty, price }));
  return ladderOf({ currency, priceBase: undefined, breaks });
};

/** What a row says. */
export const partDraft = (row: PartRow): ObservationDraft => ({
  supplierSku: row.sku,
  ...present({
    price: priceOf(row),
    minimumOrderQuantity: row.min_order,
    orderMultiple: row.order_multiple,
    packaging: row.packaging,
    stock: row.availability?.map(({ location, pieces }) => ({ warehouseRef: location, quantity: pieces })),
    leadTimeDays: row.lead_time_weeks === undefined ? undefined : row.lead_time_weeks * daysPerWeek,
  }),
  description: present({
    manufacturer: row.brand,
    mpn: row.part_number,
    text: row.title,
    lifecycle: row.status !== undefined && isLifecycleStatus(row.status) ? row.status : undefined,
    replacedByMpn: row.successor,
    facts: statedFacts({
      product_url: row.link,
      hts_code: row.customs_code,
      country_of_origin: row.made_in,
      ships_from: row.dispatched_from,
    }),
  }),
});
