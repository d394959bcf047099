import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { correlationHeader, correlationIdFrom } from '../correlation.ts';
import { problemOf } from '../errors/problem.ts';
import { type LoadShedder, overloaded } from '../protection/load-shedder.ts';
import type { NodeHandler } from './listener.ts';

/** What operators do, and everything outside of the contract, is served whatever the load. */
const isSheddable = (url: string | undefined): boolean =>
  url?.startsWith('/v1/') === true && !url.startsWith('/v1/admin/');

const failure = overloaded();

/** The problem document up to the correlation id, which is the last of its members. */
const { correlation_id: _, ...problem } = problemOf(failure, '');
const bodyStart = `${JSON.stringify(problem).slice(0, -1)},"correlation_id":`;

/** Written in one piece, as the framework's own answers would be if it had less to do. */
const refuse = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
): void => {
  const sent = incoming.headers[correlationHeader];
  const correlationId = correlationIdFrom(typeof sent === 'string' ? sent : undefined);
  const body = `${bodyStart}${JSON.stringify(correlationId)}}`;
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'retry-after': String(problem.retry_after_seconds),
    [correlationHeader]: correlationId,
  };
  (outgoing as ServerResponse).writeHead(problem.status, headers).end(body);
};

/** Refuses what is to be refused before anything else is done with it: the framework costs more than the answer. */
export const refuseOverload =
  (shedder: LoadShedder | undefined, handler: NodeHandler): NodeHandler =>
  (incoming, outgoing) => {
    if (shedder !== undefined && isSheddable(incoming.url) && shedder.shouldRefuse()) refuse(incoming, outgoing);
    else handler(incoming, outgoing);
  };
