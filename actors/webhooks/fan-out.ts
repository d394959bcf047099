import { noticesOf } from '../../domain/webhooks/event-notices.ts';
import type { FannedOut, NoticeQueue } from '../../domain/webhooks/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { type PollingMessage, pollingActor } from '../runtime/polling.ts';

/**
 * Turns events into deliveries, a batch at a time, in their order. It looks by itself, because
 * events are written in many places; an event stays until its deliveries are written, so that a
 * crash delays and loses nothing.
 */

/** What the fan-out understands. */
export type FanOutMessage = PollingMessage<FannedOut>;

/** What the fan-out needs from outside. */
export interface FanOutDependencies {
  readonly queue: NoticeQueue;
  /** Called when there is something to deliver. */
  readonly onDeliveries: () => void;
  readonly metrics: Metrics['webhooks'];
  readonly log: Logger;
}

const batchSize = 200;
const lookEveryMs = 500;

const report = ({ deliveries, overfull }: FannedOut, { metrics, log, onDeliveries }: FanOutDependencies): void => {
  if (deliveries > 0) onDeliveries();
  metrics.notices.inc(deliveries);
  for (const endpoint of overfull) {
    metrics.endpointsDisabled.inc({ reason: 'backlog' });
    log.warn('webhook.endpoint.disabled', { endpoint, reason: 'backlog' });
  }
};

/** Makes the fan-out. */
export const fanOutActor = (deps: FanOutDependencies): Behaviour<FanOutMessage, undefined> =>
  pollingActor({
    family: 'webhook-fan-out',
    work: (now) => deps.queue.fanOut(noticesOf, batchSize, now),
    restAfter: (done) => {
      report(done, deps);
      return done.causes < batchSize ? lookEveryMs : 0;
    },
    onFailure: (err) => deps.log.warn('webhook.fan_out.failed', { err }),
  });
