import { amountText } from '../../../domain/money.ts';
import type { HeldPrice } from '../../../domain/offers/held-prices.ts';
import type { PriceStatement } from '../../../domain/offers/offer.ts';
import { pageQuery } from '../../http/operations/parameters.ts';
import type { Page } from '../../request/paging.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { heldPricesSchema } from './schema.ts';
import type { HeldPriceCases } from './view.ts';

const priceJson = (price: PriceStatement): object =>
  price.kind === 'on_request'
    ? { on_request: true, breaks: [] }
    : {
        on_request: false,
        currency: price.ladder.currency,
        price_base: price.ladder.priceBase,
        breaks: price.ladder.breaks.map((each) => ({ quantity: each.quantity, price: amountText(each.price) })),
      };

const heldPricesJson = ({ items, nextCursor }: Page<HeldPrice>): object => ({
  items: items.map((each) => ({
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
  })),
  next_cursor: nextCursor,
});

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
