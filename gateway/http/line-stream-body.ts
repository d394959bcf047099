import type { StreamBody } from './event-stream-body.ts';

/** What waits to be read at most, and how much is gathered before it is handed over, in bytes. */
const maxWaiting = 65_536;
const maxGathered = 16_384;

/** Gathers lines and hands them over together. */
const createLineWriter = (controller: ReadableStreamDefaultController<Uint8Array>) => {
  let gathered = '';
  let isScheduled = false;
  let isEnded = false;
  const handOver = (): void => {
    isScheduled = false;
    if (gathered === '' || isEnded) return;
    controller.enqueue(Buffer.from(gathered));
    gathered = '';
  };
  return {
    isEnded: () => isEnded,
    isFull: () => (controller.desiredSize ?? 0) <= 0,
    put: (document: unknown): void => {
      gathered += `${JSON.stringify(document)}\n`;
      if (gathered.length >= maxGathered) handOver();
      else if (!isScheduled) {
        isScheduled = true;
        setImmediate(handOver);
      }
    },
    end: (): void => {
      handOver();
      isEnded = true;
      controller.close();
    },
    /** The reader has gone. */
    cancel: (): void => {
      isEnded = true;
    },
  };
};

/**
 * The messages as lines of JSON (NDJSON). What comes in one turn of the event loop goes out
 * together, because handing over costs more than a line; the source is held up while as much waits
 * for the reader as may. A stream that fails ends with a line that holds nothing but `problem`.
 */
export const lineStreamBody = <Message>(options: StreamBody<Message>): ReadableStream<Uint8Array> => {
  const { first, messages, signal, ending, encode, onDone, onFailed, onCancel } = options;
  let writer: ReturnType<typeof createLineWriter> | undefined;
  let wake = (): void => undefined;

  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const lines = createLineWriter(controller);
    writer = lines;
    const fail = (thrown: unknown): void => {
      if (lines.isEnded()) return;
      lines.put({ problem: onFailed(thrown) });
      lines.end();
      wake();
    };
    const pump = async (): Promise<void> => {
      let number = 0;
      for (let next = first ?? (await messages.next()); !next.done; next = await messages.next()) {
        if (lines.isEnded()) return;
        number += 1;
        lines.put(encode(next.value, number));
        while (lines.isFull() && !lines.isEnded())
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      if (lines.isEnded()) return;
      onDone();
      lines.end();
    };
    const onAbort = (): void => fail(signal.reason);
    signal.addEventListener('abort', onAbort);
    ending.onEnd(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
    pump().catch(fail);
  };

  return new ReadableStream<Uint8Array>(
    {
      start,
      pull: () => wake(),
      cancel: () => {
        writer?.cancel();
        wake();
        onCancel();
      },
    },
    { highWaterMark: maxWaiting, size: (chunk) => chunk?.byteLength ?? 0 },
  );
};
