import { withDeadline } from '../../concurrency/deadline.ts';
import { sleep } from '../../concurrency/delay.ts';
import { Failure } from '../../domain/errors.ts';
import { outagePauseMs } from '../bus/delivery/backoff.ts';
import { createWakeSignal } from '../bus/delivery/wake-signal.ts';
import { type PublishBatchDependencies, publishBatch } from './publish-batch.ts';

/**
 * The outbox relay: publishes domain events after their transaction has committed.
 *
 * One relay works at a time; the others keep asking for the right to, so that one of them goes on
 * within a second when the holder dies. Events leave in order of their position, which keeps the
 * order of each aggregate. An event is marked after the bus has stored it: a crash in between
 * publishes it twice under one message id, which the bus counts once. While the bus or the database
 * is away, the relay backs off and no event loses an attempt; only an event that the bus refuses
 * does, and after five it is parked and no longer holds up its aggregate. A relay that does not
 * reach the bus gives the right up before it tries again, so that another takes over.
 */
export interface OutboxRelayOptions extends PublishBatchDependencies {
  /** Milliseconds after which it looks again where no append was announced; left out: a second. */
  readonly idleMs?: number;
}

const batchSize = 500;
const defaultIdleMs = 1_000;
/** How often a relay that is not the one asks again. */
const takeOverMs = 1_000;
const listenWithinMs = 10_000;
/** The pause after an event was refused. */
const refusedMs = 250;
/** Starts the relay. `stop` finishes the batch in hand and hands the right to publish on. */
export const startOutboxRelay = (options: OutboxRelayOptions): { stop(): Promise<void> } => {
  const { outbox, log } = options;
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal(sleep);
  let stopListening: (() => Promise<void>) | undefined;

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        stopListening ??= await withDeadline({ what: 'listening for appends', ms: listenWithinMs }, () =>
          outbox.onAppend(wakeSignal.notify),
        );
        const waitMs = await publishPending(options);
        failures = 0;
        if (waitMs > 0 && !stopping.signal.aborted) await wakeSignal.wait(waitMs);
      } catch (error) {
        failures += 1;
        const retryAfterMs = outagePauseMs(failures);
        log.warn('outbox.publish.failed', { err: error, failures, retry_after_ms: Math.round(retryAfterMs) });
        // Appends go on during an outage; they must not wake the relay from its back-off.
        await sleep(retryAfterMs, stopping.signal);
      }
    }
  };

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      wakeSignal.notify();
      await running;
      await releaseHold(stopListening);
      await releaseHold(() => outbox.release());
    },
  };
};

/** One round. Returns how long to wait for the next, unless an append rings before. */
const publishPending = async (options: OutboxRelayOptions): Promise<number> => {
  const { outbox, idleMs = defaultIdleMs } = options;
  if (!(await outbox.hold())) return takeOverMs;
  const events = await outbox.pending(batchSize);
  if (events.length === 0) return idleMs;
  try {
    const { refused } = await publishBatch(options, events);
    return refused > 0 ? refusedMs : 0;
  } catch (error) {
    // It may be this process alone that does not reach the bus.
    await releaseHold(() => outbox.release());
    throw error;
  }
};

const releaseHold = async (step: (() => Promise<void>) | undefined): Promise<void> => {
  try {
    await step?.();
  } catch (error) {
    // What cannot be let go now, because the database is away, ends with the connection.
    if (!(error instanceof Failure)) throw error;
  }
};
