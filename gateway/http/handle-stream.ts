import type { Context } from 'hono';
import { abortable } from '../../concurrency/abortable.ts';
import { createEnding, type Ending } from '../../concurrency/ending.ts';
import { Failure } from '../../domain/errors.ts';
import { enterTrace } from '../../telemetry/tracing.ts';
import { codeName } from '../errors/error-table.ts';
import { failureFrom, logFailure } from '../errors/failures.ts';
import { problemOf } from '../errors/problem.ts';
import { correlationHeader } from '../request/correlation.ts';
import { type StreamingUseCase, withUseCaseSpan } from '../request/request-context.ts';
import { callerGone, type RequestSignal, requestSignal } from '../request/request-signal.ts';
import { admit, credentialOf } from './admit.ts';
import type { HttpEdge } from './edge.ts';
import { eventStreamBody } from './event-stream-body.ts';
import { lineStreamBody } from './line-stream-body.ts';
import { type EdgeEnv, type HttpStream, lineType, type StreamForm } from './operation.ts';
import { createReadJson } from './read-json.ts';
import { readLines } from './read-lines.ts';
import { annotateAnswer, requestEntry } from './request-entry.ts';
import { correlationIdOf, respondFailure, respondJson } from './respond.ts';

/**
 * The life of one stream of messages. What goes wrong before the first message is answered with a
 * problem document, as for any other request; later it is an event `problem` with that document as
 * its data, or a line `problem`, after which the stream ends. An event has an id, which a reader
 * that lost its connection names to go on after it; one that has the last event is answered 204,
 * after which browsers ask no more. A comment now and then keeps the connection from looking dead.
 * A stream that is answered as one document can fail as a whole only.
 *
 * Messages are made at the reader's pace: the next one is asked for when the reader has taken the
 * one before. A stream has no deadline; it ends with its source, with its reader, and when the
 * service stops. There is one end, for whatever reason: what was opened for the stream is released
 * then, whether its body is ever read and whether its source heeds the signal or not.
 */

const headersOf = (correlationId: string, contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Proxies that collect answers would hold messages back.
  'x-accel-buffering': 'no',
  [correlationHeader]: correlationId,
});

const stopping = (): Failure =>
  new Failure('unavailable', 'the service is stopping; connect again', { retryAfterMs: 1_000 });

/** A stream that was opened for a request. */
interface OpenStream {
  readonly request: RequestSignal;
  /** Releases all that was opened for it. */
  readonly ending: Ending;
  /** Ends it and counts it, the first time. */
  readonly end: (code: string) => void;
}

const bodies = {
  events: { contentType: 'text/event-stream', create: eventStreamBody },
  lines: { contentType: lineType, create: lineStreamBody },
} as const satisfies Record<Exclude<StreamForm, 'document'>, object>;

/** All messages of a stream. */
const allOf = async <Message>(
  first: IteratorResult<Message>,
  messages: AsyncIterator<Message>,
  signal: AbortSignal,
): Promise<readonly Message[]> => {
  const all: Message[] = [];
  for (let next = first; !next.done; next = await abortable(messages.next(), signal)) all.push(next.value);
  return all;
};

/** Whether the reader has the message already, by the id that it names. */
const isKnown = <Output>(
  { resumption }: Pick<HttpStream<never, Output>, 'resumption'>,
  first: IteratorResult<Output>,
  lastEventId: string | undefined,
): boolean => resumption !== undefined && first.done !== true && resumption.idOf(first.value) === lastEventId;

/**
 * Opens the stream of a request. It ends with its signal at the latest, and the signal with the
 * connection. `record` is called with how it ended, and the seconds that it lasted.
 */
const openStream = (
  { outgoing }: EdgeEnv['Bindings'],
  { log, stopping: stop }: Pick<HttpEdge, 'log' | 'stopping'>,
  route: string,
  record: (code: string, seconds: number) => void,
): OpenStream => {
  const startedAtMs = performance.now();
  const ending = createEnding((error) => log.error('request.failed', { route, err: error }));
  const end = (code: string): void => {
    if (ending.end()) record(code, (performance.now() - startedAtMs) / 1_000);
  };
  const request = requestSignal({ onAbort: ({ kind }) => end(codeName(kind)) });
  const onGone = (): void => request.abort(callerGone());
  const onStop = (): void => request.abort(stopping());
  outgoing.once('close', onGone);
  ending.onEnd(() => outgoing.off('close', onGone));
  stop?.addEventListener('abort', onStop);
  ending.onEnd(() => stop?.removeEventListener('abort', onStop));
  if (outgoing.destroyed) onGone();
  if (stop?.aborted) onStop();
  return { request, ending, end };
};

