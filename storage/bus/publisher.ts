import { destinationOf, tooLarge } from '../../domain/bus/message.ts';
import { isFailure, unavailable } from '../../domain/errors.ts';
import type { OutgoingMessage, StreamName } from '../../domain/ports.ts';
import { run, type Sql } from '../pool.ts';
import { insertMessages, type MessageRow } from './statements.ts';

/**
 * Groups what is published: while one statement is on its way to the disk, everything that arrives waits and goes into the
 * next one together. One caller pays for one commit; a hundred callers share it.
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

/** One message an id: the first. The statement looks for ids in the table and not in what it is about to insert. */
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

/** Opens the publisher of one process. */
export const openGroupPublisher = (sql: Sql, { timeoutMs, onStored }: GroupPublisherOptions): GroupPublisher => {
  let waiting: Call[] = [];
  let running: Promise<void> | undefined;

  const store = async (rows: readonly MessageRow[]): Promise<void> => {
    for (const portion of inPortions(withoutRepeats(rows))) await run(insertMessages(sql, portion));
    onStored(new Set(rows.map(({ stream }) => stream)));
  };

  const storeCalls = async (calls: readonly Call[]): Promise<void> => {
    try {
      await store(calls.flatMap(({ rows }) => rows));
      for (const call of calls) call.resolve();
    } catch (error) {
      const isOutage = isFailure(error, 'unavailable');
      // What the database refuses must not fail the calls that only shared its transaction.
      if (isOutage || calls.length === 1) for (const call of calls) call.reject(error);
      else for (const call of calls) await storeCalls([call]);
    }
  };

  const storeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const calls = waiting;
      waiting = [];
      await storeCalls(calls);
    }
    running = undefined;
  };

  return {
    publish: async (messages) => {
      if (messages.length === 0) return;
      const rows = messages.map(toRow);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const tooLate = () => reject(unavailable('postgres: a message was not stored in time', 1_000));
      const timer = setTimeout(tooLate, timeoutMs);
      waiting.push({ rows, resolve, reject });
      running ??= storeAll();
      await promise.finally(() => clearTimeout(timer));
    },
    idle: async () => {
      await running;
    },
  };
};
