import type { ServerHttp2Stream } from 'node:http2';
import { promisify } from 'node:util';
import { logVerbosity, Server, setLogVerbosity } from '@grpc/grpc-js';
import { after } from '../../concurrency/delay.ts';
import { Failure } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics, Refusal } from '../../telemetry/metrics.ts';
import type { AuditDesk } from '../audit/audit-desk.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { ConnectedCallers } from '../auth/connected-callers.ts';
import type { UseCases } from '../create-use-cases.ts';
import { boundConnections, type ConnectionBounds } from '../protection/bounded-connections.ts';
import type { CallerAddress } from '../protection/caller-address.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import type { LoadShedder } from '../protection/load-shedder.ts';
import type { RequestSignal } from '../request/request-signal.ts';
import type { Certificates } from '../tls/certificates.ts';
import { grpcCredentials } from '../tls/grpc-credentials.ts';
import { boundAge, type ConnectionAge } from './door/connection-age.ts';
import type { GuardedMethod } from './door/guarded-method.ts';
import { guardServer } from './door/stream-guard.ts';
import { addHealth, healthMethods } from './health.ts';
import { http2ServersOf, tolerateRejectedStreams } from './http2-servers.ts';
import { addReflection, contractServices, reflectionMethods } from './reflection.ts';
import { serviceTable } from './service-table.ts';

/**
 * Takes from each HTTP/2 stream, when it is over, all that listened to it: the call with everything
 * that was made to answer it.
 *
 * Node keeps the streams of a connection in a `Map`, which leaves its table behind whenever it
 * makes itself a new one, with the streams that stood in it then. Dead tables lead to one another,
 * and V8 takes what old garbage leads to for alive until the next full collection. Of calls that
 * wait for the database every second one became old that way.
 */

const ignore = (): void => undefined;

function removeListeners(this: ServerHttp2Stream): void {
  this.removeAllListeners();
  // Nothing comes after `close`; an error after it would have no listener and must not end the
  // process.
  this.on('error', ignore);
}

/**
 * Detaches listeners from every stream of a listening server. Listeners for `close` are called
 * first.
 */
export const detachStreamListeners = (server: Server): void => {
  for (const http2 of http2ServersOf(server))
    http2.on('stream', (stream: ServerHttp2Stream) => {
      stream.once('close', removeListeners);
    });
};

/** What the gRPC edge needs. */
export interface GrpcServerOptions {
  readonly useCases: UseCases;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Called for calls without a known caller; left out: they are not recorded. */
  readonly audit?: Pick<AuditDesk, 'refused'> | undefined;
  /** Left out: that of the connection. */
  readonly callerAddress?: CallerAddress;
  /** Of connections; left out: the usual ones. */
  readonly bounds?: ConnectionBounds;
  /** Left out: keys have no limits. */
  readonly limiter?: KeyLimiter | undefined;
  /** Left out: a stream lasts as long as its reader likes, whatever becomes of its caller. */
  readonly connected?: ConnectedCallers | undefined;
  /** Left out: nothing is refused, whatever the load. */
  readonly shedder?: LoadShedder | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly config: {
    readonly host: string;
    /** 0 takes any free port. */
    readonly grpcPort: number;
    readonly maxBodyBytes: number;
    readonly defaultDeadlineMs: number;
    /** Whether clients may ask what services and messages there are; left out: they may. */
    readonly grpcReflection?: boolean;
    /** Left out: the age of connections is not limited. */
    readonly grpcConnections?: ConnectionAge;
  };
  /** How long a request may take to come whole; left out: half a minute. */
  readonly requestMs?: number | undefined;
  /** Left out: plain text. */
  readonly certificates?: Certificates | undefined;
  /** The injected clock. */
  readonly now: () => Date;
}

