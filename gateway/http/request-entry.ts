import type { Context } from 'hono';
import { annotateSpan, type TraceEntry } from '../../telemetry/tracing.ts';
import type { HttpOperation } from './operation.ts';

/**
 * What the requests of one operation enter as: the span's attributes by OpenTelemetry's conventions
 * for HTTP, and what each of their log lines carries.
 */
export const requestEntry = ({ name, route }: Pick<HttpOperation<never, never>, 'name' | 'route'>) => {
  const attributes = { 'http.request.method': route.method.toUpperCase(), 'http.route': route.path };
  return ({ req }: Context, correlationId: string): TraceEntry => ({
    name,
    kind: 'server',
    traceparent: req.header('traceparent'),
    tracestate: req.header('tracestate'),
    attributes,
    context: { correlationId, requestId: correlationId, component: 'http', layer: 'gateway' },
  });
};

/** Says on the entry's span how the request was answered; our errors are errors of the span. */
export const annotateAnswer = <Answer extends { readonly status: number }>(answer: Answer): Answer => {
  annotateSpan({ 'http.response.status_code': answer.status }, answer.status >= 500);
  return answer;
};
