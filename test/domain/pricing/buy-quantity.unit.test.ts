import { expect, it } from 'vitest';
import { type BuyConstraints, buyQuantity } from '../../../domain/pricing/buy-quantity.ts';

const from = (firstBreakQuantity: number, minimumOrderQuantity?: number, orderMultiple?: number): BuyConstraints => ({
  firstBreakQuantity,
  minimumOrderQuantity,
  orderMultiple,
});

it.each<[wanted: number, constraints: BuyConstraints, pieces: number, raisedBy: readonly string[]]>([
  [7, from(1), 7, []],
  [7, from(1, 7, 7), 7, []],
  [7, from(7), 7, []],
  [7, from(8), 8, ['first_price_break']],
  [7, from(1, 8), 8, ['minimum_order_quantity']],
  [7, from(8, 8), 8, ['minimum_order_quantity']],
  [7, from(1, undefined, 5), 10, ['order_multiple']],
  [7, from(12, 10, 5), 15, ['minimum_order_quantity', 'first_price_break', 'order_multiple']],
  // A supplier that says nought says nothing.
  [7, from(1, 0, 0), 7, []],
  [7, from(1, 1, 1), 7, []],
])('%i wanted of an offer with %j are %i, raised by %j', (wanted, constraints, pieces, raisedBy) => {
  expect(buyQuantity(wanted, constraints)).toEqual({ pieces, raisedBy });
});
