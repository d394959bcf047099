import { type RouteConfig, z } from '@hono/zod-openapi';
import { lineType } from './operation.ts';

/** Responses as the OpenAPI document has them. */

/** The body of every error: RFC 9457. */
const problemSchema = z
  .object({
    type: z
      .string()
      .openapi({ description: 'What programs switch on: a path of this service, which says what it means.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().openapi({ description: 'The path that was asked for.' }),
    correlation_id: z.string().openapi({ description: 'Name it when you ask about this answer.' }),
    violations: z
      .array(z.object({ field: z.string(), description: z.string() }))
      .optional()
      .openapi({ description: 'Every field that must change, up to 50.' }),
    violations_left_out: z
      .int()
      .optional()
      .openapi({ description: 'How many more fields must change than `violations` names; absent when it names all.' }),
    retry_after_seconds: z.int().optional(),
  })
  .openapi('Problem', {
    example: {
      type: '/problems/invalid-argument',
      title: 'The request is not acceptable',
      status: 400,
      detail: 'quantity: must be a whole number from 1 to 2147483647',
      instance: '/v1/pricing',
      correlation_id: '2f1c6a5e-8a52-4f0e-9b63-0d5a4f5f3c11',
      violations: [{ field: 'quantity', description: 'must be a whole number from 1 to 2147483647' }],
    },
  });

const text = { type: 'string' } as const;

/** Headers of answers, by name, as the document has them. */
export const headerDocs = {
  'x-correlation-id': { description: "The caller's, or a new one.", schema: text },
  RateLimit: {
    description:
      'What is left of each limit of the key, `r`, and the seconds until more is, `t`; absent without limits.',
    schema: text,
    example: '"rate";r=49;t=1',
  },
  'RateLimit-Policy': {
    description: 'Each limit of the key: so many requests, `q`, in so many seconds, `w`; absent without limits.',
    schema: text,
    example: '"rate";q=50;w=1',
  },
  ETag: {
    description:
      'Stands for the content of the answer, to be sent as `If-None-Match`; of what operators change: as `If-Match`.',
    schema: text,
  },
  Location: { description: 'The path of what was created.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text },
  Allow: { description: 'The methods that the path knows.', schema: text },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
} as const;

type HeaderName = keyof typeof headerDocs;

const headers = (...names: readonly HeaderName[]) =>
  Object.fromEntries(
    (['x-correlation-id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const limits = ['RateLimit', 'RateLimit-Policy'] as const;

const problem = (description: string, ...also: readonly HeaderName[]) => ({
  description,
  headers: headers(...also),
  content: { 'application/problem+json': { schema: problemSchema } },
});

/** The errors that every operation may answer. */
const common = {
  400: problem('A field is not acceptable; `violations` names each.'),
  401: problem('No valid API key.', 'WWW-Authenticate'),
  403: problem('The API key lacks the scope.'),
  405: problem('Another method is needed.', 'Allow'),
  429: problem('Over quota or overloaded.', 'Retry-After', ...limits),
  500: problem('The service has a fault; it has been recorded.'),
  503: problem('A part of the service is not available.', 'Retry-After'),
  504: problem('It took too long.'),
};

const notFound = { 404: problem('Unknown, or hidden from the caller.') };

const conflict = { 409: problem('It cannot be done as things are; the detail says why.') };

const changedMeanwhile = { 412: problem('What it changes is not as `If-Match` says; nothing was done.') };

const notModified = {
  304: { description: 'It is what `If-None-Match` names.', headers: headers('ETag', ...limits) },
};

const reusedKey = { 422: problem('The Idempotency-Key was used for another request.') };

const analytical = { 501: problem('No analytical projection is kept.') };

const body = {
  413: problem('The body is too large.'),
  415: problem('The body must be of a content type that the operation names, in UTF-8.'),
};

/**
 * The events and every error of an operation that answers with many messages. Each event holds one
 * of them; the event `problem` holds what ended the stream.
 */
export const eventStreamResponses = (description: string, schema: z.ZodType): RouteConfig['responses'] => ({
  ...liveStreamResponses(description, schema),
  204: { description: 'Nothing follows the event that Last-Event-ID names.', headers: headers(...limits) },
  ...notFound,
});

/** The same of a stream that is of nothing by an id, and goes on from nowhere. */
export const liveStreamResponses = (description: string, schema: z.ZodType): RouteConfig['responses'] => ({
  200: {
    description: `${description} The data of the event \`problem\`, which ends a stream that failed, is the problem.`,
    headers: headers(...limits),
    content: { 'text/event-stream': { schema: z.union([schema, problemSchema]) } },
  },
  ...common,
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
    headers: headers(...limits),
    content: { ...(document && { 'application/json': { schema: document } }), [lineType]: { schema: line } },
  },
  ...common,
  ...(readsBody && body),
});

const fileContent = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]));

/** A file in one of several forms, and every error of an operation that answers with one. */
export const fileResponses = (description: string, contentTypes: readonly string[]): RouteConfig['responses'] => ({
  200: {
    description,
    headers: headers('Content-Disposition', ...limits),
    content: fileContent(contentTypes),
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
    readonly isTagged?: boolean;
    readonly isConditional?: boolean;
    readonly hasState?: boolean;
    readonly isAnalytical?: boolean;
    /** Types that it may have besides JSON, each a file. */
    readonly fileTypes?: readonly string[] | undefined;
  } = {},
): RouteConfig['responses'] => ({
  [also.status ?? 200]: {
    description,
    headers: headers(
      ...(also.status === 201 ? (['Location'] as const) : []),
      ...(also.isTagged || also.isConditional || also.hasState ? (['ETag'] as const) : []),
      ...limits,
    ),
    content: { 'application/json': { schema }, ...fileContent(also.fileTypes ?? []) },
  },
  ...(also.isTagged && notModified),
  ...common,
  ...(also.findsById && notFound),
  ...(also.readsBody && body),
  ...(also.conflicts && conflict),
  ...(also.isConditional && changedMeanwhile),
  ...(also.isRepeatable && reusedKey),
  ...(also.isAnalytical && analytical),
});
