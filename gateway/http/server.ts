import type { ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { invalidArgument } from '../../domain/errors.ts';
import { failureFrom } from '../errors/failures.ts';
import { type LoadShedder, overloaded } from '../protection/load-shedder.ts';
import { correlationIdFrom } from '../request/correlation.ts';
import type { Certificates } from '../tls/certificates.ts';
import { createHttpApp } from './app.ts';
import type { HttpEdge } from './edge.ts';
import { type ListenerLimits, listen, type NodeHandler } from './listener.ts';
import { isSheddable, requestTarget } from './request-target.ts';
import { respondFailure } from './respond.ts';
import { problemWriter } from './write-problem.ts';

/** Which pages may call the service from a browser (CORS). */

/** What a page may send besides what every page may. */
const requestHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'traceparent',
  'x-api-key',
  'x-correlation-id',
].join(', ');

/** What a page may read of an answer besides what every page may. */
const answerHeaders = [
  'content-disposition',
  'etag',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-correlation-id',
].join(', ');

/** How long a browser need not ask again. */
const keptForSeconds = '600';

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': requestHeaders,
  'access-control-max-age': keptForSeconds,
};

/**
 * Lets pages of the listed origins read answers, refusals included, and answers what their browsers
 * ask before, for which there is no key. Cookies play no part: who calls is told by a header alone.
 * All else is the handler's; with no origin listed everything is.
 */
const allowOrigins = (origins: readonly string[], handler: NodeHandler): NodeHandler => {
  if (origins.length === 0) return handler;
  const listed = new Set(origins);
  return (incoming, outgoing) => {
    const { origin } = incoming.headers;
    // An answer that varies by more says so itself, and names the origin too.
    outgoing.setHeader('vary', 'origin');
    if (typeof origin === 'string' && listed.has(origin)) {
      outgoing.setHeader('access-control-allow-origin', origin);
      outgoing.setHeader('access-control-expose-headers', answerHeaders);
      if (incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] !== undefined) {
        (outgoing as ServerResponse).writeHead(204, preflight).end();
        return;
      }
    }
    handler(incoming, outgoing);
  };
};

const refuseOverload = problemWriter(overloaded());

/**
 * What is decided of a request before the framework sees it, which costs more than these answers:
 * its target is put into its one form or refused, and under load the request may be refused.
 * Everything behind it sees the target in that form only.
 */
const admitTargets =
  (shedder: LoadShedder | undefined, handler: NodeHandler): NodeHandler =>
  (incoming, outgoing) => {
    const target = requestTarget(incoming.url ?? '', incoming.httpVersionMajor);
    if (target.kind === 'refused') {
      problemWriter(invalidArgument({ field: 'path', description: target.description }))(incoming, outgoing);
    } else if (shedder !== undefined && isSheddable(target.path) && shedder.shouldRefuse()) {
      // What else of it comes is not kept while its refusal is.
      incoming.resume();
      shedder.refuse(() => refuseOverload(incoming, outgoing));
    } else {
      incoming.url = target.target;
      handler(incoming, outgoing);
    }
  };

/** Where to listen; port 0 takes any free one. */
export interface HttpServerOptions extends HttpEdge {
  readonly host: string;
  readonly port: number;
  /** Left out: plain HTTP. */
  readonly certificates?: Certificates | undefined;
  /** Origins whose pages may call the service from a browser; left out: none. */
  readonly corsOrigins?: readonly string[];
  /** Left out: the usual ones. */
  readonly limits?: ListenerLimits;
}

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /**
   * Readiness goes false, nothing new is accepted, idle connections are closed, event streams end
   * and running requests finish. What still runs after the deadline is cut off. Resolves when every
   * connection is closed.
   */
  stop(deadlineMs: number): Promise<void>;
}

/**
 * Answers what never reached a route: a request line or host header that makes no URL, for which
 * there is no context.
 */
const answerUnroutable = (thrown: unknown): Response => {
  const failure =
    thrown instanceof RequestError
      ? invalidArgument({ field: 'path', description: 'the request target or the host header is not valid' })
      : failureFrom(thrown);
  return respondFailure(failure, '/', correlationIdFrom(undefined));
};

/** Starts the HTTP edge. Rejects when the port cannot be listened on. */
export const startHttpServer = async ({
  host,
  port,
  certificates,
  corsOrigins = [],
  limits,
  ...edge
}: HttpServerOptions): Promise<HttpServer> => {
  const stopping = new AbortController();
  const app = createHttpApp({ ...edge, stopping: stopping.signal });
  const listener = await listen(
    { host, port, certificates, limits, onRefused: () => edge.metrics.callers.refused.inc({ reason: 'connections' }) },
    allowOrigins(
      corsOrigins,
      admitTargets(edge.shedder, getRequestListener(app.fetch, { errorHandler: answerUnroutable })),
    ),
  );
  return {
    port: listener.port,
    stop: (deadlineMs) => {
      stopping.abort();
      edge.shedder?.giveHeld();
      return listener.stop(deadlineMs);
    },
  };
};
