import type { MaskedField } from '../../domain/visibility/policy.ts';
import { ObservationSource } from '../../proto/gen/svc/public/v1/common.ts';
import type { Offer } from '../../proto/gen/svc/public/v1/offers.ts';
import { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';

/** Answers with the fields emptied that the caller is not to see. */

type Masked = ReadonlySet<MaskedField>;

const noSource = ObservationSource.fromPartial({});

/**
 * What each field is when it is empty. A trace names the supplier in several places, so it goes as
 * a whole.
 */
const emptyOffer: Readonly<Partial<Record<MaskedField, Partial<Offer>>>> = {
  supplier_id: { supplierId: '', shipsFrom: '' },
  supplier_sku: { supplierSku: '' },
  supplier_manufacturer: { supplierManufacturer: '' },
  supplier_mpn: { supplierMpn: '' },
  supply_chain_trace: { supplyChainTrace: undefined },
  observation_source: { observationSource: noSource },
  stock: { stock: [] },
  lead_time_days: { leadTimeDays: undefined },
  minimum_order_quantity: { minimumOrderQuantity: undefined },
  order_multiple: { orderMultiple: undefined },
  packaging: { packaging: '' },
  match_confidence: { matchConfidence: '' },
  match_rule: { matchRule: '' },
};

const noAmounts: Partial<Offer> = { priceBreaks: [], priceBase: undefined };

/**
 * An offer without what its own masks and those of its price empty. A masked supplier is not named
 * by the trace either.
 */
export const maskOffer = (offer: Offer, masked: Masked, maskedPrice: Masked): Offer => {
  if (masked.size === 0 && maskedPrice.size === 0) return offer;
  const emptied = [...masked].map((field) => emptyOffer[field]);
  if (masked.has('supplier_id')) emptied.push(emptyOffer.supply_chain_trace);
  if (maskedPrice.has('amounts')) emptied.push(noAmounts);
  if (maskedPrice.has('observation_source')) emptied.push(emptyOffer.observation_source);
  return Object.assign({ ...offer }, ...emptied);
};

/** A price of which nothing may be told but that it is not to be seen. */
const withoutAmounts = ({
  observationSource,
  freshness,
  decisionTrail,
  requestedQuantity,
  offerId,
}: PricingResponse) => ({
  ...PricingResponse.fromPartial({ pricingMode: 'unknown', unknownReason: 'not_visible', requestedQuantity, offerId }),
  observationSource,
  freshness,
  decisionTrail,
});

/**
 * A price without what its masks empty. Without amounts it is `unknown` because of `not_visible`;
 * it is made up from the few fields that tell of no amount, so that a field that is added to the
 * contract is not told by mistake.
 */
export const maskPrice = (price: PricingResponse, maskedPrice: Masked, masked: Masked): PricingResponse => {
  if (maskedPrice.size === 0 && masked.size === 0) return price;
  const seen = maskedPrice.has('amounts') ? withoutAmounts(price) : { ...price };
  if (maskedPrice.has('breakdown')) seen.breakdown = [];
  if (maskedPrice.has('observation_source') || masked.has('observation_source')) {
    seen.observationSource = noSource;
    seen.decisionTrail = [];
  }
  return seen;
};

/**
 * A price with only hidden sources: it looks like one that was never observed, but for the reason.
 */
export const hiddenPrice = (price: PricingResponse): PricingResponse => ({
  ...withoutAmounts(price),
  observationSource: ObservationSource.fromPartial({ fallbackReason: 'not_visible' }),
});
