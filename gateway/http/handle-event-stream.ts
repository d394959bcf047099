import type { Context } from 'hono';
import { Failure } from '../../domain/errors.ts';
import { enterTrace } from '../../telemetry/tracing.ts';
import { correlationHeader } from '../correlation.ts';
import { codeName } from '../errors/error-table.ts';
import { failureFrom } from '../errors/leak-policy.ts';
import { logFailure } from '../errors/log-failure.ts';
import { problemOf } from '../errors/problem.ts';
import type { StreamingUseCase } from '../request-context.ts';
import { callerGone, requestSignal } from '../request-signal.ts';
import { admit } from './admit.ts';
import type { EdgeEnv, HttpEdge } from './edge.ts';
import type { HttpEventStream } from './event-stream.ts';
import { createFormReader } from './read-form.ts';
import { createReadJson } from './read-json.ts';
import { correlationIdOf, respondFailure } from './respond.ts';

/**
 * The life of one stream of server-sent events. What goes wrong before the first message is answered with a problem document, as
 * for any other request; later it is an event `error` with that document as its data, after which the stream ends. Each message
 * has its number in the stream as its id. A comment now and then keeps the connection from looking dead.
 *
 * Messages are made at the reader's pace: the next one is asked for when the reader has taken the one before. A stream has no
 * deadline; it ends with its source, with its reader, and when the service stops.
 */

const heartbeatMs = 15_000;

const heartbeat = ': still here\n\n';

const eventOf = (id: number, message: object): string => `id: ${id}\ndata: ${JSON.stringify(message)}\n\n`;

const headersOf = (correlationId: string): Record<string, string> => ({
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Proxies that collect answers would hold events back.
  'x-accel-buffering': 'no',
  [correlationHeader]: correlationId,
});

const stopping = (): Failure =>
  new Failure('unavailable', 'the service is stopping; connect again', { retryAfterMs: 1_000 });

/** Serves an event stream. */
export const handleEventStream = <Input, Output>(
  operation: HttpEventStream<Input, Output>,
  useCase: StreamingUseCase<Input, Output>,
  edge: HttpEdge,
): ((context: Context<EdgeEnv>) => Promise<Response>) => {
  const { limiter, log, now } = edge;
  const { name, scope } = operation;
  const record = edge.metrics.requests[operation.service].bind(name.slice(name.indexOf('/') + 1));
  const readJson = createReadJson(edge.maxBodyBytes);
  const readForm = createFormReader(edge.maxBodyBytes);
  const route = `${operation.route.method.toUpperCase()} ${operation.route.path}`;

  return (context) => {
    const startedAtMs = performance.now();
    const correlationId = correlationIdOf(context);
    const request = requestSignal({});
    const { outgoing } = context.env;
    outgoing.once('close', () => request.abort(callerGone()));
    const onStop = (): void => request.abort(stopping());
    if (edge.stopping?.aborted) onStop();
    edge.stopping?.addEventListener('abort', onStop, { once: true });
    let closeStream: (() => void) | undefined;
    const finish = (code: string): void => {
      edge.stopping?.removeEventListener('abort', onStop);
      request.release();
      closeStream?.();
      record(code, (performance.now() - startedAtMs) / 1_000);
    };
    const fail = (thrown: unknown): Failure => {
      const failure = failureFrom(thrown, request.reason);
      finish(codeName(failure.kind));
      logFailure(log, failure, { route });
      return failure;
    };
    const entry = {
      name,
      kind: 'server' as const,
      traceparent: context.req.header('traceparent'),
      context: { correlationId, component: 'http', layer: 'gateway' },
    };

    /** The messages as events, from the one that was waited for on. */
    const events = (first: IteratorResult<Output>, messages: AsyncIterator<Output>): ReadableStream<Uint8Array> => {
      const encoder = new TextEncoder();
      let id = 0;
      let next: IteratorResult<Output> | undefined = first;
      let beating: NodeJS.Timeout | undefined;
      const close = (): void => clearInterval(beating);
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            beating = setInterval(() => {
              // A reader that is behind is alive.
              if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(heartbeat));
            }, heartbeatMs);
          },
          pull: async (controller) => {
            try {
              const result: IteratorResult<Output> = next ?? (await messages.next());
              next = undefined;
              if (result.done) {
                close();
                finish('OK');
                controller.close();
                return;
              }
              id += 1;
              controller.enqueue(encoder.encode(eventOf(id, operation.encode(result.value))));
            } catch (thrown) {
              close();
              const problem = problemOf(fail(thrown), correlationId);
              controller.enqueue(encoder.encode(`event: error\ndata: ${JSON.stringify(problem)}\n\n`));
              controller.close();
            }
          },
          cancel: async () => {
            close();
            request.abort(callerGone());
            await messages.return?.();
          },
        },
        { highWaterMark: 1 },
      );
    };

    return enterTrace(entry, async (traceparent) => {
      const headers: Record<string, string> = {};
      try {
        const { signal } = request;
        const caller = await admit(context, edge, { scope, signal, headers });
        closeStream = limiter?.openStream(caller);
        const input = await operation.decode(context, readJson, readForm);
        const source = useCase(input, { caller, correlationId, traceparent, signal, now });
        const messages = source[Symbol.asyncIterator]();
        const first = await messages.next();
        return new Response(events(first, messages), { headers: { ...headers, ...headersOf(correlationId) } });
      } catch (thrown) {
        return respondFailure(fail(thrown), context.req.path, correlationId, headers);
      }
    });
  };
};
