import type { EventEmitter } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { firstEvent } from './first-event.ts';

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
  for await (const item of items) {
    signal.throwIfAborted();
    if (!call.write(item)) await firstEvent(call, ['drain'], signal);
    signal.throwIfAborted();
  }
};
