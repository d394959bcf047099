import type { StreamBody } from './event-stream-body.ts';

/** What waits to be read at most, and how much is gathered before it is handed over, in bytes. */
const mostWaiting = 65_536;
const mostGathered = 16_384;

/**
 * The messages as lines of JSON (NDJSON). What comes in one turn of the event loop goes out
 * together, because handing over costs more than a line; the source is held up while as much waits
 * for the reader as may. A stream that fails ends with a line that holds nothing but `problem`.
 */
export const lineStreamBody = <Message>(options: StreamBody<Message>): ReadableStream<Uint8Array> => {
  const { first, messages, signal, ending, encode, onDone, onFailed, onCancel } = options;
  let gathered = '';
  let isScheduled = false;
  let isEnded = false;
  let wake = (): void => undefined;

  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const handOver = (): void => {
      isScheduled = false;
      if (gathered === '' || isEnded) return;
      controller.enqueue(Buffer.from(gathered));
      gathered = '';
    };
    const end = (): void => {
      handOver();
      isEnded = true;
      controller.close();
    };
    const fail = (thrown: unknown): void => {
      if (isEnded) return;
      gathered += `${JSON.stringify({ problem: onFailed(thrown) })}\n`;
      end();
      wake();
    };
    const put = (line: string): void => {
      gathered += line;
      if (gathered.length >= mostGathered) handOver();
      else if (!isScheduled) {
        isScheduled = true;
        setImmediate(handOver);
      }
    };
    const pump = async (): Promise<void> => {
      let number = 0;
      for (let next = first; !next.done; next = await messages.next()) {
        if (isEnded) return;
        number += 1;
        put(`${JSON.stringify(encode(next.value, number))}\n`);
        while ((controller.desiredSize ?? 0) <= 0 && !isEnded)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      if (isEnded) return;
      onDone();
      end();
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
        isEnded = true;
        wake();
        onCancel();
      },
    },
    { highWaterMark: mostWaiting, size: (chunk) => chunk?.byteLength ?? 0 },
  );
};
