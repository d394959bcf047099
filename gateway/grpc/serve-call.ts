import type { StatusObject } from '@grpc/grpc-js';
import type { Scope } from '../../domain/caller.ts';
import type { Failure } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { RecordAnswer } from '../../telemetry/request-metrics.ts';
import { enterTrace } from '../../telemetry/tracing.ts';
import { type Authenticator, keyFromHeaders, requireScope } from '../auth.ts';
import { correlationHeader, correlationIdFrom } from '../correlation.ts';
import { codeName, errorTable } from '../errors/error-table.ts';
import { failureFrom } from '../errors/leak-policy.ts';
import { logFailure } from '../errors/log-failure.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import type { LoadShedder } from '../protection/load-shedder.ts';
import type { RequestContext } from '../request-context.ts';
import { type RequestSignal, requestSignal } from '../request-signal.ts';
import { inUseCase } from '../use-case-span.ts';
import { type AnyCall, headerOf } from './any-call.ts';
import { reasonOfCancel, timeoutOf } from './deadline.ts';
import { toStatus } from './status.ts';

/** What every call needs of the server. */
export interface Edge {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Left out: keys have no limits. */
  readonly limiter?: Pick<KeyLimiter, 'admit' | 'openStream'> | undefined;
  /** Told of every call but streams; left out: nobody is. */
  readonly shedder?: Pick<LoadShedder, 'begin' | 'end'> | undefined;
  readonly log: Logger;
  /** The injected clock. */
  readonly now: () => Date;
  /** The deadline of a unary call whose caller sets none. */
  readonly defaultDeadlineMs: number;
  /** The streams that are open, so that a shutdown can end them. */
  readonly openStreams: Set<RequestSignal>;
}

/** What is known of a method before anybody calls it. */
export interface Method {
  /** `svc.public.v1.Pricing/CalculatePrice`. */
  readonly name: string;
  readonly scope: Scope;
  readonly isStream: boolean;
  readonly record: RecordAnswer;
}

/** What a kind of call does differently. At most one of `answer` and `refuse` is called, once. */
export interface Handling<Result> {
  readonly work: (context: RequestContext) => Promise<Result>;
  readonly answer: (result: Result) => void;
  readonly refuse: (status: StatusObject) => void;
}

/**
 * One call from its arrival to its answer, the same for every kind: correlation id, trace, deadline, key, scope, the work, and
 * the status. A call is refused as soon as its signal is aborted (deadline, caller gone, shutdown), without waiting for the
 * work to notice; what the work does after that is ignored.
 */
export const serveCall = <Result>(edge: Edge, method: Method, call: AnyCall, handling: Handling<Result>): void => {
  const startedAtMs = performance.now();
  const correlationId = correlationIdFrom(headerOf(call, correlationHeader));
  // A stream lasts as long as its reader likes.
  const shedder = method.isStream ? undefined : edge.shedder;
  shedder?.begin();

  const serve = async (traceparent: string | undefined): Promise<void> => {
    const request = requestSignal({
      timeoutMs: timeoutOf(call, method.isStream ? undefined : edge.defaultDeadlineMs),
      onAbort: (reason) => refuse(reason),
    });
    if (method.isStream) edge.openStreams.add(request);
    let ended = false;
    let closeStream: (() => void) | undefined;
    const end = (code: string): boolean => {
      if (ended) return false;
      ended = true;
      request.release();
      edge.openStreams.delete(request);
      closeStream?.();
      const tookMs = performance.now() - startedAtMs;
      shedder?.end(tookMs);
      method.record(code, tookMs / 1_000);
      return true;
    };
    const refuse = (thrown: unknown): Failure => {
      const failure = failureFrom(thrown, request.reason);
      const code = codeName(failure.kind);
      if (end(code)) {
        logFailure(edge.log, failure, { code });
        if (!call.cancelled) handling.refuse(toStatus(failure, correlationId));
      }
      return failure;
    };
    // grpc-js emits it at the end of every call, the answered ones included.
    call.once('cancelled', () => {
      if (!ended) request.abort(reasonOfCancel(call));
    });
    try {
      const key = keyFromHeaders(headerOf(call, 'authorization'), headerOf(call, 'x-api-key'));
      const caller = await edge.authenticator.authenticate(key);
      requireScope(caller, method.scope);
      const admission = edge.limiter?.admit(caller);
      if (admission?.kind === 'refused') throw admission.failure;
      if (request.reason !== undefined) throw request.reason;
      if (method.isStream) closeStream = edge.limiter?.openStream(caller);
      const context: RequestContext = {
        caller,
        correlationId,
        traceparent,
        get signal() {
          return request.signal;
        },
        now: edge.now,
      };
      const result = await inUseCase(method.name, () => handling.work(context));
      if (end('OK')) handling.answer(result);
    } catch (thrown) {
      const failure = refuse(thrown);
      // The caller has its answer; thrown on for the span, which records what is our fault.
      if (errorTable[failure.kind].ours) throw failure;
    }
  };

  const entry = {
    name: method.name,
    kind: 'server',
    traceparent: headerOf(call, 'traceparent'),
    context: { correlationId, requestId: correlationId, component: 'grpc', layer: 'gateway' },
  } as const;
  enterTrace(entry, serve).catch(() => {});
};
