import { abortable } from '../../concurrency/abortable.ts';
import { every } from '../../concurrency/delay.ts';
import type { Ending } from '../../concurrency/ending.ts';

/** What the body of a stream is made of. */
export interface StreamBody<Message> {
  /** The message that was waited for before the answer began. */
  readonly first: IteratorResult<Message>;
  readonly messages: AsyncIterator<Message>;
  /** Aborted when no reader waits for messages any more; what the source then does is ignored. */
  readonly signal: AbortSignal;
  readonly ending: Ending;
  /** The data of a message; `number` is its place in the stream, from 1. */
  readonly encode: (message: Message, number: number) => object;
  /** The source has ended by itself. */
  readonly onDone: () => void;
  /** The source has failed, or the signal was aborted. Gives what is told of it. */
  readonly onFailed: (thrown: unknown) => object;
  /** The reader has gone away. */
  readonly onCancel: () => void;
}

const heartbeatMs = 15_000;

const heartbeat = ': still here\n\n';

const eventOf = (id: number, data: object): string => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The messages as server-sent events. The next one is asked for when the reader has taken the one
 * before. A comment now and then keeps the connection from looking dead, until the ending.
 */
export const eventStreamBody = <Message>(options: StreamBody<Message>): ReadableStream<Uint8Array> => {
  const { first, messages, signal, ending, encode, onDone, onFailed, onCancel } = options;
  const encoder = new TextEncoder();
  let id = 0;
  let next: IteratorResult<Message> | undefined = first;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
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
          id += 1;
          controller.enqueue(encoder.encode(eventOf(id, encode(result.value, id))));
        } catch (thrown) {
          const data = onFailed(thrown);
          controller.enqueue(encoder.encode(`event: error\ndata: ${JSON.stringify(data)}\n\n`));
          controller.close();
        }
      },
      cancel: onCancel,
    },
    { highWaterMark: 1 },
  );
};
