import { type Client, type ClientOptions, createClient } from '../client.ts';
import { type Codec, contract } from '../contract.ts';
import { type Code, codeOfAbort, type FieldViolation, OfferstreamError } from '../offerstream-error.ts';
import type { CallContext, Transport, WatchPosition } from '../transport.ts';
import { type HttpRequest, type Route, routes } from './routes.ts';

/** A problem document (RFC 9457) as the service writes it. */
interface Problem {
  readonly type?: string;
  readonly detail?: string;
  readonly title?: string;
  readonly status?: number;
  readonly correlation_id?: string;
  readonly violations?: readonly FieldViolation[];
  readonly retry_after_seconds?: number;
}

/** The statuses of HTTP that a gateway before the service may answer with, as those of gRPC. */
const codesByStatus: Readonly<Record<number, Code>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  412: 'ABORTED',
  413: 'RESOURCE_EXHAUSTED',
  415: 'INVALID_ARGUMENT',
  422: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The types of problem that mean another gRPC status than their HTTP status does. */
const codesByType: Readonly<Record<string, Code>> = { 'failed-precondition': 'FAILED_PRECONDITION' };

/** The error of a problem document. */
const errorOfProblem = (problem: Problem, httpStatus: number): OfferstreamError => {
  const slug = problem.type?.split('/').at(-1) ?? '';
  const status = problem.status ?? httpStatus;
  return new OfferstreamError(problem.detail ?? problem.title ?? `HTTP status ${status}`, {
    code: codesByType[slug] ?? codesByStatus[status] ?? 'UNKNOWN',
    reason: reasonOf(slug),
    violations: problem.violations ?? [],
    retryAfterMs: problem.retry_after_seconds === undefined ? undefined : problem.retry_after_seconds * 1_000,
    correlationId: problem.correlation_id ?? '',
  });
};

/** `idempotency-key-reused` is KEY_REUSED over gRPC; the other reasons are their slugs. */
const reasonOf = (slug: string): string =>
  slug === 'idempotency-key-reused' ? 'KEY_REUSED' : slug.toUpperCase().replaceAll('-', '_');

/** The error of an answer that is none of success. */
const errorOfAnswer = async (answer: Response): Promise<OfferstreamError> => {
  const text = await answer.text().catch(() => '');
  try {
    return errorOfProblem(JSON.parse(text) as Problem, answer.status);
  } catch {
    // Something before the service answered.
    return errorOfProblem({ detail: `HTTP status ${answer.status}` }, answer.status);
  }
};

/** The error of a call that got no answer. */
const errorOfNoAnswer = (thrown: unknown, signal: AbortSignal): OfferstreamError => {
  if (thrown instanceof OfferstreamError) return thrown;
  const code = codeOfAbort(signal) ?? 'UNAVAILABLE';
  return new OfferstreamError(
    `no answer: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    { code },
    thrown,
  );
};

/** A server-sent event. */
interface ServerSentEvent {
  /** `message` where the stream names none. */
  readonly type: string;
  readonly data: string;
  /** The id of the last event that had one. */
  readonly id: string;
}

/** The lines of a body, without their ends, as they come. The last one needs no end. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** The events of a body of the type text/event-stream. An unfinished one at its end is none. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let [type, id, data] = ['message', '', [] as string[]];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { type, id, data: data.join('\n') };
      [type, data] = ['message', []];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id') id = value;
  }
}

/** Where a client over HTTP goes, and who it is. */
export interface HttpOptions extends ClientOptions {
  /** `https://offers.example.com`, without a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What sends requests; left out: the one of Node. */
  readonly fetch?: typeof fetch;
}

/** A client over HTTP, with the operations and messages of the one over gRPC. */
export const connectHttp = (options: HttpOptions): Client => createClient(createHttpTransport(options), options);

/** The routes by the path of the operation over gRPC. */
const routesByPath: ReadonlyMap<string, Route<unknown>> = new Map(
  Object.entries(contract).flatMap(([service, methods]) =>
    Object.entries(methods).map(([method, { path }]) => [
      path,
      (routes as unknown as Record<string, Record<string, Route<unknown>>>)[service]?.[method] as Route<unknown>,
    ]),
  ),
);

const routeOf = (path: string): Route<unknown> => {
  const route = routesByPath.get(path);
  if (route === undefined) throw new Error(`${path} has no route`);
  return route;
};

const acceptOf = { json: 'application/json', file: '*/*', lines: 'application/x-ndjson', events: 'text/event-stream' };

/** The file name that a Content-Disposition names. */
const fileNameIn = (disposition: string | null): string => /filename="([^"]*)"/.exec(disposition ?? '')?.[1] ?? '';

const fileOf = async (answer: Response): Promise<unknown> => ({
  file_name: fileNameIn(answer.headers.get('content-disposition')),
  content_type: answer.headers.get('content-type') ?? '',
  content: Buffer.from(await answer.arrayBuffer()).toString('base64'),
});

