import type { ClaimedEndpoint } from '../../domain/webhooks/ports.ts';
import { type PullerMessage, type PullerState, workPuller } from '../held-work/work-puller.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { type EndpointDependencies, endpointActor } from './endpoint.ts';

/** What the supervisor understands. */
export type WebhooksMessage = PullerMessage<ClaimedEndpoint>;

/** What the supervisor needs from outside. */
export interface WebhooksDependencies extends EndpointDependencies {
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** Endpoints that this process delivers to at a time; left out: 32. */
  readonly places?: number;
  /** How long a lease lasts; left out: twenty seconds. */
  readonly ttlMs?: number;
}

const pollEveryMs = 1_000;

/**
 * Makes the supervisor of deliveries in this process, which pulls the endpoints of which an attempt
 * is due and starts an actor for each.
 */
export const webhooksActor = (deps: WebhooksDependencies): Behaviour<WebhooksMessage, PullerState<ClaimedEndpoint>> => {
  const { queue, owner, places = 32, ttlMs = 20_000, log } = deps;
  return workPuller({
    family: 'webhooks',
    places,
    ttlMs,
    pollEveryMs,
    idOf: ({ endpoint }) => endpoint.id,
    tokenOf: ({ token }) => token,
    claim: (free, now) => queue.claim({ owner, ttlMs, places: free, now }),
    renew: (held) => queue.renew(held, ttlMs),
    release: (held) => queue.release(held, 0),
    actorOf: (claimed, { onLeft }) => endpointActor(claimed, deps, onLeft),
    onHeld: () => undefined,
    onFault: (error) => log.warn('webhook.claim.failed', { err: error }),
  });
};
