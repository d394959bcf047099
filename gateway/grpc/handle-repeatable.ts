import type { handleUnaryCall } from '@grpc/grpc-js';
import type { UseCase } from '../request/request-context.ts';
import { headerOf } from './any-call.ts';
import type { Decode } from './decoding.ts';
import { handleUnary } from './handle-unary.ts';
import type { Edge, Method } from './serve-call.ts';

/**
 * A request that may be sent again, with the key of its metadata `idempotency-key`; left out: it
 * has none.
 */
export type Repeatable<Request> = Request & { readonly idempotencyKey?: string | undefined };

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