/** Lets callers in and begins the messages that they asked for; these end with the stream. */
const sourceOpener = <Input, Output>(
  operation: HttpStream<Input, Output>,
  useCase: StreamingUseCase<Input, Output>,
  edge: HttpEdge,
) => {
  const { connected, limiter, now } = edge;
  const readJson = createReadJson(edge.maxBodyBytes);
  return async (
    context: Context<EdgeEnv>,
    { request, ending }: OpenStream,
    given: { correlationId: string; traceparent: string | undefined; headers: Record<string, string> },
  ) => {
    const { signal } = request;
    const { correlationId, traceparent, headers } = given;
    const caller = await admit(context, edge, { operation, correlationId, signal, headers });
    signal.throwIfAborted();
    if (limiter !== undefined) ending.onEnd(limiter.openStream(caller));
    const stream = { credential: credentialOf(context) ?? '', caller, scope: operation.scope };
    if (connected !== undefined) ending.onEnd(connected.follow({ ...stream, end: (reason) => request.abort(reason) }));
    const decoded = operation.decode(context, readJson, () =>
      readLines(context, { signal, meter: limiter?.meterMessages(caller) }),
    );
    const input = decoded instanceof Promise ? await abortable(decoded, signal) : decoded;
    const source = useCase(input, { caller, correlationId, traceparent, signal, now });
    const messages = source[Symbol.asyncIterator]();
    // Not waited for: a source that heeds no signal returns when its next message comes, if ever.
    ending.onEnd(() => void messages.return?.().then(undefined, () => undefined));
    const first = await withUseCaseSpan(operation.name, () => abortable(messages.next(), signal));
    return { first, messages };
  };
};

/** Serves a stream. */
export const handleStream = <Input, Output>(
  operation: HttpStream<Input, Output>,
  useCase: StreamingUseCase<Input, Output>,
  edge: HttpEdge,
): ((context: Context<EdgeEnv>) => Promise<Response>) => {
  const { name } = operation;
  const record = edge.metrics.requests[operation.service].bind(name.slice(name.indexOf('/') + 1), 'http');
  const entryOf = requestEntry(operation);
  const openSource = sourceOpener(operation, useCase, edge);
  const route = `${operation.route.method.toUpperCase()} ${operation.route.path}`;

  return (context) => {
    const correlationId = correlationIdOf(context);
    const stream = openStream(context.env, edge, route, record);
    const { request, ending, end } = stream;
    const fail = (thrown: unknown): Failure => {
      const failure = failureFrom(thrown, request.reason);
      logFailure(edge.log, failure, { route });
      end(codeName(failure.kind));
      return failure;
    };
    return enterTrace(entryOf(context, correlationId), async (traceparent) => {
      const headers: Record<string, string> = {};
      try {
        const source = await openSource(context, stream, { correlationId, traceparent, headers });
        const form = operation.formOf?.(context) ?? 'events';
        if (form === 'document') {
          const document = operation.gather?.(await allOf(source.first, source.messages, request.signal)) ?? {};
          end('OK');
          return annotateAnswer(respondJson(200, document, correlationId, headers));
        }
        const { contentType, create } = bodies[form];
        const { first } = source;
        const isSeen = form === 'events' && isKnown(operation, first, context.req.header('last-event-id'));
        if (isSeen && operation.resumption?.isLast(first.value, context)) {
          end('OK');
          return annotateAnswer(
            new Response(null, { status: 204, headers: { ...headers, [correlationHeader]: correlationId } }),
          );
        }
        const body = create({
          ...source,
          first: isSeen ? undefined : first,
          idOf: operation.resumption?.idOf,
          signal: request.signal,
          ending,
          encode: operation.encode,
          onDone: () => end('OK'),
          onFailed: (thrown) => problemOf(fail(thrown), correlationId),
          onCancel: () => request.abort(callerGone()),
        });
        return annotateAnswer(
          new Response(body, { headers: { ...headers, ...headersOf(correlationId, contentType) } }),
        );
      } catch (thrown) {
        return annotateAnswer(respondFailure(fail(thrown), context.req.path, correlationId, headers));
      }
    });
  };
};
