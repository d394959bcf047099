import { type Amount, zero } from '../money.ts';
import type { PriceJump, PriceLadder, PriceStatement } from '../offers/offer.ts';
import { isSamePrice } from './same-statement.ts';

/**
 * Whether a price has moved so far from another that it is more likely a mistake of the supplier's,
 * or of the reading of its answer (a decimal comma, a changed currency, a price base that went
 * missing), than a new price.
 */

/** The factor beyond which a price has jumped, unless configured otherwise. */
export const usualJumpFactor = 5;

/**
 * How the second price jumps from the first; undefined when it does not. Both are compared for one
 * piece, at every quantity at which both have a price, and the largest ratio counts, up or down.
 * "Ask us" is no number, so nothing jumps from it or to it.
 */
export const priceJumpOf = (before: PriceStatement, after: PriceStatement, factor: number): PriceJump | undefined => {
  if (before.kind !== 'ladder' || after.kind !== 'ladder' || isSamePrice(before, after)) return undefined;
  if (before.ladder.currency !== after.ladder.currency) return 'currency';
  const quantities = commonQuantities(before.ladder, after.ladder);
  if (quantities.length === 0)
    return before.ladder.breaks.length === after.ladder.breaks.length ? undefined : 'nothing_in_common';
  const isFar = quantities.some((quantity) => isFarApart(quantity, before.ladder, after.ladder, factor));
  return isFar ? 'ratio' : undefined;
};

/**
 * Where the ratio of two ladders can change: from the greater of their first quantities on, every
 * break of either.
 */
const commonQuantities = (one: PriceLadder, other: PriceLadder): readonly number[] => {
  const [first, otherFirst] = [one.breaks[0], other.breaks[0]];
  if (first === undefined || otherFirst === undefined) return [];
  const from = Math.max(first.quantity, otherFirst.quantity);
  const breaks = [...one.breaks, ...other.breaks].map(({ quantity }) => quantity);
  return [...new Set(breaks.filter((quantity) => quantity >= from))];
};

const isFarApart = (quantity: number, one: PriceLadder, other: PriceLadder, factor: number): boolean => {
  const [price, otherPrice] = [priceAt(one, quantity), priceAt(other, quantity)];
  if (one.priceBase === other.priceBase) return isBeyond(price, otherPrice, factor);
  // Multiplied by the other's base instead of divided by its own, so that no digit is lost.
  return isBeyond(price.times(other.priceBase ?? 1), otherPrice.times(one.priceBase ?? 1), factor);
};

/** Whether the greater of two amounts is more than so many times the other. */
const isBeyond = (one: Amount, other: Amount, factor: number): boolean => {
  const [less, more] = one.lt(other) ? [one, other] : [other, one];
  return more.gt(less.times(factor));
};

/** The price at a quantity that the ladder reaches. */
const priceAt = ({ breaks }: PriceLadder, quantity: number): Amount =>
  breaks.findLast((each) => each.quantity <= quantity)?.price ?? zero;
