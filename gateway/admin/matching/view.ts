import type { MatchReview, MatchStore, Orphan } from '../../../domain/matching/ports.ts';
import type { RematchRun, RematchRuns } from '../../../domain/matching/rematch-ports.ts';
import type { Cursors } from '../../request/cursor.ts';
import { type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { EmptyRequest, UseCase } from '../../request/request-context.ts';

/** How matching stands. */
export interface MatchingView {
  readonly backlog: number;
  readonly orphans: number;
  /** The latest, newest first. */
  readonly runs: readonly RematchRun[];
}

/** What operators ask of matching. */
export interface MatchingCases {
  readonly getMatching: UseCase<EmptyRequest, MatchingView>;
  readonly listOrphans: UseCase<PageRequest, Page<Orphan>>;
  /** Asks for a run over every match; not new when one waits already. */
  readonly startRematch: UseCase<EmptyRequest, { readonly isNew: boolean }>;
}

/** What it is made of. */
interface Dependencies {
  readonly matches: Pick<MatchStore, 'offer' | 'evidence' | 'record' | 'sizes'>;
  readonly review: MatchReview;
  readonly rematches: Pick<RematchRuns, 'request' | 'latest'>;
  readonly cursors: Cursors;
}

/** Runs that are shown. */
const shownRuns = 20;

/** How matching stands, and the start of a run by hand. */
export const viewMatching = ({ matches, review, rematches, cursors }: Dependencies): MatchingCases => ({
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
