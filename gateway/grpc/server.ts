import { promisify } from 'node:util';
import { logVerbosity, Server, setLogVerbosity } from '@grpc/grpc-js';
import { Failure } from '../../domain/errors.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Authenticator } from '../auth.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import type { LoadShedder } from '../protection/load-shedder.ts';
import type { RequestSignal } from '../request-signal.ts';
import type { Certificates } from '../tls/certificates.ts';
import { grpcCredentials } from '../tls/grpc-credentials.ts';
import type { UseCases } from '../usecases/use-cases.ts';
import { addHealth } from './health.ts';
import { letGoOfStreams } from './let-go-of-streams.ts';
import { addReflection, contractServices } from './reflection.ts';
import { refuseOverload } from './refuse-overload.ts';
import { serviceTable } from './service-table.ts';

/** What the gRPC edge needs. */
export interface GrpcServerOptions {
  readonly useCases: UseCases;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Left out: keys have no limits. */
  readonly limiter?: KeyLimiter | undefined;
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
  };
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
   * Stops: health says so, no new connection or call is taken, streams end with UNAVAILABLE and a retry hint, unary calls
   * finish. What is not done by the deadline is cut off. Never rejects.
   */
  stop(deadlineMs: number): Promise<void>;
}

/** When a caller whose stream was ended may come back: another process, or this one after its restart, is there by then. */
const retryAfterShutdownMs = 1_000;

/**
 * Bounds of one connection and of one answer. Idle connections are checked so that dead ones do not pile up. Channelz, grpc-js's
 * own counts of calls and connections, is off: nothing here serves it, and it takes part in every call.
 */
const transport = {
  'grpc.enable_channelz': 0,
  'grpc.max_concurrent_streams': 1_000,
  'grpc.max_send_message_length': 16 * 1024 * 1024,
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
} as const;

/** Starts the gRPC edge. Rejects when the address cannot be listened on. */
export const startGrpcServer = async (options: GrpcServerOptions): Promise<GrpcServer> => {
  const { useCases, authenticator, limiter, shedder, metrics, log, config, certificates, now } = options;
  // What grpc-js prints is no JSON line; what matters of it comes back as an error.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({ ...transport, 'grpc.max_receive_message_length': config.maxBodyBytes });
  const openStreams = new Set<RequestSignal>();
  const edge = { authenticator, limiter, shedder, log, now, defaultDeadlineMs: config.defaultDeadlineMs, openStreams };
  for (const row of serviceTable(useCases, metrics)) row.register(server, edge);
  const health = addHealth(server, contractServices);
  addReflection(server);

  const bind = promisify(server.bindAsync.bind(server));
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const port = await bind(`${host}:${config.grpcPort}`, grpcCredentials(certificates));
  if (shedder !== undefined) refuseOverload(server, shedder);
  letGoOfStreams(server);
  return {
    port,
    setServing: health.setServing,
    stop: async (deadlineMs) => {
      const reason = new Failure('unavailable', 'the service is shutting down', { retryAfterMs: retryAfterShutdownMs });
      health.setServing(false);
      health.endWatches(reason);
      for (const stream of openStreams) stream.abort(reason);
      await shutDown(server, deadlineMs);
    },
  };
};

const shutDown = (server: Server, deadlineMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, deadlineMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
