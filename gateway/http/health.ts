import type { Context } from 'hono';
import { withDeadline } from '../../concurrency/deadline.ts';
import { isFailure } from '../../domain/errors.ts';
import type { HttpEdge, Readiness } from './edge.ts';
import { correlationIdOf, respond, respondJson } from './respond.ts';

/**
 * What operators and probes ask for; no key is needed. So that anybody may ask at any rate, answers
 * are kept for a moment.
 */

/** How an answer is kept. */
interface CachedAnswerOptions<Answer> {
  readonly ask: () => Promise<Answer>;
  /** From the start of one question to the start of the next, in milliseconds, at least. */
  readonly forMs: number;
  /** The injected clock. */
  readonly now: () => Date;
}

/**
 * Gives the same answer to everybody for a while. Who asks while a question is under way waits for
 * it with the others, so that they do not pile up at what hangs.
 */
const cachedAnswer = <Answer>({ ask, forMs, now }: CachedAnswerOptions<Answer>): (() => Promise<Answer>) => {
  let answer: Promise<Answer> | undefined;
  let isAsking = false;
  let askedAtMs = 0;
  return () => {
    const nowMs = now().getTime();
    // A clock that was set back must not keep it for longer.
    const isKept = nowMs >= askedAtMs && nowMs - askedAtMs < forMs;
    if (answer !== undefined && (isAsking || isKept)) return answer;
    askedAtMs = nowMs;
    isAsking = true;
    answer = ask().finally(() => {
      isAsking = false;
    });
    return answer;
  };
};

/** A dependency that hangs must not hang the probe with it. */
const readinessTimeoutMs = 2_000;

/** For so long readiness and metrics are answered as they were. */
const cachedForMs = 1_000;

const askWithDeadline = async (ask: () => Promise<Readiness>): Promise<Readiness> => {
  try {
    return await withDeadline({ what: 'readiness', ms: readinessTimeoutMs }, ask);
  } catch (error) {
    return { readiness: isFailure(error, 'unavailable') ? 'not known in time' : 'not known' };
  }
};

/** `/healthz`: the process runs and answers; says nothing of what it depends on. */
export const health = (context: Context): Response => respondJson(200, { status: 'ok' }, correlationIdOf(context));

/**
 * `/readyz`: 200 when every dependency answers, 503 otherwise; the body names each. The
 * dependencies are asked once a second at most; that the service stops is told at once.
 */
export const ready = ({
  readiness,
  stopping,
  now,
}: Pick<HttpEdge, 'readiness' | 'stopping' | 'now'>): ((context: Context) => Promise<Response>) => {
  const ask = cachedAnswer({ ask: () => askWithDeadline(readiness), forMs: cachedForMs, now });
  return async (context) => {
    const dependencies = stopping?.aborted ? { process: 'stopping' } : await ask();
    const isReady = Object.values(dependencies).every((state) => state === true);
    const body = { status: isReady ? 'ready' : 'not_ready', dependencies };
    return respondJson(isReady ? 200 : 503, body, correlationIdOf(context));
  };
};

/** The Prometheus exposition of the metric catalogue, written once a second at most. */
export const cachedMetrics = ({
  metrics: { registry },
  now,
}: Pick<HttpEdge, 'metrics' | 'now'>): (() => Promise<Uint8Array<ArrayBuffer>>) =>
  cachedAnswer({ ask: async () => Buffer.from(await registry.metrics()), forMs: cachedForMs, now });

/** `/metrics`. */
export const exposeMetrics = (edge: Pick<HttpEdge, 'metrics' | 'now'>): ((context: Context) => Promise<Response>) => {
  const written = cachedMetrics(edge);
  const { contentType } = edge.metrics.registry;
  return async (context) =>
    respond(200, contentType, await written(), { 'x-correlation-id': correlationIdOf(context) });
};
