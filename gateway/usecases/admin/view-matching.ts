import { invalidArgument } from '../../../domain/errors.ts';
import type { OrphanMark } from '../../../domain/ports.ts';
import type { Cursors } from '../../cursor.ts';
import { checkWithin, refuseIfAny } from '../check.ts';
import { defaultPageSize, maxPageSize } from '../search-products.ts';
import type { AdminDependencies } from './dependencies.ts';
import type { AdminUseCases } from './use-cases.ts';

/** Runs that are shown. */
const shownRuns = 20;

/** What a cursor of the orphan pool is bound to. */
const query = ['orphans'];

const markOf = (token: string, cursors: Cursors): OrphanMark | undefined => {
  if (token === '') return undefined;
  const reading = cursors.read(token, query);
  if (reading.kind !== 'mark')
    throw invalidArgument({
      field: 'cursor',
      description: 'is not a cursor of this list: send it exactly as it was received',
    });
  return { matchedAt: new Date(reading.mark.rank), offerId: reading.mark.id };
};

/** How matching stands, and the start of a run by hand. */
export const viewMatching = ({
  matches,
  review,
  rematches,
  cursors,
}: Pick<AdminDependencies, 'matches' | 'review' | 'rematches' | 'cursors'>): Pick<
  AdminUseCases,
  'getMatching' | 'listOrphans' | 'startRematch'
> => ({
  getMatching: async (_, { signal }) => {
    const [sizes, runs] = await Promise.all([matches.sizes({ signal }), rematches.latest(shownRuns, { signal })]);
    return { ...sizes, runs };
  },

  listOrphans: async (request, { signal }) => {
    refuseIfAny(checkWithin('limit', request.limit, 0, maxPageSize));
    const limit = request.limit || defaultPageSize;
    const found = await review.orphans(markOf(request.cursor, cursors), limit + 1, { signal });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return {
      items,
      nextCursor: last && cursors.issue({ rank: last.matchedAt.getTime(), id: last.offerId }, query),
    };
  },

  startRematch: async (_, { caller }) => ({ isNew: await rematches.request('periodic', caller.keyId) }),
});
