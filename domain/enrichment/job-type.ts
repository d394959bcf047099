/** The types of enrichment jobs. */

/** What a job may do. */
export const jobTypes = [
  'discovery',
  'refresh_observation',
  'refresh_characteristics',
  'rebuild_supply_chain',
] as const;

/** What a job does. */
export type JobType = (typeof jobTypes)[number];

/** How long a job may take from its start, in milliseconds. */
export const timeLimitMs: Readonly<Record<JobType, number>> = {
  discovery: 15 * 60_000,
  refresh_observation: 15 * 60_000,
  refresh_characteristics: 15 * 60_000,
  rebuild_supply_chain: 30 * 60_000,
};
