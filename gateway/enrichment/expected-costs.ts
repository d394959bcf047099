import type { EnrichmentJob as Job } from '../../domain/enrichment/job.ts';
import { boundJobLookUps } from '../../domain/enrichment/job-look-ups.ts';
import { type LookupCost, pricedWant } from '../../domain/wants/lookup-cost.ts';
import type { PartWants } from '../../domain/wants/ports.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/**
 * What the look-ups of a job that has not ended cost its caller. A caller whom any visibility
 * policy restricts is told nothing, as of what a job came to.
 */
export const expectedCosts =
  (wants: Pick<PartWants, 'costs'>, visibility: Visibility) =>
  async (job: Job, context: RequestContext): Promise<readonly LookupCost[]> => {
    const { target, maxLookupCost } = job;
    if (target.kind !== 'wants' || visibility.of(context) !== undefined) return [];
    const { customerId } = context.caller;
    const order = { wants: target.wants.map(pricedWant), customerIds: [customerId] };
    const costs = await wants.costs(order, { signal: context.signal });
    return boundJobLookUps(job, target.wants, costs.get(customerId) ?? [], maxLookupCost).costs;
  };
