import type { ClaimedJob, EnrichmentQueue } from '../../domain/enrichment/ports.ts';
import { type TurnLimits, turnLimits } from '../../domain/enrichment/turns.ts';
import { type PullerMessage, type PullerState, workPuller } from '../held-work/work-puller.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { type JobDependencies, jobActor } from './job.ts';

/** What the supervisor understands. */
export type SupervisorMessage = PullerMessage<ClaimedJob>;

/** What the supervisor needs from outside. */
export interface SupervisorDependencies extends JobDependencies {
  readonly queue: EnrichmentQueue;
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** Left out: those of a deployment. */
  readonly limits?: TurnLimits;
  /** Jobs that this process has in hand at most; left out: 256. */
  readonly places?: number;
  /** How long a hold lasts; left out: ten seconds. */
  readonly ttlMs?: number;
}

const pollEveryMs = 1_000;

/**
 * Makes the supervisor of enrichment jobs in this process, which pulls them in turn and starts an
 * actor for each.
 */
export const supervisorActor = (
  deps: SupervisorDependencies,
): Behaviour<SupervisorMessage, PullerState<ClaimedJob>> => {
  const { queue, owner, limits = turnLimits, places = 256, ttlMs = 10_000, log, publish } = deps;
  return workPuller({
    family: 'enrichment',
    places,
    ttlMs,
    pollEveryMs,
    idOf: ({ job }) => job.id,
    tokenOf: ({ token }) => token,
    claim: (free, now) => queue.claim({ owner, ttlMs, limits, places: free, now }),
    renew: (held) => queue.renew(held, ttlMs),
    release: queue.release,
    actorOf: (claimed, { onLeft }) => {
      publish(claimed.job);
      return jobActor(claimed, deps, onLeft);
    },
    onHeld: () => undefined,
    onFault: (error) => log.warn('enrichment.claim.failed', { err: error }),
  });
};
