import {
  freshnessStatuses,
  pricingModes,
  type QuotedPrice,
  unknownReasons,
} from '../../domain/analytics/quoted-price.ts';
import { amountText, isCurrencyCode, parseAmount } from '../../domain/money.ts';
import { credentialScopes } from '../../domain/offers/offer.ts';
import {
  enumValue,
  type Fields,
  instant,
  integer,
  maxInt32,
  objects,
  optionalEnumValue,
  optionalText,
  parsed,
  text,
} from './fields.ts';

/** Prices given as `svc.events.v1.PricesGiven`. */

/**
 * Instants as texts. Answers of one millisecond are neighbours, and the text of an instant takes as
 * long as all else of an answer.
 */
const instantTexts = (): ((instant: Date) => string) => {
  let knownMs = Number.NaN;
  let known = '';
  return (instant) => {
    if (instant.getTime() !== knownMs) {
      knownMs = instant.getTime();
      known = instant.toISOString();
    }
    return known;
  };
};

/**
 * The public form of prices given, as JSON. It is written without the generated message between,
 * because a gateway does this for every answer; a test reads it through that message.
 */
export const quotedPricesToJson = (prices: readonly QuotedPrice[]): unknown => {
  const textOf = instantTexts();
  return {
    prices: prices.map((price) => ({
      customer_id: price.customerId,
      offer_id: price.offerId,
      product_id: price.productId,
      quantity: price.quantity,
      pricing_mode: price.mode,
      unknown_reason: price.mode === 'unknown' ? price.reason : undefined,
      unit_price: price.mode === 'fixed' ? price.unitPrice : undefined,
      currency: price.mode === 'fixed' ? price.currency : undefined,
      source: price.source,
      freshness: price.freshness,
      answered_at: textOf(price.answeredAt),
      asked_date: price.askedDate?.toISOString(),
    })),
  };
};

const readPrice = (fields: Fields): QuotedPrice => {
  const told = {
    customerId: text(fields, 'customer_id'),
    offerId: text(fields, 'offer_id'),
    productId: optionalText(fields, 'product_id'),
    quantity: integer(fields, 'quantity', { min: 1, max: maxInt32 }),
    source: optionalEnumValue(fields, 'source', credentialScopes),
    freshness: enumValue(fields, 'freshness', freshnessStatuses),
    answeredAt: instant(fields, 'answered_at'),
    askedDate: optionalText(fields, 'asked_date') === undefined ? undefined : instant(fields, 'asked_date'),
  };
  const mode = enumValue(fields, 'pricing_mode', pricingModes);
  switch (mode) {
    case 'fixed':
      return {
        ...told,
        mode,
        unitPrice: amountText(parsed(fields, 'unit_price', parseAmount, 'a decimal amount')),
        currency: parsed(fields, 'currency', (code) => (isCurrencyCode(code) ? code : undefined), 'an ISO 4217 code'),
      };
    case 'on_request':
      return { ...told, mode };
    case 'unknown':
      return { ...told, mode, reason: enumValue(fields, 'unknown_reason', unknownReasons) };
  }
};

/**
 * Reads prices given, in their order; throws `invalid_argument` that names the field when anything
 * is not as the contract says.
 */
export const readQuotedPrices = (fields: Fields): readonly QuotedPrice[] => objects(fields, 'prices').map(readPrice);
