import { withDeadline } from '../../concurrency/deadline.ts';
import { sleep } from '../../concurrency/delay.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import { Failure } from '../../domain/errors.ts';
import type { Outbox } from '../../domain/outbox/ports.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Bus } from '../bus/bus.ts';
import { outagePauseMs } from '../bus/delivery/backoff.ts';
import { createWakeSignal } from '../bus/delivery/wake-signal.ts';
import { publishBatch } from './publish-batch.ts';

/**
 * The outbox relay: publishes domain events after their transaction has committed.
 *
 * One relay works at a time; the others keep asking for the right to, so that one of them goes on
 * within a second when the holder dies. Events leave in order of their position, which keeps the
 * order of each aggregate. An event is marked after the bus has stored it: a crash in between
 * publishes it twice under one message id, which the bus counts once. While the bus or the database
 * is away, the relay backs off and no event loses an attempt; only an event that the bus refuses
 * does, and after five it is parked and no longer holds up its aggregate.
 */
export interface OutboxRelayOptions {
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const batchSize = 500;
/** Looks again after this long even if no append was announced. */
const idleMs = 1_000;
/** How often a relay that is not the one asks again. */
const takeOverMs = 1_000;
const listenWithinMs = 10_000;
/** The pause after an event was refused. */
const refusedMs = 250;
/** Every relay measures, not only the one that publishes, so that the gauges outlive it. */
const statsEveryMs = 5_000;
/** A measurement that takes longer is given up. */
const statsDeadlineMs = 5_000;

/** Starts the relay. `stop` finishes the batch in hand and hands the right to publish on. */
export const startOutboxRelay = ({ bus, outbox, metrics, log }: OutboxRelayOptions): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const bell = createWakeSignal(sleep);
  let stopListening: (() => Promise<void>) | undefined;

  /** One round. Returns how long to wait for the next, unless an append rings before. */
  const round = async (): Promise<number> => {
    stopListening ??= await withDeadline({ what: 'listening for appends', ms: listenWithinMs }, () =>
      outbox.onAppend(bell.notify),
    );
    if (!(await outbox.hold())) return takeOverMs;
    const events = await outbox.pending(batchSize);
    if (events.length === 0) return idleMs;
    const { refused } = await publishBatch({ bus, outbox, metrics, log }, events);
    return refused > 0 ? refusedMs : 0;
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const waitMs = await round();
        failures = 0;
        if (waitMs > 0 && !stopping.signal.aborted) await bell.wait(waitMs);
      } catch (error) {
        failures += 1;
        const retryAfterMs = outagePauseMs(failures);
        log.warn('outbox.publish.failed', { err: error, failures, retry_after_ms: Math.round(retryAfterMs) });
        // Appends go on during an outage; they must not wake the relay from its back-off.
        await sleep(retryAfterMs, stopping.signal);
      }
    }
  };

  const measure = async (): Promise<void> => {
    const { unpublished, parked, oldestAgeSeconds } = await outbox.stats();
    metrics.eventStore.outboxUnpublished.set(unpublished);
    metrics.eventStore.outboxParked.set(parked);
    metrics.eventStore.outboxLag.set(oldestAgeSeconds);
  };
  // A database that does not answer shows in its own signals; the gauges keep their last values.
  const measuring = startPeriodic({
    what: 'outbox statistics',
    everyMs: statsEveryMs,
    isDueNow: true,
    deadlineMs: statsDeadlineMs,
    work: measure,
    onError: () => undefined,
  });

  const releaseHold = async (step: (() => Promise<void>) | undefined): Promise<void> => {
    try {
      await step?.();
    } catch (error) {
      // What cannot be let go now, because the database is away, ends with the connection.
      if (!(error instanceof Failure)) throw error;
    }
  };

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      bell.notify();
      await Promise.all([running, measuring.stop()]);
      await releaseHold(stopListening);
      await releaseHold(() => outbox.release());
    },
  };
};
