import type { WantedQuantity } from './market.ts';
import type { Needs } from './needs.ts';
import { quantitiesToBuy } from './units-of-sale.ts';

/**
 * The products to look for, with how many to buy of each, what is lost in assembly included, in
 * each unit that they may turn out to be sold in.
 */
export const wantsOf = (baskets: readonly Pick<Needs, 'needs'>[]): readonly WantedQuantity[] => {
  const wants = new Map<string, Set<number>>();
  for (const need of baskets.flatMap(({ needs }) => needs)) {
    const { productId, equals, substitutes, substitution } = need;
    const allowed = substitution.policy === 'never' ? [] : substitutes;
    const quantities = new Set(quantitiesToBuy(need));
    for (const id of [productId, ...equals, ...allowed]) wants.set(id, (wants.get(id) ?? new Set()).union(quantities));
  }
  return [...wants].map(([productId, pieces]) => ({ productId, pieces: [...pieces] }));
};
