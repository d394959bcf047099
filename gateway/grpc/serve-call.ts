import type { StatusObject } from '@grpc/grpc-js';
import type { Caller, Scope } from '../../domain/callers/caller.ts';
import { Failure } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { RecordAnswer } from '../../telemetry/request-metrics.ts';
import { type Attributes, annotateSpan, enterTrace } from '../../telemetry/tracing.ts';
import { type AuditDesk, recordUnauthenticatedCall } from '../audit/audit-desk.ts';
import { type Authenticator, keyFromHeaders, requireScope } from '../auth/authenticator.ts';
import type { ConnectedCallers } from '../auth/connected-callers.ts';
import { codeName, errorTable } from '../errors/error-table.ts';
import { failureFrom, logFailure } from '../errors/failures.ts';
import { type CallerAddress, peerAddress } from '../protection/caller-address.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import type { LoadShedder } from '../protection/load-shedder.ts';
import { correlationHeader, correlationIdFrom } from '../request/correlation.ts';
import { type MaybePromise, thenMaybe } from '../request/maybe-promise.ts';
import { type RequestContext, withUseCaseSpan } from '../request/request-context.ts';
import { callerGone, type RequestSignal, requestSignal } from '../request/request-signal.ts';
import { type AnyCall, headerOf } from './any-call.ts';
import { statusAttributes } from './span-attributes.ts';
import { toStatus } from './status.ts';

/**
 * The caller's time: grpc-js reads it from `grpc-timeout` and ends the call by itself when it has
 * passed.
 */

const deadlineMsOf = (call: AnyCall): number => Number(call.getDeadline());

/**
 * How long the call may take by our own clock: the default where the caller sets no deadline, else
 * nothing of ours.
 */
const timeoutOf = (call: AnyCall, defaultMs: number | undefined): number | undefined =>
  Number.isFinite(deadlineMsOf(call)) ? undefined : defaultMs;

/** The caller's own timer often hangs up a moment before ours has run out. */
const toleranceMs = 25;

/** Why grpc-js has cancelled the call: its deadline has passed, or the caller hung up. */
const reasonOfCancel = (call: AnyCall): Failure =>
  Date.now() >= deadlineMsOf(call) - toleranceMs
    ? new Failure('deadline_exceeded', "the caller's deadline has passed")
    : callerGone();

/** What every call needs of the server. */
export interface Edge {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Called for calls without a known caller; left out: they are not recorded. */
  readonly audit?: Pick<AuditDesk, 'refused'> | undefined;
  /** Left out: that of the connection. */
  readonly callerAddress?: CallerAddress | undefined;
  /** Left out: keys have no limits. */
  readonly limiter?: Pick<KeyLimiter, 'openStream' | 'meterMessages'> | undefined;
  /** Ends streams whose caller may not have them any more; left out: they are not ended. */
  readonly connected?: Pick<ConnectedCallers, 'follow'> | undefined;
  /** Called for every call but streams; left out: they are not recorded. */
  readonly shedder?: Pick<LoadShedder, 'begin' | 'end'> | undefined;
  readonly log: Logger;
  /** The injected clock. */
  readonly now: () => Date;
  /** The deadline of a unary call whose caller sets none. */
  readonly defaultDeadlineMs: number;
  /**
   * The streams that are open, each with its peer, so that a shutdown or the end of a connection
   * can end them.
   */
  readonly openStreams: Map<RequestSignal, string>;
}

/** What is known of a method before anybody calls it. */
export interface Method {
  /** `svc.public.v1.Pricing/CalculatePrice`. */
  readonly name: string;
  readonly scope: Scope;
  readonly isStream: boolean;
  readonly record: RecordAnswer;
  /** Of its spans, by OpenTelemetry's conventions for remote procedure calls. */
  readonly attributes: Attributes;
}

/** What a kind of call does differently. At most one of `answer` and `refuse` is called, once. */
export interface Handling<Result> {
  readonly work: (context: RequestContext) => MaybePromise<Result>;
  readonly answer: (result: Result, correlationId: string) => void;
  readonly refuse: (status: StatusObject) => void;
}

/** One call in progress. */
interface Served {
  readonly edge: Edge;
  readonly method: Method;
  readonly call: AnyCall;
  readonly refuse: Handling<never>['refuse'];
  readonly correlationId: string;
  readonly startedAtMs: number;
  /** Made when the call has to wait, or somebody asks for its signal. */
  request: RequestSignal | undefined;
  closeStream: (() => void) | undefined;
  /** Undefined until it is known. */
  caller: Caller | undefined;
  hasEnded: boolean;
}

/**
 * One call from its arrival to its answer, the same for every kind: correlation id, trace,
 * deadline, key, scope, the work, and the status. A call is refused as soon as its signal is
 * aborted (deadline, caller gone, shutdown), without waiting for the work to notice; what the work
 * does after that is ignored. A call whose caller is remembered and whose work answers at once is
 * over before anything could abort it: no timer is set for it, and no listener for its
 * cancellation.
 */
export const serveCall = <Result>(edge: Edge, method: Method, call: AnyCall, handling: Handling<Result>): void => {
  const startedAtMs = performance.now();
  const correlationId = correlationIdFrom(headerOf(call, correlationHeader));
  // A stream lasts as long as its reader likes.
  if (!method.isStream) edge.shedder?.begin();
  const served: Served = {
    edge,
    method,
    call,
    refuse: handling.refuse,
    correlationId,
    startedAtMs,
    request: undefined,
    closeStream: undefined,
    caller: undefined,
    hasEnded: false,
  };
  const entry = {
    name: method.name,
    kind: 'server',
    traceparent: headerOf(call, 'traceparent'),
    tracestate: headerOf(call, 'tracestate'),
    attributes: method.attributes,
    context: { correlationId, requestId: correlationId, component: 'grpc', layer: 'gateway' },
  } as const;
  try {
    const done = enterTrace(entry, (traceparent) => serve(served, handling, traceparent));
    if (done instanceof Promise) done.catch(() => undefined);
  } catch {
    // Refused already; it was thrown for the span.
  }
};