/** A listening gRPC server. */
export interface GrpcServer {
  readonly port: number;
  /** What `grpc.health.v1` answers: whether calls should be sent here. Serving from the start. */
  setServing(isServing: boolean): void;
  /**
   * Stops: health says so, no new connection or call is taken, streams end with UNAVAILABLE and a
   * retry hint, unary calls finish. What is not done by the deadline is cut off. Never rejects.
   */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * When a caller whose stream was ended may come back: another process, or this one after its
 * restart, is there by then.
 */
const retryAfterShutdownMs = 1_000;

/** As long as a request over HTTP may take to come whole. */
const usualRequestMs = 30_000;

/** Maximum buffered bytes of requests in progress; more where one request may be larger. */
const keptOfConnection = 64 * 1024 * 1024;
const keptInAll = 256 * 1024 * 1024;

const connectionOver = new Failure('unavailable', 'the connection has reached its age; the next call opens another', {
  retryAfterMs: 1_000,
});

/**
 * Bounds of one connection and of one answer. Idle connections are checked so that dead ones do not
 * pile up. Channelz, grpc-js's own counts of calls and connections, is off: nothing here serves it,
 * and it takes part in every call.
 */
const transport = {
  'grpc.enable_channelz': 0,
  'grpc.max_concurrent_streams': 1_000,
  'grpc.max_send_message_length': 16 * 1024 * 1024,
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
} as const;

const countRefused =
  ({ callers }: Metrics) =>
  (reason: Refusal): void =>
    callers.refused.inc({ reason });

const addressOf = ({ host, grpcPort }: GrpcServerOptions['config']): string =>
  `${host.includes(':') ? `[${host}]` : host}:${grpcPort}`;

/** What the door lets through, and how much it keeps of what is on its way. */
const guardOf = (options: GrpcServerOptions, methods: ReadonlyMap<string, GuardedMethod>) => {
  const { authenticator, audit, callerAddress, limiter, shedder, metrics, log, config, requestMs } = options;
  return {
    methods,
    authenticator,
    audit,
    callerAddress,
    limiter,
    shedder,
    onRefused: countRefused(metrics),
    log,
    requestMs: requestMs ?? usualRequestMs,
    kept: {
      ofConnection: Math.max(keptOfConnection, 2 * config.maxBodyBytes),
      inAll: Math.max(keptInAll, 4 * config.maxBodyBytes),
    },
  };
};

/** Bounds connections and their age; `endCalls` ends what a connection that is over still has. */
const boundHttp2 = (
  server: Server,
  { metrics, bounds, config }: GrpcServerOptions,
  endCalls: (peer: string) => void,
): void => {
  for (const http2 of http2ServersOf(server)) {
    boundConnections(http2, () => countRefused(metrics)('connections'), bounds);
    if (config.grpcConnections !== undefined) boundAge(http2, config.grpcConnections, endCalls);
  }
};

const createServer = ({ maxBodyBytes }: GrpcServerOptions['config']): Server => {
  // What grpc-js prints is no JSON line; what matters of it comes back as an error.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({ ...transport, 'grpc.max_receive_message_length': maxBodyBytes });
  tolerateRejectedStreams(server);
  return server;
};

/** Starts the gRPC edge. Rejects when the address cannot be listened on. */
export const startGrpcServer = async (options: GrpcServerOptions): Promise<GrpcServer> => {
  const { useCases, authenticator, audit, connected, limiter, shedder, log, config, now } = options;
  const server = createServer(config);
  const openStreams = new Map<RequestSignal, string>();
  const edge = {
    authenticator,
    audit,
    callerAddress: options.callerAddress,
    connected,
    limiter,
    shedder,
    log,
    now,
    defaultDeadlineMs: config.defaultDeadlineMs,
    openStreams,
  };
  const rows = serviceTable(useCases, options.metrics);
  for (const row of rows) row.register(server, edge);
  const health = addHealth(server, contractServices);
  const isReflecting = config.grpcReflection ?? true;
  if (isReflecting) addReflection(server);
  const methods = new Map<string, GuardedMethod>([
    ...rows.map(({ path, guarded }) => [path, guarded(config.maxBodyBytes)] as const),
    ...healthMethods(),
    ...(isReflecting ? reflectionMethods() : []),
  ]);

  const bind = promisify(server.bindAsync.bind(server));
  const port = await bind(addressOf(config), grpcCredentials(options.certificates));
  const leaveDoor = guardServer(server, guardOf(options, methods));
  detachStreamListeners(server);
  boundHttp2(server, options, (peer) => {
    health.endWatches(connectionOver, peer);
    for (const [stream, its] of openStreams) if (its === peer) stream.abort(connectionOver);
  });
  return {
    port,
    setServing: health.setServing,
    stop: async (deadlineMs) => {
      const reason = new Failure('unavailable', 'the service is shutting down', { retryAfterMs: retryAfterShutdownMs });
      health.setServing(false);
      shedder?.giveHeld();
      health.endWatches(reason);
      for (const stream of openStreams.keys()) stream.abort(reason);
      await shutDown(server, deadlineMs);
      leaveDoor();
    },
  };
};

const shutDown = (server: Server, deadlineMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cancelTimer = after(deadlineMs, () => {
      server.forceShutdown();
      resolve();
    });
    server.tryShutdown(() => {
      cancelTimer();
      resolve();
    });
  });
