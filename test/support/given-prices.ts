import type { QuotedPrice } from '../../domain/analytics/quoted-price.ts';
import { noon } from './offers.ts';

/** A price that was given to `cus_acme` at noon: 0.25 EUR for a piece of `ofr_1`. */
export const givenPrice = (given: Partial<Extract<QuotedPrice, { mode: 'fixed' }>> = {}): QuotedPrice => ({
  customerId: 'cus_acme',
  offerId: 'ofr_1',
  productId: 'prd_1',
  quantity: 10,
  source: 'system',
  freshness: 'FRESH',
  answeredAt: noon,
  askedDate: undefined,
  mode: 'fixed',
  unitPrice: '0.25',
  currency: 'EUR',
  ...given,
});

/** An answer without a price, otherwise the same. */
export const unknownPrice = (
  reason: Extract<QuotedPrice, { mode: 'unknown' }>['reason'] = 'no_observation',
): QuotedPrice => {
  const { customerId, offerId, productId, quantity, answeredAt } = givenPrice();
  const asked = { customerId, offerId, productId, quantity, answeredAt, askedDate: undefined };
  return { ...asked, source: undefined, freshness: 'EMPTY', mode: 'unknown', reason };
};
