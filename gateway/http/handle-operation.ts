import type { Context } from 'hono';
import { enterTrace } from '../../telemetry/tracing.ts';
import { codeName } from '../errors/error-table.ts';
import { failureFrom } from '../errors/leak-policy.ts';
import { logFailure } from '../errors/log-failure.ts';
import type { UseCase } from '../request-context.ts';
import { callerGone, requestSignal } from '../request-signal.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { inUseCase } from '../use-case-span.ts';
import { admit } from './admit.ts';
import type { EdgeEnv, HttpEdge } from './edge.ts';
import type { HttpOperation } from './operation.ts';
import { createFormReader } from './read-form.ts';
import { createReadJson } from './read-json.ts';
import { correlationIdOf, respondFailure, respondFile, respondJson } from './respond.ts';

/** One request on its way. */
interface Running {
  readonly correlationId: string;
  readonly traceparent: string | undefined;
  readonly signal: AbortSignal;
  /** Headers of the answer, whatever it will be. */
  readonly headers: Record<string, string>;
}

/**
 * The life of one request, in one function without middleware: correlation id, trace, deadline, key, scope, body, use case,
 * answer, metrics. Whatever is thrown on the way becomes a problem document; only what the service is to blame for is logged.
 * The signal that the use case gets aborts when the deadline passes and when the client goes away; the request is then refused,
 * whether the use case has noticed or not.
 */
export const handleOperation = <Input, Output>(
  operation: HttpOperation<Input, Output>,
  useCase: UseCase<Input, Output>,
  edge: HttpEdge,
): ((context: Context<EdgeEnv>) => Promise<Response>) => {
  const { log, now } = edge;
  const { name, scope, status = 200 } = operation;
  const shedder = scope === 'admin' ? undefined : edge.shedder;
  const record = edge.metrics.requests[operation.service].bind(name.slice(name.indexOf('/') + 1));
  const readJson = createReadJson(edge.maxBodyBytes);
  const readForm = createFormReader(edge.maxUploadBytes ?? edge.maxBodyBytes);
  const route = `${operation.route.method.toUpperCase()} ${operation.route.path}`;

  const answer = async (context: Context<EdgeEnv>, { correlationId, traceparent, signal, headers }: Running) => {
    const caller = await admit(context, edge, { scope, signal, headers });
    const decoded = operation.decode(context, readJson, readForm);
    const request = decoded instanceof Promise ? await unlessAborted(decoded, signal) : decoded;
    signal.throwIfAborted();
    const result = inUseCase(name, () => useCase(request, { caller, correlationId, traceparent, signal, now }));
    const response = result instanceof Promise ? await unlessAborted(result, signal) : result;
    const file = operation.asFile?.(response);
    if (file !== undefined) return respondFile(file, correlationId, headers);
    return respondJson(status, operation.encode(response), correlationId, headers);
  };

  return (context) => {
    const startedAtMs = performance.now();
    shedder?.begin();
    const correlationId = correlationIdOf(context);
    const request = requestSignal({ timeoutMs: edge.deadlineMs });
    const { outgoing } = context.env;
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) request.abort(callerGone());
    });
    const finish = (code: string): void => {
      request.release();
      const tookMs = performance.now() - startedAtMs;
      shedder?.end(tookMs);
      record(code, tookMs / 1_000);
    };
    const entry = {
      name,
      kind: 'server' as const,
      traceparent: context.req.header('traceparent'),
      context: { correlationId, component: 'http', layer: 'gateway' },
    };
    return enterTrace(entry, async (traceparent) => {
      const headers: Record<string, string> = {};
      try {
        const response = await answer(context, { correlationId, traceparent, signal: request.signal, headers });
        finish('OK');
        return response;
      } catch (thrown) {
        const failure = failureFrom(thrown, request.reason);
        finish(codeName(failure.kind));
        logFailure(log, failure, { route });
        return respondFailure(failure, context.req.path, correlationId, headers);
      }
    });
  };
};
