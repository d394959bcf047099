import type { ClaimedEndpoint, DeliveryQueue } from '../../domain/webhooks/ports.ts';
import { type LeasedWorkMessage, type LeasedWorkState, leasedWork } from '../held-work/leased-work.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { type DeliverDependencies, deliverDue } from './deliver-due.ts';

/**
 * The actor of one endpoint that this process has in hand (`held-work/leased-work.ts`). A step is a
 * round of attempts; when nothing is due any more, or its time is over, the endpoint is given up,
 * so that another process may take it.
 */

/** What the actor needs from outside. */
export interface EndpointDependencies extends DeliverDependencies {
  readonly queue: DeliveryQueue;
}

/** How an endpoint is given up: nobody takes it for so long. */
export interface GivenUp {
  readonly restMs: number;
}

/** After it others get their turn; an endpoint that answers slowly is not in one hand for ever. */
const limitMs = 60_000;

/** What cannot be delivered for a fault of ours is not tried again at once. */
const restAfterFaultMs = 30_000;

const atOnce: GivenUp = { restMs: 0 };

/** Makes the actor of an endpoint; `onLeft` is called when this process has finished with it. */
export const endpointActor = (
  claimed: ClaimedEndpoint,
  deps: EndpointDependencies,
  onLeft: () => void,
): Behaviour<LeasedWorkMessage<ClaimedEndpoint, GivenUp>, LeasedWorkState<ClaimedEndpoint>> => {
  const { id } = claimed.endpoint;
  const canSign = claimed.secrets.length > 0;
  if (!canSign) deps.log.error('webhook.secret.unfit', { endpoint: id });
  return leasedWork<ClaimedEndpoint, GivenUp>({
    family: 'webhook_endpoint',
    id,
    cause: { correlationId: id, traceparent: undefined },
    work: claimed,
    endAtStart: canSign ? undefined : { restMs: restAfterFaultMs },
    limitMs: () => limitMs,
    operationOf: () => 'webhook.round',
    step: async (work, signal) =>
      (await deliverDue(work, deps, signal)) === 'more'
        ? { kind: 'continues', work, waitMs: 0 }
        : { kind: 'ends', end: atOnce },
    end: ({ restMs }, work) => deps.queue.release([work], restMs),
    endOfFault: () => ({ restMs: restAfterFaultMs }),
    endOfTime: () => atOnce,
    pause: { initialMs: 200, maxMs: 10_000 },
    onFault: (err) => deps.log.warn('webhook.round.failed', { endpoint: id, err }),
    onLeft,
  });
};
