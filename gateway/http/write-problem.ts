import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Failure } from '../../domain/errors.ts';
import { problemOf } from '../errors/problem.ts';
import { correlationHeader, correlationIdFrom } from '../request/correlation.ts';

/** Answers a request before the framework sees it. */
export type Refuse = (
  incoming: IncomingMessage | Http2ServerRequest,
  outgoing: ServerResponse | Http2ServerResponse,
) => void;

/**
 * How to answer with the problem document of a failure, made ready once: it is for refusals that
 * must cost next to nothing, and is written in one piece, as the framework's own answers would be
 * if it had less to do.
 */
export const problemWriter = (failure: Failure): Refuse => {
  /** The problem document up to the correlation id, which is the last of its members. */
  const { correlation_id: _, ...problem } = problemOf(failure, '');
  const bodyStart = `${JSON.stringify(problem).slice(0, -1)},"correlation_id":`;
  const retryAfter =
    problem.retry_after_seconds === undefined ? {} : { 'retry-after': String(problem.retry_after_seconds) };
  return (incoming, outgoing) => {
    // To write to a response whose connection has ended is an error of its own.
    if ((outgoing as ServerResponse).destroyed) return;
    const sent = incoming.headers[correlationHeader];
    const correlationId = correlationIdFrom(typeof sent === 'string' ? sent : undefined);
    const body = `${bodyStart}${JSON.stringify(correlationId)}}`;
    const headers = {
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...retryAfter,
      [correlationHeader]: correlationId,
    };
    (outgoing as ServerResponse).writeHead(problem.status, headers).end(body);
  };
};
