import { field, type ObservationDraft, present, tolerant, tolerantLadder } from '@offerstream/plugin-kit';
import { z } from 'zod';

/** A part as Harbour writes it. Only its number must be there. */
export const row = z.object({
  number: field.sku,
  mpn: tolerant.text,
  maker: tolerant.text,
  title: tolerant.text,
  minimum: tolerant.quantity,
  in_stock: tolerant.count,
  currency: tolerant.text,
  prices: tolerant.list(z.object({ from: tolerant.quantity, each: tolerant.price })),
});

/** What a part's row says; what it does not say stays out. */
export const draftOf = (part: z.infer<typeof row>): ObservationDraft => ({
  supplierSku: part.number,
  ...present({
    price: tolerantLadder({
      currency: part.currency,
      breaks: part.prices.map(({ from, each }) => ({ quantity: from, price: each })),
    }),
    minimumOrderQuantity: part.minimum,
    stock: part.in_stock === undefined ? undefined : [{ warehouseRef: 'harbour', quantity: part.in_stock }],
  }),
  description: present({ manufacturer: part.maker, mpn: part.mpn, text: part.title }),
});
