import type { Amount } from '../money.ts';
import { unitPriceOf } from './observation-row.ts';
import type { OfferSource, PriceDay } from './queries.ts';

/** A price that a supplier named on a day, and how often it was observed. */
export interface NamedPrice extends OfferSource {
  /** In UTC, written `2026-03-01`. */
  readonly day: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly price: Amount;
  /** Pieces that the price is for; undefined: one. */
  readonly priceBase: number | undefined;
  readonly observations: number;
  readonly lastObservedAt: Date;
  /** The id of that observation. Of two at one instant the one with the greater id is the last. */
  readonly lastObservationId: string;
}

const keyOf = ({ day, offerId, credentialId, currency }: NamedPrice): string =>
  [day, offerId, credentialId, currency].join(' ');

const isLater = (one: NamedPrice, than: NamedPrice): boolean => {
  const between = one.lastObservedAt.getTime() - than.lastObservedAt.getTime();
  return between === 0 ? one.lastObservationId > than.lastObservationId : between > 0;
};

const dayOf = (first: NamedPrice, prices: readonly NamedPrice[]): PriceDay => {
  const byPrice = prices
    .map(({ price, priceBase }): Amount => unitPriceOf(price, priceBase))
    .toSorted((one, other) => one.comparedTo(other));
  const last = prices.reduce((latest, each) => (isLater(each, latest) ? each : latest));
  const lastPrice = unitPriceOf(last.price, last.priceBase);
  return {
    offerId: first.offerId,
    credentialId: first.credentialId,
    day: first.day,
    currency: first.currency,
    lowest: byPrice.at(0) ?? lastPrice,
    highest: byPrice.at(-1) ?? lastPrice,
    last: lastPrice,
    lastObservedAt: last.lastObservedAt,
    observations: prices.reduce((sum, { observations }) => sum + observations, 0),
  };
};

/**
 * What offers cost on each day, of the prices that were named on it. Days come in the order in
 * which the first price of each comes.
 */
export const priceDays = (named: readonly NamedPrice[]): readonly PriceDay[] =>
  [...Map.groupBy(named, keyOf).values()].flatMap((prices) => {
    const [first] = prices;
    return first === undefined ? [] : [dayOf(first, prices)];
  });
