/** How large a list is; the objective of latency is about lists of up to 200 lines. */
export const estimateSizes = ['up_to_200', 'above_200'] as const;

/** One of them. */
export type EstimateSize = (typeof estimateSizes)[number];

const promisedLines = 200;

/** A list that was never read is of no known size; it counts against the objective. */
export const estimateSize = (lines: number | undefined): EstimateSize =>
  lines === undefined || lines <= promisedLines ? 'up_to_200' : 'above_200';
