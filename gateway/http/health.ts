import type { Context } from 'hono';
import type { HttpEdge, Readiness } from './edge.ts';
import { correlationIdOf, respond, respondJson } from './respond.ts';

/** What operators and probes ask for; no key is needed. */

/** A dependency that hangs must not hang the probe with it. */
const readinessTimeoutMs = 2_000;

const askInTime = async (ask: () => Promise<Readiness>): Promise<Readiness> => {
  const { promise, resolve } = Promise.withResolvers<Readiness>();
  const timer = setTimeout(() => resolve({ readiness: 'not known in time' }), readinessTimeoutMs);
  try {
    return await Promise.race([ask(), promise]);
  } catch {
    return { readiness: 'not known' };
  } finally {
    clearTimeout(timer);
  }
};

/** `/healthz`: the process runs and answers; says nothing of what it depends on. */
export const health = (context: Context): Response => respondJson(200, { status: 'ok' }, correlationIdOf(context));

/** `/readyz`: 200 when every dependency answers, 503 otherwise; the body names each. */
export const ready =
  (readiness: HttpEdge['readiness']) =>
  async (context: Context): Promise<Response> => {
    const dependencies = await askInTime(readiness);
    const isReady = Object.values(dependencies).every((state) => state === true);
    const body = { status: isReady ? 'ready' : 'not_ready', dependencies };
    return respondJson(isReady ? 200 : 503, body, correlationIdOf(context));
  };

/** `/metrics`: the Prometheus exposition of the metric catalogue. */
export const exposeMetrics =
  ({ registry }: HttpEdge['metrics']) =>
  async (context: Context): Promise<Response> =>
    respond(200, registry.contentType, await registry.metrics(), { 'x-correlation-id': correlationIdOf(context) });
