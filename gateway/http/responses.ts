import type { RouteConfig, z } from '@hono/zod-openapi';
import { lineType } from './http-stream.ts';
import { problemSchema } from './schemas/problem.ts';

/** Responses as the OpenAPI document has them. */

const correlationHeaderDoc = {
  'x-correlation-id': {
    description: "The caller's, or a new one.",
    schema: { type: 'string' as const },
  },
};

const locationDoc = {
  Location: { description: 'The path of what was created.', schema: { type: 'string' as const } },
};

const problem = (description: string, headers: Record<string, { description: string; schema: object }> = {}) => ({
  description,
  headers: { ...correlationHeaderDoc, ...headers },
  content: { 'application/problem+json': { schema: problemSchema } },
});

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

/** The errors that every operation may answer. */
const common = {
  400: problem('A field is not acceptable; `violations` names each.'),
  401: problem('No valid API key.', {
    'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
  }),
  403: problem('The API key lacks the scope.'),
  405: problem('Another method is needed.', {
    Allow: { description: 'The methods that the path knows.', schema: { type: 'string' } },
  }),
  429: problem('Over quota or overloaded.', retryAfter),
  500: problem('The service has a fault; it has been recorded.'),
  503: problem('A part of the service is not available.', retryAfter),
  504: problem('It took too long.'),
};

const notFound = { 404: problem('Unknown, or hidden from the caller.') };

const conflict = { 409: problem('It cannot be done as things are; the detail says why.') };

const reusedKey = { 422: problem('The Idempotency-Key was used for another request.') };

const analytical = { 501: problem('No analytical projection is kept.') };

const body = {
  413: problem('The body is too large.'),
  415: problem('The body must be of a content type that the operation names, in UTF-8.'),
};

/** The events and every error of an operation that answers with many messages. */
export const eventStreamResponses = (description: string, schema: z.ZodType): RouteConfig['responses'] => ({
  200: { description, headers: correlationHeaderDoc, content: { 'text/event-stream': { schema } } },
  204: { description: 'Nothing follows the event that Last-Event-ID names.', headers: correlationHeaderDoc },
  ...common,
  ...notFound,
});

/**
 * The lines, or the document of them all, and every error of an operation that answers with many
 * messages.
 */
export const lineStreamResponses = ({
  description,
  line,
  document,
  readsBody = false,
}: {
  readonly description: string;
  readonly line: z.ZodType;
  readonly document?: z.ZodType;
  readonly readsBody?: boolean;
}): RouteConfig['responses'] => ({
  200: {
    description,
    headers: correlationHeaderDoc,
    content: { ...(document && { 'application/json': { schema: document } }), [lineType]: { schema: line } },
  },
  ...common,
  ...(readsBody && body),
});

/** A file in one of several forms, and every error of an operation that answers with one. */
export const fileResponses = (description: string, contentTypes: readonly string[]): RouteConfig['responses'] => ({
  200: {
    description,
    headers: {
      ...correlationHeaderDoc,
      'content-disposition': { description: 'The name of the file.', schema: { type: 'string' } },
    },
    content: Object.fromEntries(
      contentTypes.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]),
    ),
  },
  ...common,
  ...notFound,
  ...conflict,
});

/** The answer and every error of an operation. */
export const responses = (
  description: string,
  schema: z.ZodType,
  also: {
    readonly status?: 200 | 201;
    readonly findsById?: boolean;
    readonly readsBody?: boolean;
    readonly conflicts?: boolean;
    readonly isRepeatable?: boolean;
    readonly isAnalytical?: boolean;
  } = {},
): RouteConfig['responses'] => ({
  [also.status ?? 200]: {
    description,
    headers: { ...correlationHeaderDoc, ...(also.status === 201 && locationDoc) },
    content: { 'application/json': { schema } },
  },
  ...common,
  ...(also.findsById && notFound),
  ...(also.readsBody && body),
  ...(also.conflicts && conflict),
  ...(also.isRepeatable && reusedKey),
  ...(also.isAnalytical && analytical),
});
