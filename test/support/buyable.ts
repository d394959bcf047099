import type { Client } from '../../clients/typescript/src/index.ts';
import type { Product } from '../../proto/gen/svc/public/v1/catalog.ts';

/**
 * Products that a search finds in stock and of which so many pieces can be bought: some sellers
 * tell prices on request alone, and some have less in stock than they sell at a time. Each comes
 * with an offer that is bought. Asks by an estimate, which is deleted afterwards.
 */
export const buyableProducts = async (
  client: Client,
  q: string,
  quantity: number,
): Promise<readonly (Product & { readonly offerId: string })[]> => {
  const { items } = await client.catalog.searchProducts({ q, inStock: true, limit: 10 });
  if (items.length === 0) return [];
  const lines = items.map(({ mpn, manufacturer }) => ({ mpn, manufacturer, quantity }));
  const { id: estimateId } = await client.estimates.buildEstimate({ lines });
  await Array.fromAsync(client.estimates.watchEstimate({ estimateId, untilReady: true }));
  const { lines: answered } = await client.estimates.getEstimate({ estimateId });
  await client.estimates.deleteEstimate({ estimateId });
  return items.flatMap((item, at) => {
    const [offer] = answered[at]?.chosen ?? [];
    return offer === undefined ? [] : [{ ...item, offerId: offer.offerId }];
  });
};
