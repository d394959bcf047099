/** What one customer may have under way and keep, at all processes together. */

/** The caps of every customer. */
export interface CustomerCaps {
  /** Enrichment jobs that its requests have made and that have not ended. */
  readonly pendingJobs: number;
  /** Estimates that wait or are worked on. */
  readonly pendingEstimates: number;
  /** Bytes of the documents of estimates that wait to be read. */
  readonly pendingDocumentBytes: number;
  /** Estimates in any state that are kept. */
  readonly estimates: number;
}

/** The caps where nothing else is configured. */
export const usualCaps: CustomerCaps = {
  pendingJobs: 1_000,
  pendingEstimates: 200,
  pendingDocumentBytes: 200 * 2 ** 20,
  estimates: 10_000,
};
