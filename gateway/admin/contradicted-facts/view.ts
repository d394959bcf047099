import type { ContradictedProduct, ContradictedProducts } from '../../../domain/offers/contradicted-facts.ts';
import { type Cursors, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';

/** What operators ask of facts that contradict each other. */
export interface ContradictionCases {
  readonly listContradictedFacts: UseCase<PageRequest, Page<ContradictedProduct>>;
}

/** What it is made of. */
interface Dependencies {
  readonly contradictions: ContradictedProducts;
  readonly cursors: Cursors;
}

/** Shows the products of which sources contradict each other. */
export const viewContradictions = ({ contradictions, cursors }: Dependencies): ContradictionCases => ({
  listContradictedFacts: (request, { signal }) =>
    pageOf(request, {
      cursors,
      query: ['contradicted-facts'],
      markOf: ({ since, productId }) => ({ rank: since.getTime(), id: productId }),
      read: (after, limit) =>
        contradictions.list(after && { since: new Date(after.rank), productId: after.id }, limit, { signal }),
    }),
});
