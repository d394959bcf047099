import { noticesOf } from '../../domain/webhooks/event-notices.ts';
import type { FannedOut, NoticeQueue } from '../../domain/webhooks/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';

/**
 * Turns events into deliveries, a batch at a time, in their order. It looks by itself, because
 * events are written in many places; an event stays until its deliveries are written, so that a
 * crash delays and loses nothing.
 */

/** What the fan-out understands. */
export type FanOutMessage =
  | { readonly kind: 'poll' }
  | { readonly kind: 'done'; readonly done: FannedOut }
  | { readonly kind: 'failed'; readonly error: unknown };

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
const pauseAfterFailureMs = 5_000;

type Ctx = Context<FanOutMessage>;

const work = ({ queue }: FanOutDependencies, context: Ctx): undefined => {
  context.perform(
    () => queue.fanOut(noticesOf, batchSize, context.now()),
    (done) => ({ kind: 'done', done }),
    (error) => ({ kind: 'failed', error }),
  );
  return undefined;
};

const rest = (context: Ctx, delayMs: number): undefined => {
  context.schedule('poll', delayMs, { kind: 'poll' });
  return undefined;
};

const report = ({ deliveries, overfull }: FannedOut, { metrics, log, onDeliveries }: FanOutDependencies): void => {
  if (deliveries > 0) onDeliveries();
  metrics.notices.inc(deliveries);
  for (const endpoint of overfull) {
    metrics.endpointsDisabled.inc({ reason: 'backlog' });
    log.warn('webhook.endpoint.disabled', { endpoint, reason: 'backlog' });
  }
};

/** Makes the fan-out. */
export const fanOutActor = (deps: FanOutDependencies): Behaviour<FanOutMessage, undefined> => ({
  family: 'webhook-fan-out',
  mailboxCapacity: 16,
  start: (context) => work(deps, context),
  receive: (_, message, context) => {
    switch (message.kind) {
      case 'poll':
        return work(deps, context);
      case 'done':
        report(message.done, deps);
        return message.done.causes < batchSize ? rest(context, lookEveryMs) : work(deps, context);
      case 'failed':
        deps.log.warn('webhook.fan_out.failed', { err: message.error });
        return rest(context, pauseAfterFailureMs);
    }
  },
});
