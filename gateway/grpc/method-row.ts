import type { MethodDefinition, Server, UntypedHandleCall } from '@grpc/grpc-js';
import type { Scope } from '../../domain/callers/caller.ts';
import type { RequestMetrics } from '../../telemetry/request-metrics.ts';
import { type Encodable, encoder } from '../request/encoding.ts';
import { boundedDecoder, type Decode, unboundedDecoder } from './decoding.ts';
import type { GuardedMethod } from './door/guarded-method.ts';
import type { Edge, Method } from './serve-call.ts';
import { rpcAttributes } from './span-attributes.ts';

/** One RPC, ready to be added to a server. */
export interface MethodRow {
  /** `/svc.public.v1.Catalog/GetProduct`. */
  readonly path: string;
  /** What the door asks of its callers. */
  guarded(maxMessageBytes: number): GuardedMethod;
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
  /** Tags and lengths that a request may have; left out: as many as suit any but long lists. */
  readonly maxReads?: number;
}

/** How one kind of call is served: its name in grpc-js, and the handler made from a use case. */
export interface CallKind<Request, Served> {
  readonly type: 'unary' | 'serverStream' | 'bidi';
  readonly handle: (edge: Edge, method: Method, decode: Decode<Request>, useCase: Served) => UntypedHandleCall;
}

/**
 * Of a stream of requests sixteen are read ahead, so none of them may be as large as a request that
 * comes alone.
 */
const maxStreamedBytes = 65_536;

/** The row of an RPC. Without a use case every call is answered UNIMPLEMENTED at the door. */
export const methodRow = <Request, Response extends object, Served>(
  { type, handle }: CallKind<Request, Served>,
  { rpc, answer, scope, metrics, maxReads }: MethodRules<Request, Response>,
  useCase: Served | undefined,
): MethodRow => {
  const name = rpc.path.slice(1);
  const record = metrics?.bind(name.slice(name.indexOf('/') + 1), 'grpc') ?? (() => {});
  const isRequestStream = type === 'bidi';
  return {
    path: rpc.path,
    guarded: (most) => {
      if (useCase === undefined) return { kind: 'absent', name, record };
      const maxMessageBytes = isRequestStream ? Math.min(most, maxStreamedBytes) : most;
      return { kind: 'keyed', name, scope, record, isRequestStream, maxMessageBytes };
    },
    register: (server, edge) => {
      if (useCase === undefined) return;
      const method = { name, scope, record, attributes: rpcAttributes(name), isStream: type !== 'unary' };
      const handler = handle(edge, method, boundedDecoder(rpc.requestDeserialize, maxReads), useCase);
      server.register(rpc.path, handler, encoder(answer), unboundedDecoder, type);
    },
  };
};
