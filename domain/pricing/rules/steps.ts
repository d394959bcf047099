/**
 * The steps in which rules apply, in this order, after the supplier's price and its currency. A
 * rule for named customers has its own step before those for groups and for everybody.
 */
export const steps = [
  'price_list',
  'customer',
  'group',
  'margin_floor',
  'zone_surcharge',
  'duty',
  'tax',
  'rounding',
] as const;

/** A step in which rules apply. */
export type Step = (typeof steps)[number];
