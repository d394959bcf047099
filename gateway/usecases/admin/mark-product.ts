import { notFound } from '../../../domain/errors.ts';
import { checkId, refuseIfAny } from '../check.ts';
import type { AdminDependencies } from './dependencies.ts';
import type { AdminUseCases } from './use-cases.ts';

/** Marks a product as always wanted, or takes the mark away; the queues of look-ups follow within a minute. */
export const markProduct =
  ({ demand }: Pick<AdminDependencies, 'demand'>): AdminUseCases['markProduct'] =>
  async ({ productId, isMarked }, { now }) => {
    refuseIfAny(checkId('id', productId));
    if (!(await demand.mark(productId, isMarked, now()))) throw notFound('product', productId);
    return { productId, isMarked };
  };
