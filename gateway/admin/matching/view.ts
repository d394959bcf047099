import { pageOf } from '../../request/paging.ts';
import type { AdminDependencies } from '../dependencies.ts';
import type { AdminUseCases } from '../use-cases.ts';

/** Runs that are shown. */
const shownRuns = 20;

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

  listOrphans: (request, { signal }) =>
    pageOf(request, {
      cursors,
      query: ['orphans'],
      markOf: ({ matchedAt, offerId }) => ({ rank: matchedAt.getTime(), id: offerId }),
      read: (after, limit) =>
        review.orphans(after && { matchedAt: new Date(after.rank), offerId: after.id }, limit, { signal }),
    }),

  startRematch: async (_, { caller, act }) => ({ isNew: await rematches.request('periodic', caller.keyId, act) }),
});
