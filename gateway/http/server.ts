import { createServer } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { invalidArgument } from '../../domain/errors.ts';
import { correlationIdFrom } from '../correlation.ts';
import { failureFrom } from '../errors/leak-policy.ts';
import { createHttpApp } from './app.ts';
import type { HttpEdge } from './edge.ts';
import { respondFailure } from './respond.ts';

/** Where to listen; port 0 takes any free one. */
export interface HttpServerOptions extends HttpEdge {
  readonly host: string;
  readonly port: number;
}

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /**
   * Readiness goes false, nothing new is accepted, idle connections are closed and running requests finish. What still runs
   * after the deadline is cut off. Resolves when every connection is closed.
   */
  stop(deadlineMs: number): Promise<void>;
}

/** Time for the headers and for the whole request to arrive; a client that trickles them does not hold a socket for long. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;

/** While stopping, connections that have become idle are looked for this often. */
const idleSweepMs = 20;

/** Answers what never reached a route: a request line or host header that makes no URL, for which there is no context. */
const answerUnroutable = (thrown: unknown): Response => {
  const failure =
    thrown instanceof RequestError
      ? invalidArgument({ field: 'path', description: 'the request target or the host header is not valid' })
      : failureFrom(thrown);
  return respondFailure(failure, '/', correlationIdFrom(undefined));
};

/** Starts the HTTP edge. Rejects when the port cannot be listened on. */
export const startHttpServer = async ({ host, port, ...edge }: HttpServerOptions): Promise<HttpServer> => {
  let isStopping = false;
  const readiness: HttpEdge['readiness'] = async () => (isStopping ? { process: 'stopping' } : edge.readiness());
  const app = createHttpApp({ ...edge, readiness });
  const server = createServer(
    { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs },
    getRequestListener(app.fetch, { errorHandler: answerUnroutable }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: async (deadlineMs) => {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
      const cutOff = setTimeout(() => server.closeAllConnections(), deadlineMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cutOff);
    },
  };
};
