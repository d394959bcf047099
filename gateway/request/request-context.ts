import type { AuditedAction } from '../../domain/audit/record.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { withSpan } from '../../telemetry/tracing.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** What every use case knows of the request it serves, whichever edge it came through. */
export interface RequestContext {
  readonly caller: Caller;
  /**
   * Taken from the caller's `x-correlation-id` or made here; goes into every event, outgoing call,
   * log line and error.
   */
  readonly correlationId: string;
  /** W3C trace context of the entry span; undefined when the request is not traced. */
  readonly traceparent: string | undefined;
  /** Aborted when the caller goes away or its deadline passes. */
  readonly signal: AbortSignal;
  /** The injected clock. */
  readonly now: () => Date;
  /** What an operator does by it, which is recorded; left out: nothing. */
  readonly act?: AuditedAction | undefined;
}

/**
 * One operation of the contract: takes and returns messages of `svc.public.v1`, checks its input
 * itself, and throws nothing but `Failure` for what a caller can cause. gRPC and HTTP call the same
 * function. It may answer at once; whatever it throws, it throws as a rejection.
 */
export type UseCase<Request, Response> = (request: Request, context: RequestContext) => MaybePromise<Response>;

/**
 * An operation that answers with many messages; the generator stops its source when it is returned
 * or thrown into.
 */
export type StreamingUseCase<Request, Response> = (
  request: Request,
  context: RequestContext,
) => AsyncIterable<Response>;

/**
 * An operation with many requests and many responses; it takes requests as it can and ends when it
 * has answered them.
 */
export type BidiUseCase<Request, Response> = (
  requests: AsyncIterable<Request>,
  context: RequestContext,
) => AsyncIterable<Response>;

/** A request that says nothing but what it is. */
export type EmptyRequest = Readonly<Record<never, never>>;

/** A request, as either edge reads it, that may be sent again. */
export type Repeatable<Request> = Request & {
  /** The `Idempotency-Key` that it came with; left out: none. */
  readonly idempotencyKey?: string | undefined;
};

/**
 * Runs a use case inside a span of its own, beneath that of its edge: what comes before is decoding
 * and admission.
 */
export const withUseCaseSpan = <Result>(operation: string, work: () => Result): Result =>
  withSpan({ name: 'use case', attributes: () => ({ operation }) }, work);
