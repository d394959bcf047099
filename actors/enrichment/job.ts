import type { EnrichmentJob } from '../../domain/enrichment/job.ts';
import { jobTypeRules } from '../../domain/enrichment/job-type.ts';
import type { ClaimedJob, EnrichmentQueue, JobEnd } from '../../domain/enrichment/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type LeasedWorkMessage, type LeasedWorkState, leasedWork, type Stepped } from '../held-work/leased-work.ts';
import type { Behaviour } from '../runtime/handle.ts';
import type { JobKind, JobKinds } from './job-kind.ts';

/**
 * The actor of one enrichment job that this process has in hand (`held-work/leased-work.ts`): it
 * keeps what each step came to as the job's checkpoint.
 */

/** What the actor needs from outside. */
export interface JobDependencies {
  readonly kinds: JobKinds;
  readonly queue: Pick<EnrichmentQueue, 'keep' | 'end'>;
  /** Publishes what was stored, where watchers can see a difference. */
  readonly publish: (job: EnrichmentJob) => void;
  /** The context of the work that runs now. */
  readonly newContext: () => WriteContext;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
}

const internal: JobEnd = { kind: 'failed', reason: 'internal' };

/** Makes a step and keeps what it came to. */
const makeStep = async (
  { step }: JobKind,
  claimed: ClaimedJob,
  { queue, publish }: JobDependencies,
  signal: AbortSignal,
): Promise<Stepped<ClaimedJob, JobEnd>> => {
  const outcome = await step(claimed, signal);
  if (outcome.kind === 'done') return { kind: 'ends', end: { ...outcome, kind: 'completed' } };
  if (outcome.kind === 'failed') return { kind: 'ends', end: outcome };
  signal.throwIfAborted();
  const { progress, checkpoint, waitMs } = outcome;
  const changed = await queue.keep(claimed, { progress, checkpoint });
  if (changed !== undefined) publish(changed);
  return { kind: 'continues', work: { ...claimed, checkpoint }, waitMs };
};

/** Stores how a job ended, and reports it. */
const endJob = async (how: JobEnd, claimed: ClaimedJob, deps: JobDependencies): Promise<void> => {
  const { metrics, log } = deps;
  const { id, type } = claimed.job;
  const endedAt = deps.now();
  const ended = await deps.queue.end(claimed, how, endedAt, deps.newContext());
  metrics.enrichment.completed.inc({ type, status: how.kind });
  metrics.enrichment.duration.observe({ type }, (endedAt.getTime() - claimed.startedAt.getTime()) / 1_000);
  if (how.kind === 'failed') {
    metrics.enrichment.failed.inc({ type, reason: how.reason });
    log.warn('enrichment.job.failed', { job_id: id, job_type: type, reason: how.reason });
  }
  deps.publish(ended);
};

/** Makes the actor of a job; `onLeft` is called when this process has finished with it. */
export const jobActor = (
  claimed: ClaimedJob,
  deps: JobDependencies,
  onLeft: () => void,
): Behaviour<LeasedWorkMessage<ClaimedJob, JobEnd>, LeasedWorkState<ClaimedJob>> => {
  const { id, type } = claimed.job;
  const kind = deps.kinds[type];
  return leasedWork<ClaimedJob, JobEnd>({
    family: 'enrichment_job',
    id,
    cause: claimed.cause,
    work: claimed,
    endAtStart: kind === undefined ? internal : undefined,
    limitMs: (now) => claimed.startedAt.getTime() + jobTypeRules[type].timeLimitMs - now.getTime(),
    operationOf: () => `enrichment.${type}`,
    step: async (work, signal) =>
      kind === undefined ? { kind: 'ends', end: internal } : makeStep(kind, work, deps, signal),
    end: (how, work) => endJob(how, work, deps),
    endOfFault: () => internal,
    endOfTime: () => ({ kind: 'failed', reason: 'timeout' }),
    pause: { initialMs: 200, maxMs: 10_000 },
    onFault: (err) => deps.log.warn('enrichment.step.failed', { job_id: id, job_type: type, err }),
    onLeft,
  });
};
