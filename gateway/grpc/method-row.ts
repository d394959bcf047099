import { type MethodDefinition, type Server, type sendUnaryData, status, type UntypedHandleCall } from '@grpc/grpc-js';
import type { Scope } from '../../domain/caller.ts';
import { Failure } from '../../domain/errors.ts';
import type { RequestMetrics } from '../../telemetry/request-metrics.ts';
import { correlationHeader, correlationIdFrom } from '../correlation.ts';
import { type Encodable, encoder } from '../encoding.ts';
import { type AnyCall, headerOf } from './any-call.ts';
import { tolerant } from './decoding.ts';
import type { Edge, Method } from './serve-call.ts';
import { toStatus } from './status.ts';

/** One RPC, ready to be added to a server. */
export interface MethodRow {
  register(server: Server, edge: Edge): void;
}

/** What a row says of its RPC besides the use case. */
export interface MethodRules<Request, Response extends object> {
  /** The generated definition. */
  readonly rpc: MethodDefinition<Request, Response>;
  /** The generated type of its answers. */
  readonly answer: Encodable<Response>;
  /** The right that the caller's key must carry. */
  readonly scope: Scope;
  /** Where its answers are counted; undefined for services that have no metrics yet. */
  readonly metrics: RequestMetrics | undefined;
}

/** How one kind of call is served: its name in grpc-js, and the handler made from a use case. */
export interface CallKind<Served> {
  readonly type: 'unary' | 'serverStream' | 'bidi';
  readonly handle: (edge: Edge, method: Method, useCase: Served) => UntypedHandleCall;
}

/** The row of an RPC. Without a use case it answers UNIMPLEMENTED, whoever calls. */
export const methodRow = <Request, Response extends object, Served>(
  { type, handle }: CallKind<Served>,
  { rpc, answer, scope, metrics }: MethodRules<Request, Response>,
  useCase: Served | undefined,
): MethodRow => ({
  register: (server, edge) => {
    const name = rpc.path.slice(1);
    const record = metrics?.bind(name.slice(name.indexOf('/') + 1)) ?? (() => {});
    const method = { name, scope, record, isStream: type !== 'unary' };
    const handler = useCase === undefined ? refuseUnimplemented(method) : handle(edge, method, useCase);
    server.register(rpc.path, handler, encoder(answer), tolerant(rpc.requestDeserialize), type);
  },
});

/** Answers every call UNIMPLEMENTED; a unary call brings a callback, a stream takes the error as an event. */
const refuseUnimplemented =
  ({ name, record }: Method) =>
  (call: AnyCall, callback?: sendUnaryData<never>): void => {
    record(status[status.UNIMPLEMENTED], 0);
    const failure = new Failure('unimplemented', `${name} is not available yet`);
    const refusal = toStatus(failure, correlationIdFrom(headerOf(call, correlationHeader)));
    if (callback === undefined) call.emit('error', refusal);
    else callback(refusal);
  };
