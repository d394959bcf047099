import type { handleUnaryCall } from '@grpc/grpc-js';
import type { UseCase } from '../request/request-context.ts';
import { answerHeaders } from './any-call.ts';
import type { Decode } from './decoding.ts';
import { type Edge, type Method, serveCall } from './serve-call.ts';

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
