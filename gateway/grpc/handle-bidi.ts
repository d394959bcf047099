import { setImmediate as nextTurn } from 'node:timers/promises';
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import type { BidiUseCase } from '../request-context.ts';
import { answerHeaders } from './any-call.ts';
import { decoded, type Incoming } from './decoding.ts';
import { firstEvent } from './first-event.ts';
import { type Edge, type Method, serveCall } from './serve-call.ts';
import { writeAll } from './write-all.ts';

/**
 * Serves a method with many requests and many responses. Requests are read ahead by at most the stream's buffer (16 messages);
 * beyond that the transport's flow control holds the caller up. Responses go out at the reader's pace.
 */
export const handleBidi =
  <Request, Response>(
    edge: Edge,
    method: Method,
    useCase: BidiUseCase<Request, Response>,
  ): handleBidiStreamingCall<Incoming<Request>, Response> =>
  (call) =>
    serveCall(edge, method, call, {
      work: async (context) => {
        const responses = useCase(requestsOf(call, context.signal), context);
        call.sendMetadata(answerHeaders(context.correlationId));
        await writeAll(responses, call, context.signal);
      },
      answer: () => call.end(),
      refuse: (status) => call.emit('error', status),
    });

/** The requests in order; throws the signal's reason when it is aborted, and `invalid_argument` for a malformed message. */
async function* requestsOf<Request>(
  call: ServerDuplexStream<Incoming<Request>, unknown>,
  signal: AbortSignal,
): AsyncGenerator<Request> {
  for (;;) {
    signal.throwIfAborted();
    const incoming: Incoming<Request> | null = call.read();
    if (incoming !== null) yield decoded(incoming);
    else if (call.readableEnded) return hungUpOrDone(signal);
    else await firstEvent(call, ['readable', 'end'], signal);
  }
}

/** A caller that hangs up looks like one that is done until the transport tells, a turn later: half a list is no list. */
const hungUpOrDone = async (signal: AbortSignal): Promise<void> => {
  await nextTurn();
  signal.throwIfAborted();
};
