import type { EventEmitter } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { createEventWaiter } from './event-waiter.ts';

/**
 * Writes every item, one at a time: takes the next from the source only when the transport has
 * room. So a slow reader holds up the source, and memory holds some twenty items whatever the
 * length. After an abort it takes no more; the source's `finally` has run when this returns or
 * throws.
 */
export const writeAll = async <Item>(
  items: AsyncIterable<Item>,
  call: EventEmitter & Pick<ServerWritableStream<unknown, Item>, 'write'>,
  signal: AbortSignal,
): Promise<void> => {
  const room = createEventWaiter(call, ['drain'], signal);
  try {
    for await (const item of items) {
      signal.throwIfAborted();
      if (!call.write(item)) await room.next();
      signal.throwIfAborted();
    }
  } finally {
    room.release();
  }
};
