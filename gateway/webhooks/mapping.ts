import type { Attempt, Delivery } from '../../domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Watch, WatchTarget } from '../../domain/webhooks/watch.ts';
import type { IssuedEndpoint } from './use-cases.ts';
import type { WatchEvent } from './watch-use-cases.ts';

/** Webhooks as JSON has them. */

/** An endpoint. */
export const webhookJson = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  event_types: endpoint.eventTypes,
  status: endpoint.state.kind,
  ...(endpoint.state.kind === 'disabled' && {
    disabled_reason: endpoint.state.why,
    disabled_at: endpoint.state.since.toISOString(),
  }),
  created_at: endpoint.createdAt.toISOString(),
  version: endpoint.version,
  ...(endpoint.previousSecretUntil && { previous_secret_until: endpoint.previousSecretUntil.toISOString() }),
});

/** An endpoint with its secret. */
export const issuedWebhookJson = ({ endpoint, secret }: IssuedEndpoint) => ({
  id: endpoint.id,
  webhook: webhookJson(endpoint),
  ...(secret !== undefined && { secret }),
});

const attemptJson = ({ number, at, tookMs, outcome }: Attempt) => ({
  number,
  at: at.toISOString(),
  took_ms: tookMs,
  outcome: outcome.kind,
  ...(outcome.kind === 'answered' && { status: outcome.status }),
});

const stateJson = ({ state }: Delivery) => {
  switch (state.kind) {
    case 'pending':
      return {
        ...(state.nextAt && { next_attempt_at: state.nextAt.toISOString() }),
        deadline_at: state.deadlineAt.toISOString(),
      };
    case 'delivered':
      return { settled_at: state.at.toISOString() };
    case 'dead':
      return { settled_at: state.at.toISOString(), dead_reason: state.reason };
  }
};

/** A delivery. */
export const deliveryJson = (delivery: Delivery) => ({
  id: delivery.id,
  type: delivery.type,
  subject: delivery.subject,
  status: delivery.state.kind,
  created_at: delivery.createdAt.toISOString(),
  ...stateJson(delivery),
  correlation_id: delivery.correlationId,
  attempt_count: delivery.attempts,
  attempts: delivery.latestAttempts.map(attemptJson),
});

const targetJson = (target: WatchTarget) =>
  target.kind === 'product' ? { product_id: target.productId } : { offer_id: target.offerId };

/** A watch as JSON has it. */
export const watchJson = (watch: Watch) => ({
  id: watch.id,
  target: targetJson(watch.target),
  quantity: watch.quantity,
  rule: watch.rule,
  created_at: watch.createdAt.toISOString(),
  ...(watch.checkedAt && { checked_at: watch.checkedAt.toISOString() }),
  ...(watch.state.value !== undefined && { value: watch.state.value }),
  holds: watch.state.holds,
  notice_count: watch.latest,
});

/** What a reader of a watch is told, as JSON has it. */
export const watchEventJson = (event: WatchEvent) =>
  event.kind === 'state'
    ? { type: 'watch.state', data: watchJson(event.watch) }
    : {
        type: event.notice.type,
        timestamp: event.notice.occurredAt.toISOString(),
        correlation_id: event.notice.correlationId,
        data: event.notice.data,
      };
