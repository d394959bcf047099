import type { Estimates } from '../../domain/estimate/ports.ts';
import type { Cursors } from '../request/cursor.ts';
import { creationOf, markOfCreation, pageOf } from '../request/paging.ts';
import { toEstimateSummary } from './estimate.ts';
import type { EstimateUseCases } from './use-cases.ts';

/** Lists the caller's estimates, newest first. */
export const listEstimates =
  (estimates: Pick<Estimates, 'page'>, cursors: Cursors): EstimateUseCases['listEstimates'] =>
  async ({ limit, cursor }, { caller: { customerId }, signal }) => {
    const { items, nextCursor } = await pageOf(
      { limit, cursor: cursor?.token ?? '' },
      {
        cursors,
        query: ['estimates', customerId],
        cursorField: 'cursor.token',
        markOf: markOfCreation,
        read: (after, most) => estimates.page(customerId, after && creationOf(after), most, { signal }),
      },
    );
    return {
      items: items.map(toEstimateSummary),
      nextCursor: nextCursor === undefined ? undefined : { token: nextCursor },
    };
  };
