import { z } from '@hono/zod-openapi';
import { amountText } from '../../../domain/money.ts';
import type { HeldPrice } from '../../../domain/offers/held-prices.ts';
import { type PriceStatement, priceJumps } from '../../../domain/offers/offer.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import { instant } from '../../http/schemas/common.ts';
import { adminOperationsOf, pageJson, pageSchema } from '../request/operation.ts';
import type { HeldPriceCases } from './view.ts';

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
export const heldPricesSchema = pageSchema(
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
  'HeldPrices',
);

const priceJson = (price: PriceStatement): object =>
  price.kind === 'on_request'
    ? { on_request: true, breaks: [] }
    : {
        on_request: false,
        currency: price.ladder.currency,
        price_base: price.ladder.priceBase,
        breaks: price.ladder.breaks.map((each) => ({ quantity: each.quantity, price: amountText(each.price) })),
      };

const heldPricesJson = pageJson((each: HeldPrice) => ({
  offer_id: each.offerId,
  supplier_id: each.supplierId,
  supplier_sku: each.supplierSku,
  manufacturer: each.manufacturer,
  mpn: each.mpn,
  product_id: each.productId,
  credential_id: each.credentialId,
  credential_label: each.credentialLabel,
  since: each.since.toISOString(),
  jump: each.jump,
  held: priceJson(each.held),
  counting: priceJson(each.counting),
  counting_seen_at: each.countingSeenAt.toISOString(),
}));

const { operation } = adminOperationsOf<HeldPriceCases>('Connectors');

/** What operators ask of prices that are held back. */
export const heldPriceOperations = [
  operation(({ listHeldPrices }) => listHeldPrices, {
    name: 'ListHeldPrices',
    scope: 'admin:read',
    at: 'GET /v1/admin/held-prices',
    summary: 'Prices that do not count, as they jump from the one before, latest first',
    query: pageQuery,
    answer: heldPricesSchema,
    answered: 'One page of them, each with the price that counts meanwhile. The next run over an offer settles it.',
    decode: ({ query }) => query,
    encode: heldPricesJson,
  }),
];
