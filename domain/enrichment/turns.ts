import type { Priority } from '../priority.ts';
import { type JobType, jobTypeRules, jobTypes } from './job-type.ts';

/**
 * Whose turn it is. A job's turn comes at an instant that is fixed when it is asked for: at once,
 * or later by a delay that is the longer the lower its priority; jobs begin in the order of their
 * turns. So urgent jobs go first, and none starves: a job that is asked for later than another
 * one's turn never comes before it, however urgent, so that a low job waits behind those asked for
 * within its own delay and behind no others.
 *
 * Limits per type and per customer take jobs out of their turn without holding up those of other
 * types and customers.
 */

/** How much later than asked for a job's turn comes, in milliseconds. */
const turnDelayMs: Readonly<Record<Priority, number>> = { high: 0, normal: 60_000, low: 300_000 };

/**
 * The turn of a job. Joined with a higher priority, its turn comes earlier, counted from when it
 * was first asked for.
 */
export const turnAt = (createdAt: Date, priority: Priority): Date =>
  new Date(createdAt.getTime() + turnDelayMs[priority]);

/** A job that could begin. */
export interface Candidate {
  readonly id: string;
  readonly type: JobType;
  /** Whose request made it. */
  readonly customerId: string;
  readonly turnAt: Date;
}

/** How many jobs may be under way. */
export interface TurnLimits {
  readonly perType: Readonly<Record<JobType, number>>;
  readonly perCustomer: number;
}

/** How many are under way. */
export interface RunningCounts {
  readonly byType: ReadonlyMap<JobType, number>;
  readonly byCustomer: ReadonlyMap<string, number>;
}

/** The limits of a deployment, whatever the number of its processes. */
export const turnLimits: TurnLimits = {
  perType: Object.fromEntries(jobTypes.map((type) => [type, jobTypeRules[type].atOnce])) as Record<JobType, number>,
  perCustomer: 128,
};

const byTurn = (a: Candidate, b: Candidate): number =>
  a.turnAt.getTime() - b.turnAt.getTime() || (a.id < b.id ? -1 : 1);

/**
 * The candidates that begin now, in the order of their turns: as many as there are free places,
 * within the limits.
 */
export const nextInTurn = (
  candidates: readonly Candidate[],
  underWay: RunningCounts,
  limits: TurnLimits,
  places: number,
): readonly Candidate[] => {
  const byType = new Map(underWay.byType);
  const byCustomer = new Map(underWay.byCustomer);
  const chosen: Candidate[] = [];
  for (const each of candidates.toSorted(byTurn)) {
    if (chosen.length >= places) break;
    const ofType = byType.get(each.type) ?? 0;
    const ofCustomer = byCustomer.get(each.customerId) ?? 0;
    if (ofType >= limits.perType[each.type] || ofCustomer >= limits.perCustomer) continue;
    byType.set(each.type, ofType + 1);
    byCustomer.set(each.customerId, ofCustomer + 1);
    chosen.push(each);
  }
  return chosen;
};
