import { type ValuesOf, wholeNumber } from './config-values.ts';

/** How estimates are worked out, and how long they are kept. */
export const estimateVariables = {
  ESTIMATE_THREADS: wholeNumber(1, 64)
    .optional()
    .describe(
      'Threads that optimise estimates. Left out: one less than there are cores, two at least; one customer never has all of several.',
    ),
  ESTIMATE_SEARCH_MS: wholeNumber(50, 600_000)
    .prefault('8000')
    .describe('Time that the search for the best basket of an estimate may take; then the best known one counts.'),
  ESTIMATE_LIVE_MS: wholeNumber(1_000, 2_000_000_000)
    .prefault('900000')
    .describe('How long after somebody has looked at it a ready estimate is kept up to date as prices change.'),
  ESTIMATE_RETENTION_DAYS: wholeNumber(1, 36_500)
    .prefault('365')
    .describe('An estimate that has ended is removed when nobody has looked at it for so many days.'),
};

/** Estimates as their variables have them. */
export const estimateSettings = (given: ValuesOf<typeof estimateVariables>) => ({
  estimates: {
    threads: given.ESTIMATE_THREADS,
    searchMs: given.ESTIMATE_SEARCH_MS,
    liveMs: given.ESTIMATE_LIVE_MS,
  },
  estimateRetentionDays: given.ESTIMATE_RETENTION_DAYS,
});
