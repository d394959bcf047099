/**
 * The door of the gRPC edge: every call is judged where its stream begins, from its headers alone,
 * before grpc-js knows of it. grpc-js has no such place. The first that it tells of a call, to an
 * interceptor, has cost two thirds of what answering costs, and it inflates and decodes a message
 * before any handler is asked.
 *
 * Refused are, in this order: what is no call or of no method; what is too much (`LoadShedder`);
 * compressed messages, which nothing here inflates; methods of the contract without a known caller
 * who is admitted; and more concurrent calls than the limit for, of what anybody may call. Until
 * then nothing that the caller sends is read. Calls that are let in are followed: their messages
 * must come whole, in time, and be no larger than their method takes.
 */
import {
  constants,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import type { Caller } from '../../../domain/callers/caller.ts';
import { Failure, unavailable } from '../../../domain/errors.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { Refusal } from '../../../telemetry/metrics.ts';
import { type AuditDesk, recordUnauthenticatedCall } from '../../audit/audit-desk.ts';
import { type Authenticator, keyFromHeaders, requireScope } from '../../auth/authenticator.ts';
import { codeName } from '../../errors/error-table.ts';
import { failureFrom, logFailure } from '../../errors/failures.ts';
import { type CallerAddress, peerAddress } from '../../protection/caller-address.ts';
import type { KeyLimiter } from '../../protection/key-limiter.ts';
import { type LoadShedder, overloaded } from '../../protection/load-shedder.ts';
import { correlationHeader, correlationIdFrom } from '../../request/correlation.ts';
import { http2ServersOf } from '../http2-servers.ts';
import { type Connection, connectionOf } from './connection.ts';
import type { AbsentMethod, GuardedMethod, KeyedMethod, OpenMethod } from './guarded-method.ts';
import { patienceMsOf } from './patience.ts';
import { createProbeAllowance } from './probe-allowance.ts';
import { type DrainRefused, refusalHeaders, refuseForeign, refuseStream, terminateStream } from './refuse-stream.ts';
import { type BufferLimits, type CallTrackingContext, TrackedCall } from './tracked-call.ts';
import { startWaitingCalls, type WaitingCall, type WaitingCalls } from './waiting-calls.ts';

/** A call that was refused, until its caller closes its half. */
class RefusedCall implements WaitingCall {
  sinceMs = 0;
  isWaiting = false;
  previous: WaitingCall | undefined = undefined;
  next: WaitingCall | undefined = undefined;
  private readonly stream: ServerHttp2Stream;

  constructor(stream: ServerHttp2Stream) {
    this.stream = stream;
  }

  stillWaits(): boolean {
    return !(this.stream.destroyed || this.stream.closed);
  }

  tooLate(): void {
    this.stream.close(constants.NGHTTP2_NO_ERROR);
  }
}

/** What the door decides by. */
export interface StreamGuardOptions {
  /** By path: `/svc.public.v1.Catalog/GetProduct`. */
  readonly methods: ReadonlyMap<string, GuardedMethod>;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Called for calls without a known caller; left out: they are not recorded. */
  readonly audit?: Pick<AuditDesk, 'refused'> | undefined;
  /** Left out: that of the connection. */
  readonly callerAddress?: CallerAddress | undefined;
  /** Left out: keys have no limits. */
  readonly limiter?: Pick<KeyLimiter, 'admit'> | undefined;
  /** Left out: nothing is refused, whatever the load. */
  readonly shedder?: Pick<LoadShedder, 'shouldRefuse' | 'refuse' | 'begin' | 'end'> | undefined;
  readonly onRefused: (reason: Refusal) => void;
  readonly log: Logger;
  /**
   * How long a request may take to come whole; of a stream, the first message and each that has
   * begun.
   */
  readonly requestMs: number;
  readonly kept: BufferLimits;
}

/** A call that has come, and how to let it in. */
interface Arrival {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly connection: Connection;
  readonly enter: () => void;
}

/** Why a call is turned away, how long that took to find out, and whose it is, if that is known. */
interface Refused {
  readonly thrown: unknown;
  readonly tookMs: number;
  readonly caller?: Caller;
}

/** How long a refused caller has to close its half of the stream. */
const seeOffMs = 250;

/**
 * Streams that wait at a time for their callers to be looked up; of each no more is kept than
 * HTTP/2 lets come unread.
 */
const maxLookUps = 2_000;

/**
 * What anybody can be refused with by the thousand, written once: to make it costs more than all
 * the rest of a refusal. The correlation id stands in the trailers anyway.
 */
const fixed = {
  overload: refusalHeaders(overloaded(), ''),
  noSuchMethod: refusalHeaders(new Failure('unimplemented', 'there is no such method'), ''),
  compressed: refusalHeaders(
    new Failure('unimplemented', 'compressed messages are not taken; send them with grpc-encoding: identity'),
    '',
  ),
  noPlace: refusalHeaders(new Failure('exhausted', 'too many calls of this method', { retryAfterMs: 1_000 }), ''),
};

const ignore = (): void => undefined;

const isGrpc = (contentType: string | undefined): boolean => contentType?.startsWith('application/grpc') === true;

const single = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

const correlationIdOf = (headers: IncomingHttpHeaders): string => correlationIdFrom(single(headers[correlationHeader]));

const isCompressed = ({ 'grpc-encoding': encoding }: IncomingHttpHeaders): boolean =>
  encoding !== undefined && encoding !== 'identity';

/** The door of one server. */
class StreamGuard {
  private readonly options: StreamGuardOptions;
  private readonly following: CallTrackingContext;
  private readonly isProbeAllowed = createProbeAllowance();
  private readonly leaving: WaitingCalls;
  private lookUps = 0;
  readonly stop: () => void;

  constructor(options: StreamGuardOptions) {
    this.options = options;
    const waiting = startWaitingCalls(options.requestMs);
    this.leaving = startWaitingCalls(seeOffMs);
    this.stop = () => {
      waiting.stop();
      this.leaving.stop();
    };
    this.following = {
      waiting,
      limits: options.kept,
      keptBytes: 0,
      refuse: (stream, failure) => {
        options.onRefused('request');
        terminateStream(stream, refusalHeaders(failure, correlationIdFrom(undefined)));
      },
    };
  }

  judge(arrival: Arrival): void {
    const { stream, headers } = arrival;
    const method = this.options.methods.get(headers[':path'] ?? '');
    if (!isGrpc(headers['content-type'])) refuseForeign(stream, this.seeOff);
    else if (method === undefined) this.refuseBy(arrival, 'noSuchMethod');
    else if (this.isTooMuch(method)) this.refuseOverload(arrival);
    else if (isCompressed(headers)) this.refuseBy(arrival, 'compressed');
    else this.ask[method.kind](arrival, method as never);
  }

  /** What is asked of a caller, by the kind of method. */
  private readonly ask = {
    open: (arrival: Arrival, method: OpenMethod): void => this.letAnybodyIn(arrival, method),
    keyed: (arrival: Arrival, method: KeyedMethod): void => this.identify(arrival, method),
    absent: (arrival: Arrival, { name, record }: AbsentMethod): void => {
      record('UNIMPLEMENTED', 0);
      this.refuse(arrival, new Failure('unimplemented', `${name} is not available yet`));
    },
  };

  private readonly seeOff: DrainRefused = (stream) => {
    const call = new RefusedCall(stream);
    this.leaving.add(call);
    stream.once('close', () => this.leaving.remove(call));
  };

  private refuse({ stream, headers }: Arrival, failure: Failure, correlationId = correlationIdOf(headers)): void {
    refuseStream(stream, refusalHeaders(failure, correlationId), this.seeOff);
  }

  private refuseBy({ stream, headers }: Arrival, why: keyof typeof fixed): void {
    refuseStream(stream, { ...fixed[why], [correlationHeader]: correlationIdOf(headers) }, this.seeOff);
  }

  private refuseOverload(arrival: Arrival): void {
    const { stream, headers } = arrival;
    // One that is reset while its refusal is held has nobody else to hear of it, and what else of
    // it comes is not kept.
    stream.on('error', ignore);
    stream.resume();
    this.options.shedder?.refuse(() => this.refuseBy(arrival, 'overload'), patienceMsOf(headers['grpc-timeout']));
  }

  private isTooMuch(method: GuardedMethod): boolean {
    const { shedder } = this.options;
    if (shedder === undefined) return false;
    return !(method.kind === 'open' && method.isProbe && this.isProbeAllowed()) && shedder.shouldRefuse();
  }

  private letAnybodyIn(arrival: Arrival, method: OpenMethod): void {
    const leave = method.places.tryAcquire(arrival.connection);
    if (leave === undefined) {
      this.options.onRefused('streams');
      this.refuseBy(arrival, 'noPlace');
    } else {
      arrival.stream.once('close', leave);
      this.letIn(arrival, method);
    }
  }

  private identify(arrival: Arrival, method: KeyedMethod): void {
    const { headers } = arrival;
    const key = keyFromHeaders(headers.authorization, single(headers['x-api-key']));
    const known = this.options.authenticator.authenticate(key, () => this.originOf(arrival));
    if (known instanceof Promise) void this.lookUp(arrival, method, known);
    else this.admit(arrival, method, known, 0);
  }

  private originOf({ headers, connection }: Arrival): string | undefined {
    const { callerAddress = peerAddress } = this.options;
    return callerAddress({ peer: connection.address, forwardedFor: single(headers['x-forwarded-for']) });
  }

  private async lookUp(arrival: Arrival, method: KeyedMethod, known: Promise<Caller>): Promise<void> {
    const { shedder } = this.options;
    const startedAtMs = performance.now();
    const tookMs = () => performance.now() - startedAtMs;
    const { stream } = arrival;
    stream.on('error', ignore);
    if (this.lookUps >= maxLookUps) {
      known.catch(() => undefined);
      this.turnAway(arrival, method, { thrown: unavailable('too many callers are looked up', 1_000), tookMs: 0 });
      return;
    }
    this.lookUps += 1;
    shedder?.begin();
    try {
      const caller = await known;
      if (stream.destroyed || stream.closed) method.record('CANCELLED', tookMs() / 1_000);
      else this.admit(arrival, method, caller, tookMs());
    } catch (thrown) {
      this.turnAway(arrival, method, { thrown, tookMs: tookMs() });
    } finally {
      this.lookUps -= 1;
      shedder?.end(tookMs());
    }
  }

  private admit(arrival: Arrival, method: KeyedMethod, caller: Caller, tookMs: number): void {
    try {
      requireScope(caller, method.scope);
      const admission = this.options.limiter?.admit(caller);
      if (admission?.kind === 'refused') throw admission.failure;
    } catch (thrown) {
      this.turnAway(arrival, method, { thrown, tookMs, caller });
      return;
    }
    this.letIn(arrival, method);
  }

  private turnAway(arrival: Arrival, { name, record }: KeyedMethod, { thrown, tookMs, caller }: Refused): void {
    const failure = failureFrom(thrown);
    const code = codeName(failure.kind);
    record(code, tookMs / 1_000);
    logFailure(this.options.log, failure, { code });
    const requestId = correlationIdOf(arrival.headers);
    if (caller === undefined)
      recordUnauthenticatedCall(this.options.audit, failure, {
        origin: this.originOf(arrival),
        requestId,
        operation: name,
      });
    this.refuse(arrival, failure, requestId);
  }

  private letIn({ stream, connection, enter }: Arrival, method: KeyedMethod | OpenMethod): void {
    enter();
    if (stream.destroyed || stream.closed) return;
    const call = new TrackedCall({ stream, connection, method, following: this.following });
    // In front of grpc-js, which keeps what it is told of; it has paused the stream, which a
    // listener does not change.
    stream.prependListener('data', (chunk: Buffer) => call.take(chunk));
    stream.once('close', () => call.end());
  }
}

/**
 * Puts the door in front of a server that listens; returns how to take it away, when the server has
 * stopped.
 */
export const guardServer = (server: Server, options: StreamGuardOptions): (() => void) => {
  const door = new StreamGuard(options);
  for (const http2 of http2ServersOf(server)) interceptStreams(http2, door);
  return door.stop;
};

const interceptStreams = (http2: Http2Server, door: StreamGuard): void => {
  const listeners = http2.listeners('stream');
  http2.removeAllListeners('stream');
  http2.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, ...rest: readonly unknown[]) => {
    const session = stream.session as ServerHttp2Session | undefined;
    // Undefined when the connection has ended meanwhile.
    if (session === undefined) return;
    const enter = (): void => {
      for (const listener of listeners) listener.call(http2, stream, headers, ...rest);
    };
    door.judge({ stream, headers, connection: connectionOf(session), enter });
  });
};
