import type { ClaimedEstimate, EstimateWork } from '../../domain/estimate/ports.ts';
import { type PullerMessage, type PullerState, workPuller } from '../held-work/work-puller.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { type EstimateDependencies, estimateActor } from './estimate.ts';

/** What the supervisor understands. */
export type EstimatesMessage = PullerMessage<ClaimedEstimate>;

/** What the supervisor needs from outside. */
export interface EstimatesDependencies extends EstimateDependencies {
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** Ready estimates are recomputed for so long after somebody has looked at them. */
  readonly liveMs: number;
  /**
   * Estimates that this process has in hand at most, besides those that only wait for suppliers;
   * left out: 16.
   */
  readonly places?: number;
  /** Estimates of one customer under way at once, at all processes together; left out: 2. */
  readonly perCustomer?: number;
  /** How long a hold lasts; left out: five seconds. */
  readonly ttlMs?: number;
}

const pollEveryMs = 500;

/** Estimates that wait for suppliers: their drafts are in memory. */
const waitingPlaces = 128;

/** Of one customer: enough for the suppliers to be asked without a break. */
const waitingPerCustomer = 16;

const works: readonly EstimateWork['kind'][] = ['parse', 'optimise', 'revise', 'recompute'];

/**
 * Makes the supervisor of estimates in this process, which pulls them and starts an actor for each.
 */
export const estimatesActor = (
  deps: EstimatesDependencies,
): Behaviour<EstimatesMessage, PullerState<ClaimedEstimate>> => {
  const { queue, owner, liveMs, places = 16, perCustomer = 2, ttlMs = 5_000, metrics, log } = deps;
  return workPuller({
    family: 'estimates',
    places,
    waitingPlaces,
    ttlMs,
    pollEveryMs,
    idOf: ({ id }) => id,
    tokenOf: ({ token }) => token,
    claim: (free) => queue.claim({ owner, ttlMs, places: free, perCustomer, waitingPerCustomer, liveMs }),
    renew: (held) => queue.renew(held, ttlMs),
    release: queue.release,
    actorOf: (claimed, tell) => estimateActor(claimed, deps, tell),
    onHeld: (held) => {
      for (const work of works) metrics.inFlight.set({ work }, held.filter((each) => each.work.kind === work).length);
    },
    onFault: (error) => log.warn('estimate.claim.failed', { err: error }),
  });
};
