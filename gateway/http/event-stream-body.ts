import { abortable } from '../../concurrency/abortable.ts';
import { every } from '../../concurrency/delay.ts';
import type { Ending } from '../../concurrency/ending.ts';

/** What the body of a stream is made of. */
export interface StreamBody<Message> {
  /**
   * The message that was waited for before the answer began; undefined: the reader has it already.
   */
  readonly first: IteratorResult<Message> | undefined;
  readonly messages: AsyncIterator<Message>;
  /** Aborted when no reader waits for messages any more; what the source then does is ignored. */
  readonly signal: AbortSignal;
  readonly ending: Ending;
  /** The data of a message; `number` is its place in the stream, from 1. */
  readonly encode: (message: Message, number: number) => object;
  /** The id of a message where it is told as an event; left out: its place in the stream. */
  readonly idOf?: ((message: Message) => string) | undefined;
  /** The source has ended by itself. */
  readonly onDone: () => void;
  /** The source has failed, or the signal was aborted. Gives what is told of it. */
  readonly onFailed: (thrown: unknown) => object;
  /** The reader has gone away. */
  readonly onCancel: () => void;
}

const heartbeatMs = 15_000;

const heartbeat = ': still here\n\n';

/** How soon a browser connects again, in milliseconds. */
const retry = 'retry: 2000\n\n';

const eventOf = (id: string, data: object): string => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The messages as server-sent events. The next one is asked for when the reader has taken the one
 * before. A comment now and then keeps the connection from looking dead, until the ending.
 */
export const eventStreamBody = <Message>(options: StreamBody<Message>): ReadableStream<Uint8Array> => {
  const { messages, signal, ending, encode, idOf, onDone, onFailed, onCancel } = options;
  const encoder = new TextEncoder();
  let number = 0;
  let next = options.first;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        controller.enqueue(encoder.encode(retry));
        const beat = (): void => {
          // A reader that is behind is alive.
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(heartbeat));
        };
        ending.onEnd(every(heartbeatMs, beat));
      },
      pull: async (controller) => {
        try {
          signal.throwIfAborted();
          const result = next ?? (await abortable(messages.next(), signal));
          next = undefined;
          if (result.done) {
            onDone();
            controller.close();
            return;
          }
          number += 1;
          const id = idOf?.(result.value) ?? String(number);
          controller.enqueue(encoder.encode(eventOf(id, encode(result.value, number))));
        } catch (thrown) {
          const data = onFailed(thrown);
          controller.enqueue(encoder.encode(`event: problem\ndata: ${JSON.stringify(data)}\n\n`));
          controller.close();
        }
      },
      cancel: onCancel,
    },
    { highWaterMark: 1 },
  );
};
