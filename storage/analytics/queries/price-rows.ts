import type { OfferSource, PriceQuestion } from '../../../domain/analytics/queries.ts';
import { instantText } from '../encode-rows.ts';
import type { QueryParameters } from '../engine.ts';

/** The last step at or below the quantity, or the first where the quantity is below all of them. */
const priceAtQuantity = 'unit_prices[greatest(1, arrayCount(step -> step <= {quantity:UInt32}, quantities))]';

/**
 * Every observation of a price that a question is about, once: offer, credential, supplier, day,
 * currency, instant, id and price. Offers are named by themselves as well, because they lead the
 * sorting key.
 */
export const priceRows = `
  select offer_id, credential_id, supplier_id, toDate(observed_at, 'UTC') as day, currency, observed_at, message_id,
    ${priceAtQuantity} as price
  from observation final
  where offer_id in {offers:Array(String)}
    and concat(offer_id, ' ', credential_id) in {sources:Array(String)}
    and observed_at >= {from:DateTime64(3, 'UTC')} and observed_at < {to:DateTime64(3, 'UTC')}
    and notEmpty(unit_prices)`;

const nameOf = ({ offerId, credentialId }: OfferSource): string => `${offerId} ${credentialId}`;

/** The parameters of these rows. */
export const priceParameters = ({ sources, quantity, period }: PriceQuestion): QueryParameters => ({
  offers: [...new Set(sources.map(({ offerId }) => offerId))],
  sources: sources.map(nameOf),
  quantity,
  from: instantText(period.from),
  to: instantText(period.to),
});
