import type { Context } from 'hono';
import type { Failure } from '../../domain/errors.ts';
import { type Problem, problemOf, retryAfterSecondsOf } from '../errors/problem.ts';
import { correlationHeader, correlationIdFrom } from '../request/correlation.ts';
import type { AnswerFile } from './operation.ts';

/** Response headers; a plain object, because the server writes that without copying it. */
export type Headers = Readonly<Record<string, string>>;

/** The correlation id of a request: its own, or a new one. */
export const correlationIdOf = (context: Context): string => correlationIdFrom(context.req.header(correlationHeader));

/**
 * An answer. Nothing that this service answers may be cached by others, sniffed, or lose its
 * correlation id.
 */
export const respond = (
  status: number,
  contentType: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Headers,
): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': contentType,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });

/** Where a client has the answer already. */
export const respondNotModified = (headers: Headers): Response => new Response(null, { status: 304, headers });

/** A JSON answer. */
export const respondJson = (status: number, body: object, correlationId: string, headers: Headers = {}): Response =>
  respond(status, 'application/json', JSON.stringify(body), { [correlationHeader]: correlationId, ...headers });

/**
 * A file, which a browser saves and does not show. Its name must hold nothing but letters, digits,
 * `_`, `-` and `.`.
 */
export const respondFile = (
  { name, contentType, content }: AnswerFile,
  correlationId: string,
  headers: Headers = {},
): Response =>
  respond(200, contentType, content instanceof Uint8Array ? new Uint8Array(content) : content, {
    [correlationHeader]: correlationId,
    'content-disposition': `attachment; filename="${name}"`,
    ...headers,
  });

/** An RFC 9457 answer. */
export const respondProblem = (problem: Problem, instance: string, headers: Headers = {}): Response =>
  respond(problem.status, 'application/problem+json', JSON.stringify({ ...problem, instance: encodeURI(instance) }), {
    [correlationHeader]: problem.correlation_id,
    ...headers,
  });

/** The headers that a status obliges to. */
const requiredHeaders = (status: number, failure: Failure): Headers => {
  if (status === 401) return { 'www-authenticate': 'Bearer realm="offerstream"' };
  if (status === 429 || status === 503) return { 'retry-after': String(retryAfterSecondsOf(failure) ?? 1) };
  return {};
};

/**
 * The answer to a failed request. `instance` is the path without the query, which may hold what
 * must not be logged.
 */
export const respondFailure = (
  failure: Failure,
  instance: string,
  correlationId: string,
  headers: Headers = {},
): Response => {
  const problem = problemOf(failure, correlationId);
  return respondProblem(problem, instance, { ...requiredHeaders(problem.status, failure), ...headers });
};
