import { type AttemptOutcome, type Settlement, settlementOf } from '../../domain/webhooks/delivery.ts';
import type { ClaimedEndpoint, DeliveryQueue, DueDelivery, PostNotice } from '../../domain/webhooks/ports.ts';
import { signatureHeaders } from '../../domain/webhooks/signature.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { enterTrace } from '../../telemetry/tracing.ts';

/**
 * The attempts that are due for one endpoint. Subjects do not wait for each other; of one subject
 * only its first pending notice is ever due. Each attempt runs under the correlation id and the
 * trace of what caused its notice, and sends both on.
 */

/** What an attempt needs from outside. */
export interface DeliverDependencies {
  readonly queue: Pick<DeliveryQueue, 'due' | 'settle' | 'giveUp'>;
  readonly post: PostNotice;
  readonly metrics: Metrics['webhooks'];
  readonly log: Logger;
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Attempts that are made at a time for one endpoint. */
const attemptsAtOnce = 8;

const codeOf = (outcome: AttemptOutcome): string =>
  outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;

/** As metrics count it: a status by its class, so that no receiver makes series. */
const classOf = (outcome: AttemptOutcome): string =>
  outcome.kind === 'answered' ? `${Math.floor(outcome.status / 100)}xx` : outcome.kind;

const post = async (
  { endpoint, secrets }: ClaimedEndpoint,
  { id, body, cause }: DueDelivery,
  deps: DeliverDependencies,
  signal: AbortSignal,
): Promise<AttemptOutcome> => {
  const entry = {
    name: 'webhook.deliver',
    kind: 'consumer',
    traceparent: cause.traceparent,
    context: { correlationId: cause.correlationId, component: 'webhook_endpoint', layer: 'actors' },
  } as const;
  return enterTrace(entry, (traceparent) => {
    const trace = traceparent ?? cause.traceparent;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Offerstream-Webhooks/1',
      'x-correlation-id': cause.correlationId,
      ...(trace === undefined ? {} : { traceparent: trace }),
      ...signatureHeaders({ id, at: deps.now(), body }, secrets),
    };
    return deps.post({ url: endpoint.url, headers, body }, signal);
  });
};

const report = (
  { endpoint }: ClaimedEndpoint,
  due: DueDelivery,
  { outcome, settlement }: { readonly outcome: AttemptOutcome; readonly settlement: Settlement },
  { metrics, log, now }: DeliverDependencies,
): void => {
  metrics.attempts.inc({ outcome: classOf(outcome) });
  if (settlement.kind === 'delivered') {
    metrics.delay.observe((now().getTime() - due.createdAt.getTime()) / 1_000);
    return;
  }
  metrics.failedAttempts.inc({ outcome: classOf(outcome) });
  const facts = {
    endpoint: endpoint.id,
    message: due.id,
    outcome: codeOf(outcome),
    correlation_id: due.cause.correlationId,
  };
  if (settlement.kind === 'again') {
    log.info('webhook.attempt.failed', facts);
    return;
  }
  metrics.dead.inc({ reason: settlement.kind === 'gone' ? 'gone' : 'deadline' });
  log.warn('webhook.delivery.dead', facts);
  if (settlement.kind === 'gone') {
    metrics.endpointsDisabled.inc({ reason: 'gone' });
    log.warn('webhook.endpoint.disabled', { endpoint: endpoint.id, reason: 'gone' });
  }
};

const attempt = async (
  claimed: ClaimedEndpoint,
  due: DueDelivery,
  deps: DeliverDependencies,
  signal: AbortSignal,
): Promise<void> => {
  const at = deps.now();
  const begin = performance.now();
  const outcome = await post(claimed, due, deps, signal);
  const tookMs = Math.round(performance.now() - begin);
  deps.metrics.attemptDuration.observe(tookMs / 1_000);
  const settlement = settlementOf({
    outcome,
    failures: due.failures + 1,
    deadlineAt: due.deadlineAt,
    now: deps.now(),
    random: deps.random(),
  });
  await deps.queue.settle(claimed, due.id, { number: due.attempts + 1, at, tookMs, outcome }, settlement);
  report(claimed, due, { outcome, settlement }, deps);
};

/** No attempt begins after the deadline, as after a time in which no process delivered. */
const giveUp = async (
  claimed: ClaimedEndpoint,
  over: readonly DueDelivery[],
  { queue, metrics, log, now }: DeliverDependencies,
): Promise<void> => {
  if (over.length === 0) return;
  await queue.giveUp(
    claimed,
    over.map(({ id }) => id),
    now(),
  );
  metrics.dead.inc({ reason: 'deadline' }, over.length);
  for (const { id, cause } of over)
    log.warn('webhook.delivery.dead', {
      endpoint: claimed.endpoint.id,
      message: id,
      outcome: 'too_late',
      correlation_id: cause.correlationId,
    });
};

/** What a round came to. */
export type Round = 'more' | 'nothing_due';

/**
 * Makes the attempts that are due, so many at a time; says whether more may be. Rejects with
 * `conflict` when the endpoint has passed to another process or is disabled; what was settled
 * before stays so.
 */
export const deliverDue = async (
  claimed: ClaimedEndpoint,
  deps: DeliverDependencies,
  signal: AbortSignal,
): Promise<Round> => {
  const now = deps.now();
  const due = await deps.queue.due(claimed.endpoint.id, now, attemptsAtOnce);
  if (due.length === 0) return 'nothing_due';
  await giveUp(
    claimed,
    due.filter(({ deadlineAt }) => deadlineAt < now),
    deps,
  );
  const inTime = due.filter(({ deadlineAt }) => deadlineAt >= now);
  const results = await Promise.allSettled(inTime.map((each) => attempt(claimed, each, deps, signal)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return 'more';
};
