import type { Hono } from 'hono';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { AuditDesk } from '../audit/audit-desk.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { ConnectedCallers } from '../auth/connected-callers.ts';
import type { UseCases } from '../create-use-cases.ts';
import type { CallerAddress } from '../protection/caller-address.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import type { LoadShedder } from '../protection/load-shedder.ts';
import type { EdgeEnv, Serve, ServeStream } from './operation.ts';

/** By dependency: true when it answers; false, or a text that says why, when it does not. */
export type Readiness = Readonly<Record<string, boolean | string>>;

/** Dependencies of the HTTP edge. */
export interface HttpEdge {
  readonly useCases: UseCases;
  /** Puts what operators do on its paths; left out: there is nothing under `/v1/admin`. */
  readonly serveAdmin?: (serve: Serve, serveStream: ServeStream) => void;
  readonly auth: Pick<Authenticator, 'authenticate'>;
  /**
   * Left out: an event stream lasts as long as its reader likes, whatever becomes of its caller.
   */
  readonly connected?: Pick<ConnectedCallers, 'follow'> | undefined;
  /** Records what operators do and which calls were refused; left out: not recorded. */
  readonly audit?: AuditDesk | undefined;
  /** Left out: that of the connection. */
  readonly callerAddress?: CallerAddress;
  /** Left out: keys have no limits. */
  readonly limiter?: Pick<KeyLimiter, 'admit' | 'openStream' | 'meterMessages'> | undefined;
  /** Left out: nothing is refused, whatever the load. */
  readonly shedder?: LoadShedder | undefined;
  /** Puts the console on its paths; left out: there is none. */
  readonly serveConsole?: ((app: Hono<EdgeEnv>, edge: HttpEdge) => void) | undefined;
  readonly metrics: Metrics;
  /** Whether `/metrics` is here; left out: it is. */
  readonly hasMetrics?: boolean;
  readonly log: Logger;
  /** The injected clock. */
  readonly now: () => Date;
  readonly readiness: () => Promise<Readiness>;
  /** The largest body read, in bytes. */
  readonly maxBodyBytes: number;
  /** The largest form with a file that is read, in bytes; left out: as any other body. */
  readonly maxUploadBytes?: number;
  /** How long a request may take before everything that works on it is told to give up. */
  readonly deadlineMs: number;
  /** Aborted when the service stops, which ends event streams; left out: never. */
  readonly stopping?: AbortSignal;
}
