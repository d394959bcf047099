import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import type { SkippedRow } from '../../../domain/ingestion/row-tally.ts';
import type { DecodedPage } from './supplier-client.ts';

/**
 * The page of an answer that says everything about the parts asked for, so that no other answer
 * follows it.
 */
export const singlePage = ({ drafts, skipped }: Rows): DecodedPage => ({
  kind: 'page',
  drafts,
  skipped,
  counts: figureCounts(drafts),
  nextCursor: undefined,
  pageCount: undefined,
});

interface Rows {
  readonly drafts: readonly ObservationDraft[];
  readonly skipped: readonly SkippedRow[];
}

/** What a page's observations tell: parts described, prices and stocks. */
export const figureCounts = (drafts: readonly ObservationDraft[]) => ({
  items: drafts.filter(({ description }) => description !== undefined).length,
  prices: drafts.filter(({ price }) => price !== undefined).length,
  stocks: drafts.filter(({ stock }) => stock !== undefined).length,
  warehouses: 0,
});