/** Sends a request of an operation and gives a successful answer. */
type Ask = (route: Route<unknown>, asked: HttpRequest, init: RequestInit, context: CallContext) => Promise<Response>;

const createAsk =
  ({ baseUrl, apiKey, fetch: send = fetch }: HttpOptions, closing: AbortSignal): Ask =>
  async (route, asked, init, context) => {
    const url = new URL(asked.path, baseUrl);
    for (const [name, value] of asked.query ?? []) url.searchParams.append(name, value);
    const headers = new Headers(init.headers);
    headers.set('x-api-key', apiKey);
    headers.set('accept', acceptOf[route.answer]);
    if (context.idempotencyKey !== undefined) headers.set('idempotency-key', context.idempotencyKey);
    const signal = AbortSignal.any([context.signal, closing]);
    const answer = await send(url, { ...init, method: asked.method, headers, signal }).catch((thrown: unknown) => {
      throw errorOfNoAnswer(thrown, context.signal);
    });
    if (!answer.ok) throw await errorOfAnswer(answer);
    return answer;
  };

const bodyOf = <Request>(codec: Codec<Request>, route: Route<unknown>, asked: HttpRequest, request: Request) => {
  const document = route.sendsMessage ? codec.toJSON(request) : asked.body;
  if (document === undefined) return {};
  return { body: JSON.stringify(document), headers: { 'content-type': 'application/json' } };
};

const unaryBy =
  (ask: Ask): Transport['unary'] =>
  async (operation, request, context) => {
    const route = routeOf(operation.path);
    const asked = route.requestOf(request);
    const answer = await ask(route, asked, bodyOf(operation.request, route, asked, request), context);
    try {
      return operation.response.fromJSON(route.answer === 'file' ? await fileOf(answer) : await answer.json());
    } catch (thrown) {
      throw errorOfNoAnswer(thrown, context.signal);
    }
  };

const serverStreamBy = (ask: Ask): Transport['serverStream'] =>
  async function* (operation, request, context, position) {
    const route = routeOf(operation.path);
    const asked = route.requestOf(request);
    const init = bodyOf(operation.request, route, asked, request);
    const headers = {
      ...init.headers,
      ...(position.lastEventId !== undefined && { 'last-event-id': position.lastEventId }),
    };
    const answer = await ask(route, asked, { ...init, headers }, context);
    // 204: nothing follows what the watch has told.
    if (answer.body === null || answer.status === 204) return;
    const documents = route.answer === 'events' ? eventsOf(answer.body, position) : documentsOf(answer.body);
    yield* decoded(operation.response, documents, context.signal);
  };

const bidiStreamBy = (ask: Ask): Transport['bidiStream'] =>
  async function* (operation, requests, context) {
    const route = routeOf(operation.path);
    const init = {
      body: ReadableStream.from(linesOf(operation.request, requests)),
      duplex: 'half',
      headers: { 'content-type': 'application/x-ndjson' },
    } as RequestInit;
    const answer = await ask(route, route.requestOf(undefined), init, context);
    if (answer.body === null) return;
    yield* decoded(operation.response, documentsOf(answer.body), context.signal);
  };

const createHttpTransport = (options: HttpOptions): Transport => {
  const closing = new AbortController();
  const ask = createAsk(options, closing.signal);
  return {
    unary: unaryBy(ask),
    serverStream: serverStreamBy(ask),
    bidiStream: bidiStreamBy(ask),
    close: () => closing.abort(),
  };
};

async function* linesOf<Request>(
  codec: Codec<Request>,
  requests: AsyncIterable<Request> | Iterable<Request>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const request of requests) yield encoder.encode(`${JSON.stringify(codec.toJSON(request))}\n`);
}

/** A line that holds nothing but a problem ends a stream of lines. */
const isProblem = (document: object): document is { readonly problem: object } =>
  'problem' in document && Object.keys(document).length === 1;

async function* documentsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  for await (const line of readLines(body)) {
    if (line === '') continue;
    const document = JSON.parse(line) as object;
    if (isProblem(document)) throw errorOfProblem(document.problem, 0);
    yield document;
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>, position: WatchPosition): AsyncGenerator<unknown> {
  for await (const { type, data, id } of readEvents(body)) {
    const document = JSON.parse(data) as object;
    if (type === 'problem') throw errorOfProblem(document, 0);
    if (id !== '') position.lastEventId = id;
    yield document;
  }
}

/** The messages of a stream; a connection that breaks is UNAVAILABLE. */
async function* decoded<Message>(
  codec: Codec<Message>,
  documents: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Message> {
  try {
    for await (const document of documents) yield codec.fromJSON(document);
  } catch (thrown) {
    throw thrown instanceof OfferstreamError ? thrown : errorOfNoAnswer(thrown, signal);
  }
}
