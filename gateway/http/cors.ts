import type { ServerResponse } from 'node:http';
import type { NodeHandler } from './listener.ts';

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
export const allowOrigins = (origins: readonly string[], handler: NodeHandler): NodeHandler => {
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
