import type { SearchMark } from '../../../domain/catalog/ports.ts';
import {
  type DoubtfulConfidence,
  type DoubtfulMatch,
  doubtfulConfidences,
  type MatchReview,
  type MatchStore,
  type Orphan,
  type OrphanMark,
} from '../../../domain/matching/ports.ts';
import type { RematchRun, RematchRuns } from '../../../domain/matching/rematch-ports.ts';
import { type Cursors, type Page, type PageRequest, pageOf } from '../../request/paging.ts';
import type { EmptyRequest, UseCase } from '../../request/request-context.ts';

/** How matching stands. */
export interface MatchingView {
  readonly backlog: number;
  readonly orphans: number;
  readonly doubtful: number;
  /** The latest, newest first. */
  readonly runs: readonly RematchRun[];
}

/** Which doubtful matches. */
export interface ListDoubtful extends PageRequest {
  /** Undefined: both. */
  readonly confidence: DoubtfulConfidence | undefined;
}

/** What operators ask of matching. */
export interface MatchingCases {
  readonly getMatching: UseCase<EmptyRequest, MatchingView>;
  readonly listOrphans: UseCase<PageRequest, Page<Orphan>>;
  readonly listDoubtfulMatches: UseCase<ListDoubtful, Page<DoubtfulMatch>>;
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

/** The place of an offer in a list that is in the order of decisions. */
const markOfDecision = ({ matchedAt, offerId }: OrphanMark): SearchMark => ({ rank: matchedAt.getTime(), id: offerId });

/** The decision that a mark stands for. */
const decisionAt = (mark: SearchMark | undefined): OrphanMark | undefined =>
  mark && { matchedAt: new Date(mark.rank), offerId: mark.id };

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
      markOf: markOfDecision,
      read: (after, limit) => review.orphans(decisionAt(after), limit, { signal }),
    }),

  listDoubtfulMatches: ({ confidence, ...request }, { signal }) =>
    pageOf(request, {
      cursors,
      query: ['doubtful', confidence ?? ''],
      markOf: markOfDecision,
      read: (after, limit) => {
        const confidences = confidence === undefined ? doubtfulConfidences : [confidence];
        return review.doubtful({ confidences, after: decisionAt(after), limit }, { signal });
      },
    }),

  startRematch: async (_, { caller, act }) => ({ isNew: await rematches.request('periodic', caller.keyId, act) }),
});
