import type { EnrichmentJob as Job } from '../../../domain/enrichment/job.ts';
import type { EnrichmentJobs, JobMark } from '../../../domain/enrichment/ports.ts';
import { invalidArgument } from '../../../domain/errors.ts';
import type { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import type { Cursors } from '../../cursor.ts';
import type { RequestContext } from '../../request-context.ts';
import { checkWithin, refuseIfAny } from '../check.ts';
import { defaultPageSize, maxPageSize } from '../search-products.ts';
import type { EnrichmentUseCases } from './use-cases.ts';

/** Lists the caller's jobs, newest first. */
export const listJobs =
  (
    jobs: Pick<EnrichmentJobs, 'page'>,
    cursors: Cursors,
    shown: (job: Job, context: RequestContext) => Promise<EnrichmentJob>,
  ): EnrichmentUseCases['listJobs'] =>
  async (request, context) => {
    const { caller, signal } = context;
    refuseIfAny(checkWithin('limit', request.limit, 0, maxPageSize));
    const limit = request.limit || defaultPageSize;
    const query = ['enrichment_jobs', caller.customerId];
    const found = await jobs.page(caller, markOf(request.cursor, query, cursors), limit + 1, { signal });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return {
      items: await Promise.all(items.map((job) => shown(job, context))),
      nextCursor: last && cursors.issue({ rank: last.createdAt.getTime(), id: last.id }, query),
    };
  };

const markOf = (cursor: string, query: readonly string[], cursors: Cursors): JobMark | undefined => {
  if (cursor === '') return undefined;
  const reading = cursors.read(cursor, query);
  if (reading.kind === 'mark') return { createdAt: new Date(reading.mark.rank), id: reading.mark.id };
  const description = 'is not a cursor of this list: send it exactly as it was received';
  throw invalidArgument({ field: 'cursor', description });
};
