import { settlesWithin, singleDelay } from '../../../concurrency/delay.ts';
import { isFailure } from '../../../domain/errors.ts';
import { run, type Sql } from '../../../storage/pool/pool.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { ConsumerOptions, OutgoingMessage } from '../bus.ts';
import type { BatchSource } from '../delivery/consumption.ts';
import { type Answer, createReceiver } from '../delivery/receiving.ts';
import type { ReceivedMessage } from '../delivery/settlement.ts';
import type { WakeSignal } from '../delivery/wake-signal.ts';
import { forgetMessages, hideMessages, type PulledRow, pullMessages, untilNextVisible } from './statements.ts';

/**
 * A durable as a source of batches. Settlements are collected and written just before the next
 * batch is pulled, or by themselves when no pull comes soon: two statements a batch, whatever its
 * size. A delivery is counted before the message is handed over, so that a message which takes the
 * process down is counted too.
 */
export interface PullSourceDependencies {
  readonly sql: Sql;
  readonly options: ConsumerOptions;
  /** Rung when there may be something to pull. */
  readonly wakeSignal: WakeSignal;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly log: Logger;
}

/** Polls after this long even without a notification, which may have been lost. */
const lookAgainMs = 2_000;
const retryMs = 250;
/** Settlements wait this long for a pull that takes them along. */
const settleWithinMs = 20;

const received = (row: PulledRow): ReceivedMessage => ({
  subject: row.subject,
  headers: row.headers,
  payload: row.payload,
  attempt: row.deliveries,
  sequence: Number(row.sequence),
  publishedAt: row.published_at,
});

/** Settlements that wait to be written. */
const createSettlements = ({
  sql,
  options,
  wakeSignal,
}: Pick<PullSourceDependencies, 'sql' | 'options' | 'wakeSignal'>) => {
  let done: number[] = [];
  let hidden = new Map<number, number>();

  /** What could not be written is kept for the next time. */
  const write = async (): Promise<void> => {
    soon.cancel();
    const [doneNow, hiddenNow] = [done, hidden];
    done = [];
    hidden = new Map();
    try {
      if (hiddenNow.size > 0) await run(hideMessages(sql, options, hiddenNow));
      if (doneNow.length > 0) await run(forgetMessages(sql, options, doneNow));
    } catch (error) {
      done = [...doneNow, ...done];
      hidden = new Map([...hiddenNow, ...hidden]);
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    if (done.length + hidden.size === 0) return;
    await write().catch(() => soon.start());
    wakeSignal.notify();
  };
  const soon = singleDelay(settleWithinMs, () => void flush());

  return {
    note: ({ sequence }: ReceivedMessage, given: Answer): void => {
      if (given.kind === 'again') hidden.set(sequence, given.delayMs);
      else if (given.kind === 'working') hidden.set(sequence, options.ackWaitMs);
      else done.push(sequence);
      soon.start();
    },
    write,
    close: async (): Promise<void> => {
      await flush();
      soon.cancel();
    },
  };
};

/** Opens the source; the durable must exist. */
export const openPullSource = ({ sql, options, wakeSignal, publish, log }: PullSourceDependencies): BatchSource => {
  const settlements = createSettlements({ sql, options, wakeSignal });
  const receiver = createReceiver<ReceivedMessage>({ consumer: options, publish, answer: settlements.note, log });
  let stopped = false;

  const pull = async (): Promise<readonly PulledRow[]> => {
    await settlements.write();
    const rows = await run(pullMessages(sql, options));
    if (rows.length > 0) return rows;
    const [next] = await run(untilNextVisible(sql, options));
    await wakeSignal.wait(Math.max(1, Math.min(next?.ms ?? lookAgainMs, lookAgainMs)));
    return [];
  };

  const pullThroughOutages = async (): Promise<readonly PulledRow[]> => {
    try {
      return await pull();
    } catch (error) {
      if (!isFailure(error, 'unavailable')) throw error;
      await wakeSignal.wait(retryMs);
      return [];
    }
  };

  return {
    next: async () => {
      while (!stopped) {
        const messages = (await pullThroughOutages()).map(received);
        const batch = messages.map((each) => receiver.receive(each, each)).filter((delivery) => delivery !== undefined);
        if (batch.length > 0) return batch;
      }
      return undefined;
    },
    stop: async () => {
      stopped = true;
      wakeSignal.notify();
    },
    settled: () => settlesWithin(receiver.empty(), options.ackWaitMs),
    close: settlements.close,
  };
};
