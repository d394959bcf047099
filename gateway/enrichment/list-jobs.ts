import type { EnrichmentJob as Job } from '../../domain/enrichment/job.ts';
import type { EnrichmentJobs } from '../../domain/enrichment/ports.ts';
import type { EnrichmentJob } from '../../proto/gen/svc/public/v1/enrichment.ts';
import type { Cursors } from '../request/cursor.ts';
import { creationOf, markOfCreation, pageOf } from '../request/paging.ts';
import type { RequestContext } from '../request/request-context.ts';
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
    const { items, nextCursor } = await pageOf(request, {
      cursors,
      query: ['enrichment_jobs', caller.customerId],
      markOf: markOfCreation,
      read: (after, limit) => jobs.page(caller, after && creationOf(after), limit, { signal }),
    });
    return { items: await Promise.all(items.map((job) => shown(job, context))), nextCursor };
  };
