import type { ProductDemand } from '../../../domain/catalog/ports.ts';
import { checkId, throwIfAny } from '../../request/check.ts';
import type { UseCase } from '../../request/request-context.ts';

/** Whether a product is marked as always wanted. */
export interface ProductMark {
  readonly productId: string;
  readonly isMarked: boolean;
}

/** What operators do to marks of products. */
export interface MarkCases {
  readonly markProduct: UseCase<ProductMark, ProductMark>;
}

/** What it is made of. */
interface Dependencies {
  readonly demand: Pick<ProductDemand, 'mark'>;
}

/**
 * Marks a product as always wanted, or takes the mark away; the queues of look-ups follow within a
 * minute.
 */
export const markProducts = ({ demand }: Dependencies): MarkCases => ({
  markProduct: async ({ productId, isMarked }, { now, act }) => {
    throwIfAny(checkId('id', productId));
    await demand.mark(productId, isMarked, now(), act);
    return { productId, isMarked };
  },
});