const serve = <Result>(
  served: Served,
  handling: Handling<Result>,
  traceparent: string | undefined,
): MaybePromise<void> => {
  const { edge, call } = served;
  try {
    const key = keyFromHeaders(headerOf(call, 'authorization'), headerOf(call, 'x-api-key'));
    const result = thenMaybe(
      edge.authenticator.authenticate(key, () => addressOf(edge, call)),
      (caller) => {
        served.caller = caller;
        admit(served, caller);
        if (served.method.isStream) follow(served, caller, key);
        const context = new CallContext(served, caller, traceparent);
        return withUseCaseSpan(served.method.name, () => handling.work(context));
      },
    );
    if (result instanceof Promise) return answerLater(served, handling, result);
    answer(served, handling, result);
  } catch (thrown) {
    refuseAndThrow(served, thrown);
  }
};

const addressOf = ({ callerAddress = peerAddress }: Edge, call: AnyCall): string | undefined =>
  // grpc-js puts the port behind it, to IPv6 without brackets too.
  callerAddress({
    peer: call.getPeer().replace(/:\d+$/, ''),
    forwardedFor: call.metadata.get('x-forwarded-for').join(','),
  });

const answerLater = async <Result>(
  served: Served,
  handling: Handling<Result>,
  result: Promise<Result>,
): Promise<void> => {
  try {
    const { call } = served;
    const request = requestOf(served);
    if (served.method.isStream) served.edge.openStreams.set(request, call.getPeer());
    // grpc-js emits it at the end of every call, the answered ones included.
    call.once('cancelled', () => {
      if (!served.hasEnded) request.abort(reasonOfCancel(call));
    });
    answer(served, handling, await result);
  } catch (thrown) {
    refuseAndThrow(served, thrown);
  }
};

/** Throws unless the caller may have the call served. */
const admit = (served: Served, caller: Caller): void => {
  const { edge, method } = served;
  requireScope(caller, method.scope);
  if (served.request?.reason !== undefined) throw served.request.reason;
  if (method.isStream) served.closeStream = edge.limiter?.openStream(caller);
};

/** Has a stream end when its caller may not have it any more. */
const follow = (served: Served, caller: Caller, credential = ''): void => {
  const { edge, method, closeStream } = served;
  const { scope } = method;
  const end = (reason: Failure): void => requestOf(served).abort(reason);
  const unfollow = edge.connected?.follow({ credential, caller, scope, end });
  served.closeStream = () => {
    closeStream?.();
    unfollow?.();
  };
};

/**
 * A class, because an object with a getter of its own takes as long to make as all the rest of a
 * call here.
 */
class CallContext implements RequestContext {
  readonly caller: Caller;
  readonly correlationId: string;
  readonly traceparent: string | undefined;
  readonly now: () => Date;
  private readonly served: Served;

  constructor(served: Served, caller: Caller, traceparent: string | undefined) {
    this.caller = caller;
    this.correlationId = served.correlationId;
    this.traceparent = traceparent;
    this.now = served.edge.now;
    this.served = served;
  }

  get signal(): AbortSignal {
    return requestOf(this.served).signal;
  }
}

/**
 * The signal of a call; its deadline counts from when it is first asked for, in the same turn as
 * the call came.
 */
const requestOf = (served: Served): RequestSignal => {
  served.request ??= requestSignal({
    timeoutMs: timeoutOf(served.call, served.method.isStream ? undefined : served.edge.defaultDeadlineMs),
    onAbort: (reason) => refuse(served, reason),
  });
  return served.request;
};

/** Whether the call had not ended before. */
const end = (served: Served, code: string): boolean => {
  if (served.hasEnded) return false;
  served.hasEnded = true;
  const { edge, method, request } = served;
  if (request !== undefined) {
    request.release();
    edge.openStreams.delete(request);
  }
  served.closeStream?.();
  const tookMs = performance.now() - served.startedAtMs;
  if (!method.isStream) edge.shedder?.end(tookMs);
  method.record(code, tookMs / 1_000);
  annotateSpan(statusAttributes[code]);
  return true;
};

const answer = <Result>(served: Served, handling: Handling<Result>, result: Result): void => {
  if (end(served, 'OK')) handling.answer(result, served.correlationId);
};

const refuse = (served: Served, thrown: unknown): Failure => {
  const { edge, method, call, correlationId } = served;
  const failure = failureFrom(thrown, served.request?.reason);
  const code = codeName(failure.kind);
  if (served.caller === undefined)
    recordUnauthenticatedCall(edge.audit, failure, {
      origin: addressOf(edge, call),
      requestId: correlationId,
      operation: method.name,
    });
  if (end(served, code)) {
    logFailure(edge.log, failure, { code });
    if (!call.cancelled) served.refuse(toStatus(failure, correlationId));
  }
  return failure;
};

/** The caller has its answer; what is our fault is thrown on for the span, which records it. */
const refuseAndThrow = (served: Served, thrown: unknown): void => {
  const failure = refuse(served, thrown);
  if (errorTable[failure.kind].ours) throw failure;
};
