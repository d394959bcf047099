import { hash } from 'node:crypto';
import type { Observable } from 'rxjs';
import type { ReportedChange, ReportedValue } from '../../domain/characteristics/change-report.ts';
import { isFinal, type EnrichmentJob as Job } from '../../domain/enrichment/job.ts';
import { type JobType, jobTypes } from '../../domain/enrichment/job-type.ts';
import type { EnrichmentJobs } from '../../domain/enrichment/ports.ts';
import { type JobTarget, readTarget, targetFields } from '../../domain/enrichment/target.ts';
import { notFound } from '../../domain/errors.ts';
import { type Priority, priorities } from '../../domain/priority.ts';
import type { LookupCost, MaxLookupCost } from '../../domain/wants/lookup-cost.ts';
import type {
  CharacteristicChange,
  CharacteristicValue,
  EnrichmentJob,
} from '../../proto/gen/svc/public/v1/enrichment.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { checkId, checkText, throwIfAny } from '../request/check.ts';
import { latestValues } from '../request/latest-values.ts';
import { toLookupCost } from '../request/lookup-cost.ts';
import { type Cursors, creationOf, markOfCreation, pageOf } from '../request/paging.ts';
import type { RequestContext } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import { enrichmentJobRules } from './request-rules.ts';
import type { EnrichmentUseCases, RequestedEnrichment } from './use-cases.ts';

const toValue = ({ text, source }: ReportedValue): CharacteristicValue => ({
  value: text,
  source: source.kind,
  supplierId: source.supplierId ?? '',
  credentialScope: source.credentialScope ?? '',
  field: source.field ?? '',
  model: source.model ?? '',
  statedAt: source.statedAt === undefined ? undefined : new Date(source.statedAt),
});

const toCharacteristicChange = (change: ReportedChange): CharacteristicChange => ({
  productId: change.productId,
  name: change.name,
  change: change.kind,
  before: change.before ?? '',
  served: toValue(change.served),
  contradicting: change.contradicting.map(toValue),
});

const costsOf = ({ state }: Job): readonly LookupCost[] =>
  state.kind === 'completed' ? (state.result.lookupCosts ?? []) : [];

/**
 * A job in the words of the contract; `costs`: what its look-ups are expected to cost, while it has
 * not ended.
 */
const toEnrichmentJob = (job: Job, costs: readonly LookupCost[] = costsOf(job)): EnrichmentJob => {
  const { id, type, target, priority, createdAt, shown, state } = job;
  return {
    id,
    type,
    status: state.kind,
    progress: shown,
    createdAt,
    startedAt: state.kind === 'queued' ? undefined : state.startedAt,
    finishedAt: state.kind === 'completed' || state.kind === 'failed' ? state.finishedAt : undefined,
    target: { ...targetFields(target) },
    priority,
    failureReason: state.kind === 'failed' ? state.reason : '',
    counts: state.kind === 'completed' ? { ...state.result.counts } : {},
    supplyChainChanges:
      state.kind === 'completed'
        ? state.result.changes.map(({ offerId, field, before, after }) => ({
            offerId,
            field,
            before: before ?? '',
            after: after ?? '',
          }))
        : [],
    characteristicChanges:
      state.kind === 'completed' ? (state.result.characteristics?.changes ?? []).map(toCharacteristicChange) : [],
    languageModel: state.kind === 'completed' ? (state.result.characteristics?.languageModel ?? '') : '',
    lookupCosts: costs.map(toLookupCost(true)),
  };
};

/** Lists the caller's jobs, newest first. */
const listJobs =
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

/** Dependencies of these use cases. */
export interface EnrichmentDependencies {
  readonly jobs: EnrichmentJobs;
  /**
   * Whether a target that exists is hidden from the caller by visibility policies; left out: none
   * is.
   */
  readonly isHidden?: (target: JobTarget, context: RequestContext) => Promise<boolean>;
  /** A job as visibility policies let the caller see it; left out: as it is. */
  readonly seenBy?: (job: Job, context: RequestContext) => Promise<Job>;
  /**
   * What the look-ups of a job that has not ended are expected to cost for the caller, and have
   * cost so far; left out: that is not told.
   */
  readonly expectedCosts?: (job: Job, context: RequestContext) => Promise<readonly LookupCost[]>;
  /** The states of a job as a customer may see them, while it is watched. */
  readonly watch: (jobId: string, customerId: string) => Observable<Job>;
  /**
   * Called before a final state is shown, with the job: what is remembered of its target must not
   * be answered any more.
   */
  readonly beforeFinal: (job: Job) => Promise<void>;
  /** Called when a job has changed, so that watchers in all processes re-read it. */
  readonly onChange: (jobId: string) => void;
  /** Called when a job was queued. */
  readonly onQueued: () => void;
  readonly newId: () => string;
  readonly cursors: Cursors;
  readonly metrics: Metrics['enrichment'];
}

