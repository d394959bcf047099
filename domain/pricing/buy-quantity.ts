/**
 * How many pieces must be bought to get the pieces wanted: at least the minimum order quantity, at
 * least the first price break (below it the supplier quotes no price), rounded up to the order
 * multiple. What the supplier did not state is unknown and constrains nothing.
 */
export interface BuyConstraints {
  readonly minimumOrderQuantity: number | undefined;
  readonly orderMultiple: number | undefined;
  /** The quantity of the smallest price break. */
  readonly firstBreakQuantity: number;
}

/** Why more is bought than was wanted; each names the constraint that raised the quantity. */
export type RoundUpReason = 'minimum_order_quantity' | 'first_price_break' | 'order_multiple';

/** The pieces to buy, and every constraint that raised the number, in the order applied. */
export interface BuyQuantity {
  readonly pieces: number;
  readonly raisedBy: readonly RoundUpReason[];
}

/**
 * The largest quantity in pieces that the contract's whole numbers can hold; larger ones are
 * neither accepted nor returned.
 */
export const maxPieces = 2_147_483_647;

/**
 * The least quantity of at least `wanted` pieces (a positive integer) that the supplier would sell.
 */
export const buyQuantity = (wanted: number, constraints: BuyConstraints): BuyQuantity => {
  const raisedBy: RoundUpReason[] = [];
  let pieces = wanted;
  const raise = (to: number, reason: RoundUpReason): void => {
    if (to <= pieces) return;
    pieces = to;
    raisedBy.push(reason);
  };
  raise(constraints.minimumOrderQuantity ?? 0, 'minimum_order_quantity');
  raise(constraints.firstBreakQuantity, 'first_price_break');
  const multiple = constraints.orderMultiple;
  if (multiple !== undefined && multiple > 0) raise(Math.ceil(pieces / multiple) * multiple, 'order_multiple');
  return { pieces, raisedBy };
};
