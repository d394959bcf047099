import { annotateSpan, withSpan } from '../../telemetry/tracing.ts';

/**
 * A `fetch` with a span for every request: method, host and status. A path may be secret, and so is
 * not told. Calls of suppliers have spans of their own.
 */
export const tracedFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const attributes = () => ({ 'http.request.method': method, 'server.address': hostname });
    return withSpan({ name: `${method} ${hostname}`, kind: 'client', attributes }, async () => {
      const answer = await fetch(input, init);
      annotateSpan({ 'http.response.status_code': answer.status }, answer.status >= 400);
      return answer;
    });
  };
