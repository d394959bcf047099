import { minuteMs } from '../duration.ts';

/** The types of enrichment jobs: all that tells one from another but how it is done. */

/** The keys that name a target. */
const storedKeys = ['offer_id', 'offer_ids', 'product_id', 'supplier_id'] as const;

/** The keys that name parts which may have no product. */
const wantKeys = ['mpn', 'mpns', 'supplier_sku'] as const;

/** What a target may be named by. */
export type TargetKey = (typeof storedKeys)[number] | (typeof wantKeys)[number];

interface JobTypeRules {
  readonly targetKeys: readonly TargetKey[];
  /** How long a job may take from its start. */
  readonly timeLimitMs: number;
  /** Jobs under way at once in a deployment, whatever the number of its processes. */
  readonly atOnce: number;
}

/** Every type of job, in the order of the contract. */
export const jobTypeRules = {
  discovery: { targetKeys: ['product_id', ...wantKeys], timeLimitMs: 15 * minuteMs, atOnce: 64 },
  refresh_observation: { targetKeys: storedKeys, timeLimitMs: 15 * minuteMs, atOnce: 256 },
  refresh_characteristics: {
    targetKeys: ['offer_id', 'offer_ids', 'product_id'],
    timeLimitMs: 15 * minuteMs,
    atOnce: 32,
  },
  rebuild_supply_chain: { targetKeys: storedKeys, timeLimitMs: 30 * minuteMs, atOnce: 8 },
} as const satisfies Readonly<Record<string, JobTypeRules>>;

/** What a job does. */
export type JobType = keyof typeof jobTypeRules;

/** What a job may do. */
export const jobTypes = Object.keys(jobTypeRules) as [JobType, ...JobType[]];
