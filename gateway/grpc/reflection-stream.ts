import { EventEmitter } from 'node:events';
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import { after } from '../../concurrency/delay.ts';
import { loopTurn } from '../../concurrency/turns.ts';
import { Failure } from '../../domain/errors.ts';
import { toStatus } from './status.ts';

type Stream = ServerDuplexStream<unknown, unknown>;

/** Who looks a contract up is done in a second or two. */
const longestMs = 30_000;

/**
 * Serves a stream whose handler answers each message with one, at its reader's pace: the next
 * message is taken when the answer to the one before has left, and one in a turn of the event loop,
 * so that what waits beside is not held up. Such a handler is the library's, which writes whatever
 * comes, read or not.
 */
export const answerEach = (handle: (stream: Stream) => void): handleBidiStreamingCall<unknown, unknown> => {
  const answer = answererOf(handle);
  return (call) => {
    const cancelTimer = after(longestMs, () => {
      call.emit('error', toStatus(new Failure('deadline_exceeded', `not done within ${longestMs} ms`), ''));
    });
    call.once('cancelled', cancelTimer);
    void serve(call, answer);
  };
};

const serve = async (call: Stream, answer: (message: unknown) => unknown): Promise<void> => {
  try {
    for await (const message of call) {
      if (call.cancelled) return;
      await written(call, answer(message));
      if (call.cancelled) return;
      await loopTurn();
    }
    call.end();
  } catch {
    // The caller has gone.
  }
};

/** Resolves when the reader has taken the answer, or has gone. */
const written = (call: Stream, answer: unknown): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      call.off('cancelled', done);
      resolve();
    };
    call.once('cancelled', done);
    call.write(answer, done);
  });

/** The handler as a function, by a stream that has one message to give and takes one answer. */
const answererOf =
  (handle: (stream: Stream) => void) =>
  (message: unknown): unknown => {
    let answer: unknown;
    const stream = Object.assign(new EventEmitter(), {
      write: (written: unknown) => {
        answer = written;
        return true;
      },
      end: () => undefined,
    });
    handle(stream as unknown as Stream);
    stream.emit('data', message);
    return answer;
  };
