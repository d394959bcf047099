import type { QuotedPrice } from '../../domain/analytics/quoted-price.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import type { Freshness_Status, ObservationSource_Type } from '../../proto/gen/svc/public/v1/common.ts';
import type { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';

/** What of a question is noted with its answer. */
export interface PriceQuoteContext {
  readonly customerId: string;
  /** The product of the offer; undefined: none. */
  readonly productId: string | undefined;
  readonly answeredAt: Date;
  readonly askedDate: Date | undefined;
}

const scopeOf: Readonly<Record<ObservationSource_Type, CredentialScope | undefined>> = {
  TYPE_UNSPECIFIED: undefined,
  CUSTOMER_CREDENTIAL: 'customer',
  GROUP_SHARED: 'group',
  SYSTEM_CREDENTIAL: 'system',
};

const freshnessOf: Readonly<Record<Freshness_Status, QuotedPrice['freshness']>> = {
  STATUS_UNSPECIFIED: 'EMPTY',
  FRESH: 'FRESH',
  STALE: 'STALE',
  INCOMPLETE: 'INCOMPLETE',
  EMPTY: 'EMPTY',
};

type GivenReason = Extract<QuotedPrice, { mode: 'unknown' }>['reason'];

/**
 * An answer as it is noted: what the customer was told, after everything that is hidden from it.
 */
export const toQuotedPrice = (response: PricingResponse, asked: PriceQuoteContext): QuotedPrice => {
  const { customerId, productId, answeredAt, askedDate } = asked;
  const { offerId, requestedQuantity: quantity } = response;
  const source = scopeOf[response.observationSource?.type ?? 'TYPE_UNSPECIFIED'];
  const freshness = freshnessOf[response.freshness?.status ?? 'STATUS_UNSPECIFIED'];
  const told = { customerId, offerId, productId, quantity, source, freshness, answeredAt, askedDate };
  switch (response.pricingMode) {
    case 'fixed':
      return { ...told, mode: 'fixed', unitPrice: response.unitPriceDecimal, currency: response.currency };
    case 'on_request':
      return { ...told, mode: 'on_request' };
    default:
      return { ...told, mode: 'unknown', reason: response.unknownReason as GivenReason };
  }
};