const maxKeyLength = 255;

const defaultPriority: Priority = 'normal';

const checkRequest = createCheck(enrichmentJobRules);

const typeOf = (text: string): JobType => {
  const known = jobTypes.find((each) => each === text);
  if (known === undefined) throw new RangeError(`no rule has refused the job type ${text}`);
  return known;
};

const priorityOf = (text: string): Priority => priorities.find((each) => each === text) ?? defaultPriority;

/** The same for requests that ask for the same. */
const digestOf = (type: JobType, target: JobTarget, priority: Priority, max: MaxLookupCost | undefined): string =>
  hash('sha256', JSON.stringify([type, targetFields(target), priority, ...(max ? [max] : [])]));

/** What look-ups may cost; undefined where nobody has said. */
const maxCostOf = (target: JobTarget, max: MaxLookupCost): MaxLookupCost | undefined => {
  if (Object.keys(max).length === 0) return undefined;
  if (target.kind !== 'wants')
    throwIfAny({ field: 'max_lookup_cost', description: 'must be given with target.mpn, mpns or supplier_sku alone' });
  return max;
};

/** Queues a job, or joins the one that is under way for the same target. */
const request = async (deps: EnrichmentDependencies, given: RequestedEnrichment, context: RequestContext) => {
  const { jobs, metrics } = deps;
  checkRequest({ maxLookupCost: {}, ...given });
  const type = typeOf(given.type);
  const priority = priorityOf(given.priority);
  const target = readTarget(type, given.target);
  const maxLookupCost = maxCostOf(target, given.maxLookupCost ?? {});
  const { caller, signal } = context;
  const key = given.idempotencyKey;
  if (key !== undefined) throwIfAny(checkText('Idempotency-Key', key, maxKeyLength));
  const isVisible = await jobs.isVisible(target, caller, { signal });
  if (!isVisible || (await deps.isHidden?.(target, context)))
    throw notFound('target', Object.values(targetFields(target)).join());
  const requested = await jobs.request(
    {
      id: deps.newId(),
      type,
      target,
      priority,
      customerId: caller.customerId,
      maxLookupCost,
      now: context.now(),
      ...(key && { repeat: { key, digest: digestOf(type, target, priority, maxLookupCost) } }),
    },
    context,
  );
  if (requested.how === 'joined') metrics.dedupHits.inc();
  if (requested.how === 'created') metrics.queued.inc({ type });
  if (requested.how !== 'repeated') {
    deps.onChange(requested.job.id);
    deps.onQueued();
  }
  return requested.job;
};

/**
 * Creates the operations over jobs. A job of another customer is answered as one that does not
 * exist.
 */
export const createEnrichmentUseCases = (deps: EnrichmentDependencies): EnrichmentUseCases => {
  const { jobs, metrics, seenBy = async (job) => job, expectedCosts = async () => [] } = deps;

  const toAnswer = async (job: Job, context: RequestContext) =>
    isFinal(job)
      ? toEnrichmentJob(await seenBy(job, context))
      : toEnrichmentJob(job, await expectedCosts(job, context));

  const shown = async (job: Job, context: RequestContext) => {
    await deps.beforeFinal(job);
    return toAnswer(job, context);
  };

  const own = async (jobId: string, { caller, signal }: RequestContext): Promise<Job> => {
    throwIfAny(checkId('job_id', jobId));
    const job = await jobs.job(jobId, caller, { signal });
    if (job === undefined) throw notFound('job', jobId);
    return job;
  };

  return {
    requestEnrichment: async (given, context) => shown(await request(deps, given, context), context),

    watchJob: async function* ({ jobId }, context) {
      // What is published of a job is of all who wait for it.
      const { maxLookupCost } = await own(jobId, context);
      for await (const job of latestValues(deps.watch(jobId, context.caller.customerId), context.signal))
        yield toAnswer({ ...job, ...(maxLookupCost && { maxLookupCost }) }, context);
    },

    getJob: async ({ jobId }, context) => shown(await own(jobId, context), context),

    listJobs: listJobs(jobs, deps.cursors, shown),

    cancelJob: async ({ jobId }, context) => {
      throwIfAny(checkId('job_id', jobId));
      const cancelled = await jobs.cancel(jobId, context.caller, context.now(), context);
      if (cancelled === undefined) throw notFound('job', jobId);
      const { job, hasEnded } = cancelled;
      if (hasEnded) {
        metrics.completed.inc({ type: job.type, status: 'failed' });
        metrics.failed.inc({ type: job.type, reason: 'cancelled' });
        deps.onChange(job.id);
      }
      return shown(job, context);
    },
  };
};
