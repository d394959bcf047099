import type { handleServerStreamingCall } from '@grpc/grpc-js';
import type { StreamingUseCase } from '../request/request-context.ts';
import { answerHeaders } from './any-call.ts';
import type { Decode } from './decoding.ts';
import { type Edge, type Method, serveCall } from './serve-call.ts';
import { writeAll } from './write-all.ts';

/** Serves a method with one request and many responses, at the reader's pace. */
export const handleServerStream =
  <Request, Response>(
    edge: Edge,
    method: Method,
    decode: Decode<Request>,
    useCase: StreamingUseCase<Request, Response>,
  ): handleServerStreamingCall<Buffer, Response> =>
  (call) =>
    serveCall(edge, method, call, {
      work: async (context) => {
        const responses = useCase(decode(call.request), context);
        call.sendMetadata(answerHeaders(context.correlationId));
        await writeAll(responses, call, context.signal);
      },
      answer: () => call.end(),
      refuse: (status) => call.emit('error', status),
    });
