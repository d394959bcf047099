import { createCapacity } from '../../../concurrency/capacity.ts';
import { withDeadline } from '../../../concurrency/deadline.ts';
import { isFailure, unavailable } from '../../../domain/errors.ts';
import { run, type Sql } from '../../../storage/pool/pool.ts';
import type { OutgoingMessage, StreamName } from '../bus.ts';
import { destinationOf, tooLarge } from '../delivery/message.ts';
import { insertMessages, type MessageRow } from './statements.ts';

/**
 * Groups what is published: while one statement is on its way to the disk, everything that arrives
 * waits and goes into the next one together. One caller pays for one commit; a hundred callers
 * share it.
 *
 * A call that is not stored in time fails as `unavailable`. What has not been sent by then is
 * forgotten, and what waits is bounded: beyond, a call fails at once.
 */
export interface GroupPublisher {
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** Bounds and listeners of publishing. */
export interface GroupPublisherOptions {
  readonly timeoutMs: number;
  readonly onStored: (streams: ReadonlySet<StreamName>) => void;
}

interface Call {
  readonly rows: readonly MessageRow[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const mayWait = { count: 50_000, bytes: 64 * 1_048_576 } as const;

const maxMessageBytes = 1_048_576;
const maxRowsAtOnce = 2_000;
const maxBytesAtOnce = 8 * maxMessageBytes;

const toRow = (message: OutgoingMessage): MessageRow => {
  const { messageId, subject, payload } = message;
  const stream = destinationOf(message);
  const headers = JSON.stringify(message.headers);
  if (payload.length + headers.length > maxMessageBytes) throw tooLarge(message);
  return { stream, messageId, subject, headers, payload };
};

/**
 * One message an id: the first. The statement looks for ids in the table and not in what it is
 * about to insert.
 */
const withoutRepeats = (rows: readonly MessageRow[]): readonly MessageRow[] => {
  const seen = new Set<string>();
  return rows.filter(({ stream, messageId }) => {
    const key = `${stream} ${messageId}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
};

/** Splits rows, in order, into statements of bearable size. */
const inPortions = function* (rows: readonly MessageRow[]): Generator<readonly MessageRow[]> {
  let portion: MessageRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (portion.length === maxRowsAtOnce || bytes > maxBytesAtOnce) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(row);
    bytes += row.payload.length;
  }
  if (portion.length > 0) yield portion;
};

const store = async (sql: Sql, rows: readonly MessageRow[]): Promise<void> => {
  for (const portion of inPortions(withoutRepeats(rows))) await run(insertMessages(sql, portion));
};

/** Opens the publisher of one process. */
export const openGroupPublisher = (sql: Sql, { timeoutMs, onStored }: GroupPublisherOptions): GroupPublisher => {
  /** In order of arrival. */
  const waiting = new Set<Call>();
  const room = createCapacity(mayWait);
  let running: Promise<void> | undefined;

  const storeCalls = async (calls: readonly Call[]): Promise<void> => {
    try {
      const rows = calls.flatMap((call) => call.rows);
      await store(sql, rows);
      onStored(new Set(rows.map(({ stream }) => stream)));
      for (const call of calls) call.resolve();
    } catch (error) {
      const isOutage = isFailure(error, 'unavailable');
      // What the database refuses must not fail the calls that only shared its transaction.
      if (isOutage || calls.length === 1) for (const call of calls) call.reject(error);
      else for (const call of calls) await storeCalls([call]);
    }
  };

  const storeAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const calls = [...waiting];
      waiting.clear();
      await storeCalls(calls);
    }
    running = undefined;
  };

  return {
    publish: async (messages) => {
      if (messages.length === 0) return;
      const rows = messages.map(toRow);
      const bytes = rows.reduce((sum, { payload }) => sum + payload.length, 0);
      if (!room.tryReserve(rows.length, bytes)) throw unavailable('postgres: too much waits to be published', 1_000);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const call = { rows, resolve, reject };
      waiting.add(call);
      running ??= storeAll();
      await withDeadline({ what: 'publishing on postgres', ms: timeoutMs }, () => promise).finally(() => {
        waiting.delete(call);
        room.release(rows.length, bytes);
      });
    },
    idle: async () => {
      await running;
    },
  };
};
