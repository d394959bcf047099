import { invalidArgument } from '../../../domain/errors.ts';
import type { EstimateMark, Estimates } from '../../../domain/estimate/ports.ts';
import type { Cursors } from '../../cursor.ts';
import { toEstimateSummary } from '../../mapping/estimate.ts';
import { checkWithin, refuseIfAny } from '../check.ts';
import { defaultPageSize, maxPageSize } from '../search-products.ts';
import type { EstimateUseCases } from './use-cases.ts';

const markOf = (token: string, query: readonly string[], cursors: Cursors): EstimateMark | undefined => {
  if (token === '') return undefined;
  const reading = cursors.read(token, query);
  if (reading.kind === 'mark') return { createdAt: new Date(reading.mark.rank), id: reading.mark.id };
  const description = 'is not a cursor of this list: send it exactly as it was received';
  throw invalidArgument({ field: 'cursor.token', description });
};

/** Lists the caller's estimates, newest first. */
export const listEstimates =
  (estimates: Pick<Estimates, 'page'>, cursors: Cursors): EstimateUseCases['listEstimates'] =>
  async (request, { caller: { customerId }, signal }) => {
    refuseIfAny(checkWithin('limit', request.limit, 0, maxPageSize));
    const limit = request.limit || defaultPageSize;
    const query = ['estimates', customerId];
    const mark = markOf(request.cursor?.token ?? '', query, cursors);
    const found = await estimates.page(customerId, mark, limit + 1, { signal });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map(toEstimateSummary),
      nextCursor: last && { token: cursors.issue({ rank: last.createdAt.getTime(), id: last.id }, query) },
    };
  };
