import type { EventEmitter } from 'node:events';
import type {
  handleBidiStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
  ServerDuplexStream,
  ServerWritableStream,
} from '@grpc/grpc-js';
import { loopTurn } from '../../concurrency/turns.ts';
import type { MessageMeter } from '../protection/message-meter.ts';
import type { BidiUseCase, Repeatable, RequestContext, StreamingUseCase, UseCase } from '../request/request-context.ts';
import { answerHeaders, headerOf } from './any-call.ts';
import type { Decode } from './decoding.ts';
import { createEventWaiter } from './event-waiter.ts';
import { type Edge, type Method, serveCall } from './serve-call.ts';

/**
 * Writes every item, one at a time: takes the next from the source only when the transport has
 * room. So a slow reader holds up the source, and memory holds some twenty items whatever the
 * length. After an abort it takes no more; the source's `finally` has run when this returns or
 * throws.
 */
const writeAll = async <Item>(
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

/**
 * Serves a method with one request and one response. Headers, message and status go out together.
 */
export const handleUnary =
  <Request, Response>(
    edge: Edge,
    method: Method,
    decode: Decode<Request>,
    useCase: UseCase<Request, Response>,
  ): handleUnaryCall<Buffer, Response> =>
  (call, callback) =>
    serveCall(edge, method, call, {
      work: (context) => useCase(decode(call.request), context),
      answer: (response, correlationId) => {
        call.sendMetadata(answerHeaders(correlationId));
        callback(null, response);
      },
      refuse: (status) => callback(status),
    });

/**
 * Serves a method with one request and one response, whose request may be sent again under a key.
 */
export const handleRepeatable =
  <Request, Response>(
    edge: Edge,
    method: Method,
    decode: Decode<Request>,
    useCase: UseCase<Repeatable<Request>, Response>,
  ): handleUnaryCall<Buffer, Response> =>
  (call, callback) => {
    const idempotencyKey = headerOf(call, 'idempotency-key');
    const withKey: UseCase<Request, Response> = (request, context) => useCase({ ...request, idempotencyKey }, context);
    handleUnary(edge, method, decode, withKey)(call, callback);
  };

/** Serves a call with many responses, at the reader's pace. */
const serveStream = <Response>(
  edge: Edge,
  method: Method,
  call: ServerWritableStream<unknown, Response> | ServerDuplexStream<Buffer, Response>,
  responsesOf: (context: RequestContext) => AsyncIterable<Response>,
): void =>
  serveCall(edge, method, call, {
    work: async (context) => {
      const responses = responsesOf(context);
      call.sendMetadata(answerHeaders(context.correlationId));
      await writeAll(responses, call, context.signal);
    },
    answer: () => call.end(),
    refuse: (status) => call.emit('error', status),
  });

/** Serves a method with one request and many responses, at the reader's pace. */
export const handleServerStream =
  <Request, Response>(
    edge: Edge,
    method: Method,
    decode: Decode<Request>,
    useCase: StreamingUseCase<Request, Response>,
  ): handleServerStreamingCall<Buffer, Response> =>
  (call) =>
    serveStream(edge, method, call, (context) => useCase(decode(call.request), context));

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
    serveStream(edge, method, call, (context) => {
      const meter = edge.limiter?.meterMessages(context.caller);
      return useCase(requestsOf(call, decode, context.signal, meter), context);
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
