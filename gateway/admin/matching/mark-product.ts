import { checkId, throwIfAny } from '../../request/check.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases } from '../use-cases.ts';

/**
 * Marks a product as always wanted, or takes the mark away; the queues of look-ups follow within a
 * minute.
 */
export const markProduct =
  ({ demand }: Pick<AdminDependencies, 'demand'>): AdminUseCases['markProduct'] =>
  async ({ productId, isMarked }, { now, act }) => {
    throwIfAny(checkId('id', productId));
    await demand.mark(productId, isMarked, now(), act);
    return { productId, isMarked };
  };
