import type { DemoOffer } from '../assortment.ts';

/** The pieces that an offer has at all warehouses; null when one of them does not tell. */
export const knownStock = ({ stock }: DemoOffer): number | null =>
  stock.reduce<number | null>((sum, { quantity }) => (sum === null || quantity === null ? null : sum + quantity), 0);
