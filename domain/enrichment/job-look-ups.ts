import { type BoundLookUps, boundLookUps, type MaxLookupCost, type WantCost } from '../wants/lookup-cost.ts';
import type { IdentifiedWant } from '../wants/part-want.ts';
import { answerHoldsMs } from '../wants/ports.ts';
import type { EnrichmentJob } from './job.ts';

/** Since when an answer makes asking for a job needless. */
export const answersCountSince = ({ createdAt }: Pick<EnrichmentJob, 'createdAt'>): Date =>
  new Date(createdAt.getTime() - answerHoldsMs);

/** What a job that wants parts may ask for one customer, and what all of it costs. */
export const boundJobLookUps = (
  job: Pick<EnrichmentJob, 'createdAt'>,
  wants: readonly IdentifiedWant[],
  rows: readonly WantCost[],
  max: MaxLookupCost | undefined,
): BoundLookUps => {
  const since = answersCountSince(job);
  return boundLookUps(
    wants.map((want) => ({ want, since })),
    rows,
    { max, begunAt: job.createdAt },
  );
};
