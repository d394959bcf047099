import { z } from '@hono/zod-openapi';
import { priceJumps } from '../../../domain/offers/offer.ts';
import { instant } from '../../http/schemas/common.ts';

const price = z
  .object({
    on_request: z.boolean().openapi({ description: 'true: the supplier wants to be asked, and says no price.' }),
    currency: z.string().optional().openapi({ example: 'EUR' }),
    price_base: z.number().int().optional().openapi({ description: 'Pieces that a price is for; absent: one.' }),
    breaks: z
      .array(z.object({ quantity: z.number().int(), price: z.string().openapi({ example: '0.0082' }) }))
      .openapi({ description: 'Prices from a quantity on.' }),
  })
  .openapi('SeenPrice');

/** A page of prices that are held back. */
export const heldPricesSchema = z
  .object({
    items: z.array(
      z.object({
        offer_id: z.string().openapi({ example: 'ofr_9q2m4x8v1c5n6b0w7d3k' }),
        supplier_id: z.string(),
        supplier_sku: z.string(),
        manufacturer: z.string().optional(),
        mpn: z.string().optional(),
        product_id: z.string().optional().openapi({ description: 'Absent where the offer has no product.' }),
        credential_id: z.string(),
        credential_label: z.string(),
        since: instant('When the first price was observed that is held back.'),
        jump: z.enum(priceJumps).openapi({ description: 'In what it differs from the price that counts.' }),
        held: price.openapi({ description: 'The latest price, which does not count.' }),
        counting: price.openapi({ description: 'The price that counts meanwhile.' }),
        counting_seen_at: instant('When the price that counts was observed.'),
      }),
    ),
    next_cursor: z.string().optional().openapi({ description: 'Absent on the last page.' }),
  })
  .openapi('HeldPrices');
