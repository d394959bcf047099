import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js';
import { loopTurn } from '../../concurrency/turns.ts';
import type { MessageMeter } from '../protection/message-meter.ts';
import type { BidiUseCase } from '../request/request-context.ts';
import { answerHeaders } from './any-call.ts';
import type { Decode } from './decoding.ts';
import { createEventWaiter } from './event-waiter.ts';
import { type Edge, type Method, serveCall } from './serve-call.ts';
import { writeAll } from './write-all.ts';

/**
 * Serves a method with many requests and many responses. Requests are read ahead by at most the
 * stream's buffer (16 messages); beyond that, and while the key is over its rate, the transport's
 * flow control holds the caller up. Responses go out at the reader's pace.
 */
export const handleBidi =
  <Request, Response>(
    edge: Edge,
    method: Method,
    decode: Decode<Request>,
    useCase: BidiUseCase<Request, Response>,
  ): handleBidiStreamingCall<Buffer, Response> =>
  (call) =>
    serveCall(edge, method, call, {
      work: async (context) => {
        const meter = edge.limiter?.meterMessages(context.caller);
        const responses = useCase(requestsOf(call, decode, context.signal, meter), context);
        call.sendMetadata(answerHeaders(context.correlationId));
        await writeAll(responses, call, context.signal);
      },
      answer: () => call.end(),
      refuse: (status) => call.emit('error', status),
    });

/**
 * The requests in order; throws the signal's reason when it is aborted, and what the decoder has
 * against a message.
 */
async function* requestsOf<Request>(
  call: ServerDuplexStream<Buffer, unknown>,
  decode: Decode<Request>,
  signal: AbortSignal,
  meter: MessageMeter | undefined,
): AsyncGenerator<Request> {
  const more = createEventWaiter(call, ['readable', 'end'], signal);
  try {
    for (;;) {
      signal.throwIfAborted();
      const incoming: Buffer | null = call.read();
      if (incoming !== null) {
        const turn = meter?.(signal);
        if (turn !== undefined) await turn;
        yield decode(incoming);
      } else if (call.readableEnded) return await streamEnded(signal);
      else await more.next();
    }
  } finally {
    more.release();
  }
}

/**
 * A caller that hangs up looks like one that is done until the transport tells, a turn later: half
 * a list is no list.
 */
const streamEnded = async (signal: AbortSignal): Promise<void> => {
  await loopTurn();
  signal.throwIfAborted();
};
