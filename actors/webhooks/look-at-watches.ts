import { minuteMs } from '../../domain/duration.ts';
import { isFailure } from '../../domain/errors.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { lookAt } from '../../domain/webhooks/watch.ts';
import type { ClaimedWatch, ObserveWatched, WatchQueue } from '../../domain/webhooks/watch-ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { enterTrace } from '../../telemetry/tracing.ts';

/** What looks at watches need from outside. */
export interface LookDependencies {
  readonly queue: WatchQueue;
  readonly observe: ObserveWatched;
  /** Called once before a batch is looked at, so that what changed before it is seen. */
  readonly catchUp: () => Promise<void>;
  /** Called with the watch that has told something. */
  readonly onTold: (watchId: string) => void;
  /** Called when there is something to deliver. */
  readonly onDeliveries: () => void;
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** The context of a look that nothing caused but its time. */
  readonly newContext: () => WriteContext;
  readonly metrics: Metrics['webhooks'];
  readonly log: Logger;
  readonly now: () => Date;
}

/** A watch of which no change was heard is looked at so often. */
const lookEveryMs = 10 * minuteMs;

/** Watches that are looked at together. */
const watchesAtOnce = 20;

/** Changed offers of which the watches are marked together. */
const changesAtOnce = 1_000;

/** Longer than a look takes; then another process may make it. */
const ttlMs = minuteMs;

const look = async (claimed: ClaimedWatch, deps: LookDependencies, signal: AbortSignal): Promise<void> => {
  const { queue, observe, now, metrics } = deps;
  const { watch } = claimed;
  const cause = claimed.cause ?? deps.newContext();
  const entry = {
    name: 'watch.look',
    kind: 'consumer',
    traceparent: cause.traceparent,
    context: { correlationId: cause.correlationId, component: 'watches', layer: 'actors' },
  } as const;
  await enterTrace(entry, async () => {
    const looked = lookAt(watch.rule, watch.state, await observe(claimed, signal));
    const at = now();
    const dueAt = new Date(at.getTime() + lookEveryMs);
    const hasDeliveries = await queue.settle(claimed, looked, { now: at, dueAt, cause });
    metrics.watchLooks.inc({ outcome: looked.told === undefined ? 'nothing' : 'told' });
    if (looked.told !== undefined) deps.onTold(watch.id);
    if (hasDeliveries) deps.onDeliveries();
  });
};

/** One that fails is looked at again when its lease is over, and keeps no other from its turn. */
const lookOrReport = (claimed: ClaimedWatch, deps: LookDependencies, signal: AbortSignal): Promise<void> =>
  look(claimed, deps, signal).catch((error: unknown) => {
    // Removed, or another process has it.
    if (isFailure(error, 'conflict')) return;
    deps.metrics.watchLooks.inc({ outcome: 'failed' });
    deps.log.warn('watch.look.failed', { watch: claimed.watch.id, err: error });
  });

/** Marks what has changed and looks at a batch of what is due; returns how many those were. */
export const lookAtWatches = async (deps: LookDependencies, signal: AbortSignal): Promise<number> => {
  const { queue, owner, now } = deps;
  while ((await queue.markDue(changesAtOnce, now())) === changesAtOnce) signal.throwIfAborted();
  const claimed = await queue.claim({ owner, ttlMs, places: watchesAtOnce, now: now() });
  if (claimed.length === 0) return 0;
  await deps.catchUp();
  await Promise.all(claimed.map((each) => lookOrReport(each, deps, signal)));
  return claimed.length;
};
