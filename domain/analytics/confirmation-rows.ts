import type { Confirmation } from '../ingestion/confirmation.ts';
import type { OfferNewestRow } from './rows.ts';

/** When each of the offers that were seen again was seen, and with what. */
export const confirmationRows = ({ supplierId, seenAt, confirmed }: Confirmation): readonly OfferNewestRow[] =>
  confirmed.flatMap(({ offerIds, price, stock }) =>
    offerIds.map((offerId) => ({
      supplierId,
      offerId,
      seenAt,
      pricedAt: price ? seenAt : undefined,
      stockedAt: stock ? seenAt : undefined,
    })),
  );
