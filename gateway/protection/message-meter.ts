import { sleep } from '../../concurrency/delay.ts';
import type { MaybePromise } from '../request/maybe-promise.ts';

/**
 * Lets the next message of a stream of requests through, when it may be. Rejects with the signal's
 * reason when it is aborted.
 */
export type MessageMeter = (signal: AbortSignal) => MaybePromise<void>;

/** How the messages of a stream are counted. */
export interface MessageMeterOptions {
  /**
   * Counts one more request of the stream's key. Returns 0, or how many milliseconds to wait before
   * asking again, with nothing counted. Throws `exhausted` when waiting does not help.
   */
  readonly take: () => number;
  /** Messages that count as one request. */
  readonly messagesPerRequest: number;
}

/**
 * Counts the messages of one stream of requests against the limits of its key: so many messages are
 * one request, and the request that opened the stream pays for the first of them. A message that is
 * over the rate waits for its turn, and with it the reading of the stream, so that the transport
 * holds its sender up; one that is over the day ends the stream.
 */
export const createMessageMeter = ({ take, messagesPerRequest }: MessageMeterOptions): MessageMeter => {
  let paidFor = messagesPerRequest;

  const waitForTurn = async (firstWaitMs: number, signal: AbortSignal): Promise<void> => {
    for (let waitMs = firstWaitMs; waitMs > 0; waitMs = take()) {
      await sleep(waitMs, signal);
      signal.throwIfAborted();
    }
  };

  return (signal) => {
    if (paidFor > 0) {
      paidFor -= 1;
      return undefined;
    }
    const waitMs = take();
    paidFor = messagesPerRequest - 1;
    return waitMs > 0 ? waitForTurn(waitMs, signal) : undefined;
  };
};
