import type { BidiStream, ServerStream, Unary } from './contract.ts';

/** What a call is made with. */
export interface CallContext {
  /** Ends the call: the caller's signal and the deadline together. */
  readonly signal: AbortSignal;
  /** When the call must have ended, in milliseconds since 1970; undefined: when it is done. */
  readonly deadline: number | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Where a watch stands, so that it can go on after a broken connection. */
export interface WatchPosition {
  /** The id of the last event, where the transport has ids. */
  lastEventId?: string;
}

/** A way to the service. Every failure of it is an OfferstreamError. */
export interface Transport {
  unary<Request, Response>(
    operation: Unary<Request, Response>,
    request: Request,
    context: CallContext,
  ): Promise<Response>;
  serverStream<Request, Response>(
    operation: ServerStream<Request, Response>,
    request: Request,
    context: CallContext,
    position: WatchPosition,
  ): AsyncIterable<Response>;
  bidiStream<Request, Response>(
    operation: BidiStream<Request, Response>,
    requests: AsyncIterable<Request> | Iterable<Request>,
    context: CallContext,
  ): AsyncIterable<Response>;
  /** Gives back what it holds; calls in flight end. */
  close(): void;
}
