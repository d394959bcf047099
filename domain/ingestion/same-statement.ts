import type { Amount } from '../money.ts';
import type { PriceStatement, WarehouseStock } from '../offers/offer.ts';

/**
 * Whether two statements say the same, however they were built. Nearly every observation says what
 * was known before, so that each is found to be the same without anything being made of it.
 */

const isSameAmount = (one: Amount | undefined, other: Amount | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.eq(other);

/** The same ladder, or none in the same way. */
export const isSamePrice = (one: PriceStatement | undefined, other: PriceStatement | undefined): boolean => {
  if (one?.kind !== 'ladder' || other?.kind !== 'ladder') return one?.kind === other?.kind;
  const [first, second] = [one.ladder, other.ladder];
  return (
    first.currency === second.currency &&
    first.priceBase === second.priceBase &&
    isSameAmount(first.orderFee, second.orderFee) &&
    (first.orderFee === undefined || first.orderFeePieces === second.orderFeePieces) &&
    first.breaks.length === second.breaks.length &&
    first.breaks.every((each, at) => {
      const opposite = second.breaks[at];
      return opposite !== undefined && each.quantity === opposite.quantity && each.price.eq(opposite.price);
    })
  );
};

const inOrder = (stock: readonly WarehouseStock[]): string =>
  JSON.stringify(stock.map((each) => [each.warehouseRef, each.quantity]).sort());

/** The same of each warehouse, in whatever order they come. */
export const isSameStock = (
  one: readonly WarehouseStock[] | undefined,
  other: readonly WarehouseStock[] | undefined,
): boolean => {
  if (one === undefined || other === undefined) return one === other;
  if (one.length !== other.length) return false;
  const isAlike = ({ warehouseRef, quantity }: WarehouseStock, at: number): boolean =>
    warehouseRef === other[at]?.warehouseRef && quantity === other[at].quantity;
  return one.every(isAlike) || inOrder(one) === inOrder(other);
};

type TextMap = Readonly<Record<string, string>>;

/** The same names with the same values, in whatever order. */
export const isSameMap = (one: TextMap | undefined, other: TextMap | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
};
