import { getEventListeners } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import { createHttpApp } from '../../../gateway/http/app.ts';
import { type Listener, listen } from '../../../gateway/http/listener.ts';
import { createKeyLimiter } from '../../../gateway/protection/key-limiter.ts';
import type { StreamingUseCase } from '../../../gateway/request/request-context.ts';
import type { EnrichmentJob, WatchJobRequest } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { refusingUseCases } from '../../support/http-edge.ts';
import { caller } from '../../support/offers.ts';
import { recordingLogger } from '../../support/recording-logger.ts';

type Source = StreamingUseCase<WatchJobRequest, EnrichmentJob>;

const watcher: Caller = { ...caller, scopes: ['enrichment'] };
const never = new Promise<never>(() => {});
const refuse = () => Promise.reject(notFound('job', 'job_1'));
const path = '/v1/enrichment-jobs/job_1/events';

/** A message of so many characters. */
const message = (characters: number): EnrichmentJob => ({
  id: 'j'.repeat(characters),
  type: 'discovery',
  status: 'started',
  progress: 0,
  createdAt: new Date(0),
  startedAt: undefined,
  finishedAt: undefined,
  target: {},
  priority: 'high',
  failureReason: '',
  counts: {},
  supplyChainChanges: [],
  characteristicChanges: [],
  languageModel: '',
  lookupCosts: [],
});

describe('whatever the reader of an event stream does, all that was opened for it is released', () => {
  /** Streams that may be open at a time: one less than the readers of a test. */
  const streams = 3;
  let stopping: AbortController;
  let metrics: ReturnType<typeof createMetrics>;
  let authenticate: () => Promise<Caller>;
  let source: Source;
  let opened: number;
  let closed: number;
  let listener: Listener;

  beforeEach(async () => {
    stopping = new AbortController();
    metrics = createMetrics('test');
    authenticate = async () => watcher;
    opened = 0;
    closed = 0;
    const now = () => new Date();
    const limits = { requestsPerSecond: undefined, burst: undefined, requestsPerDay: undefined, streams };
    const app = createHttpApp({
      useCases: {
        ...refusingUseCases,
        enrichment: {
          requestEnrichment: refuse,
          getJob: refuse,
          listJobs: refuse,
          cancelJob: refuse,
          watchJob: async function* (wanted, context) {
            opened += 1;
            try {
              yield* source(wanted, context);
            } finally {
              closed += 1;
            }
          },
        },
      },
      auth: { authenticate: () => authenticate() },
      limiter: createKeyLimiter({
        defaults: limits,
        usage: { add: async () => new Map() },
        onRefused: () => undefined,
        now,
      }),
      metrics,
      log: recordingLogger(),
      now,
      readiness: async () => ({}),
      maxBodyBytes: 4_096,
      deadlineMs: 10_000,
      stopping: stopping.signal,
    });
    listener = await listen({ host: '127.0.0.1', port: 0, certificates: undefined }, getRequestListener(app.fetch));
  });
  afterEach(() => listener.stop(0));

  const ask = (options: { readonly method?: string } = {}): ClientRequest => {
    const asked = request({ host: '127.0.0.1', port: listener.port, path, agent: false, ...options });
    asked.on('error', () => undefined);
    asked.end();
    return asked;
  };
  const answered = (asked: ClientRequest): Promise<number | undefined> =>
    new Promise((resolve) =>
      asked.once('response', (answer) => {
        answer.pause();
        resolve(answer.statusCode);
      }),
    );
  /**
   * One reader after another, as many as may be there at a time and one more; each goes away when
   * told to.
   */
  const comeAndGo = async (until: (asked: ClientRequest) => Promise<unknown>, options = {}): Promise<void> => {
    for (let reader = 0; reader <= streams; reader += 1) {
      const asked = ask(options);
      await until(asked);
      asked.destroy();
      await eventually(() => getEventListeners(stopping.signal, 'abort').length === 0);
    }
  };
  const codes = async (): Promise<Readonly<Record<string, number>>> => {
    const text = await metrics.registry.metrics();
    const counts = text.matchAll(/^enrichment_requests_total\{.*code="(\w+)".*\} (\d+)$/gm);
    return Object.fromEntries([...counts].map(([, code, count]) => [code, Number(count)]));
  };
  /** What a reader that reads to the end gets afterwards: a place is free for it. */
  const isServedToTheEnd = async (): Promise<void> => {
    source = async function* () {
      yield message(1);
    };
    const status = await new Promise((resolve) =>
      ask().once('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode))),
    );
    expect(status).toBe(200);
  };

  it('when it goes away while its key is looked up', async () => {
    let lookUps = 0;
    const known = Promise.withResolvers<Caller>();
    authenticate = () => {
      lookUps += 1;
      return known.promise;
    };
    let seen = 0;
    await comeAndGo(() => eventually(() => lookUps > seen && ++seen));
    known.resolve(watcher);
    source = async function* () {};
    await isServedToTheEnd();
    expect(opened).toBe(closed);
  });

  it('when it goes away before the first message, although the source heeds no signal', async () => {
    // biome-ignore lint/correctness/useYield: it never comes to its first message.
    source = async function* () {
      await never;
    };
    let seen = 0;
    await comeAndGo(() => eventually(() => opened > seen && ++seen));
    await isServedToTheEnd();
  });

  it('when it has read nothing of what is ready, and goes away', async () => {
    source = async function* () {
      for (;;) yield message(1_000_000);
    };
    await comeAndGo(answered);
    await eventually(() => opened === closed);
    await isServedToTheEnd();
    expect(await codes()).toEqual({ CANCELLED: streams + 1, OK: 1 });
  });

  it('when it goes away while it waits for the next message', async () => {
    source = async function* (_wanted, { signal }) {
      yield message(1);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    await comeAndGo(answered);
    await eventually(() => opened === closed);
    await isServedToTheEnd();
    expect(await codes()).toEqual({ CANCELLED: streams + 1, OK: 1 });
  });

  it('when it goes away while it waits for a message of a source that heeds no signal', async () => {
    source = async function* () {
      yield message(1);
      await never;
    };
    await comeAndGo(answered);
    await isServedToTheEnd();
  });

  it('when it asks for nothing but the headers', async () => {
    source = async function* (_wanted, { signal }) {
      yield message(1);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    await comeAndGo(answered, { method: 'HEAD' });
    await eventually(() => opened === closed);
    await isServedToTheEnd();
  });

  it('when the source fails, before or after the first message', async () => {
    let isFirst = true;
    source = async function* () {
      isFirst = !isFirst;
      if (isFirst) yield message(1);
      await refuse();
    };
    await comeAndGo(answered);
    expect(opened).toBe(closed);
    await isServedToTheEnd();
    expect(await codes()).toEqual({ NOT_FOUND: streams + 1, OK: 1 });
  });
});
