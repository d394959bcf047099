import type { SearchMark } from '../../../domain/catalog/ports.ts';
import type { HeldPrice, HeldPriceMark, HeldPrices } from '../../../domain/offers/held-prices.ts';
import { type Cursors, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { UseCase } from '../../request/request-context.ts';

/** What operators ask of prices that are held back. */
export interface HeldPriceCases {
  readonly listHeldPrices: UseCase<PageRequest, Page<HeldPrice>>;
}

/** What it is made of. */
interface Dependencies {
  readonly heldPrices: HeldPrices;
  readonly cursors: Cursors;
}

/** An id has no blank in it. */
const markOf = ({ since, offerId, credentialId }: HeldPriceMark): SearchMark => ({
  rank: since.getTime(),
  id: `${offerId} ${credentialId}`,
});

const heldSince = ({ rank, id }: SearchMark): HeldPriceMark => {
  const [offerId = '', credentialId = ''] = id.split(' ');
  return { since: new Date(rank), offerId, credentialId };
};

/** Shows the prices that are held back. */
export const viewHeldPrices = ({ heldPrices, cursors }: Dependencies): HeldPriceCases => ({
  listHeldPrices: (request, { signal }) =>
    pageOf(request, {
      cursors,
      query: ['held-prices'],
      markOf,
      read: (after, limit) => heldPrices.list(after && heldSince(after), limit, { signal }),
    }),
});
