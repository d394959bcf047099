import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notFound } from '../../../domain/errors.ts';
import { keyHash } from '../../../gateway/auth/authenticator.ts';
import type { EnrichmentUseCases } from '../../../gateway/enrichment/use-cases.ts';
import type { StreamingUseCase } from '../../../gateway/request/request-context.ts';
import type { EnrichmentJob, WatchJobRequest } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { eventually } from '../../support/eventually.ts';
import { refusingUseCases, startTestEdge, storeKeys, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const watcherKey = 'os_watcherwatcherwatcherwatcherwatcherwatch';
const headers = { 'x-api-key': watcherKey };

const job = (progress: number, status = 'started'): EnrichmentJob => ({
  id: 'job_1',
  type: 'discovery',
  status,
  progress,
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

const refuse = () => Promise.reject(notFound('job', 'job_1'));

describe('a stream of server-sent events', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await storeKeys(database.pool);
    await createCallerStore(database.pool.sql).putKey({
      id: 'key_watcher',
      customerId: 'acme',
      hash: keyHash(watcherKey),
      scopes: ['enrichment'],
      label: 'watcher',
    });
  });
  afterAll(() => database.close());

  const edgeWith = (watchJob: StreamingUseCase<WatchJobRequest, EnrichmentJob>): Promise<TestEdge> => {
    const enrichment: EnrichmentUseCases = {
      requestEnrichment: refuse,
      getJob: refuse,
      listJobs: refuse,
      cancelJob: refuse,
      watchJob,
    };
    return startTestEdge(database.pool, { useCases: { ...refusingUseCases, enrichment } });
  };
  const path = '/v1/enrichment-jobs/job_1/events';

  it('carries each message as one event of JSON with the id of its state, and ends with its source', async () => {
    const edge = await edgeWith(async function* () {
      yield job(0);
      yield job(1, 'completed');
    });
    const answer = await edge.send(path, { headers });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    const [retry, ...events] = answer.body.trimEnd().split('\n\n');
    expect(retry).toBe('retry: 2000');
    expect(new Set(events.map((event) => event.split('\n')[0])).size).toBe(2);
    expect(JSON.parse(events[1]?.split('data: ')[1] ?? '')).toMatchObject({ status: 'completed', progress: 1 });
    await edge.stop();
  });

  it('is a problem document when it fails before the first message, and an event later', async () => {
    let hasStarted = false;
    const edge = await edgeWith(async function* () {
      if (hasStarted) yield job(0);
      hasStarted = true;
      await refuse();
    });
    expect(await edge.send(path, { headers })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
    const later = await edge.send(path, { headers });
    expect(later.status).toBe(200);
    expect(later.body).toContain('event: problem\ndata: {"type":"/problems/not-found"');
    expect((await edge.send(path)).status).toBe(403);
    await edge.stop();
  });

  it('goes on after the event that a reader names, and says when nothing follows it', async () => {
    const states = [job(0), job(1, 'completed')];
    let present = 0;
    const edge = await edgeWith(async function* () {
      yield* states.slice(present);
    });
    const idsOf = (body: string) => [...body.matchAll(/^id: (.+)$/gm)].map(([, id = '']) => id);
    const resumed = (id: string) => edge.send(path, { headers: { ...headers, 'last-event-id': id } });
    const [first = '', last = ''] = idsOf((await edge.send(path, { headers })).body);
    // The state that it has seen is the present one: what follows is told.
    expect(idsOf((await resumed(first)).body)).toEqual([last]);
    // It has not seen the present state.
    expect(idsOf((await resumed('of another service')).body)).toEqual([first, last]);
    present = 1;
    expect(idsOf((await resumed(first)).body)).toEqual([last]);
    // A browser asks no more after this.
    expect(await resumed(last)).toMatchObject({ status: 204, body: '' });
    await edge.stop();
  });

  it('stops its source when the reader goes away', async () => {
    let stopped = false;
    const edge = await edgeWith(async function* (_request, { signal }) {
      yield job(0);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))).catch(() => {
        stopped = true;
      });
    });
    const reader = request({ host: '127.0.0.1', port: edge.port, path, headers }, (answer) =>
      answer.once('data', () => reader.destroy()),
    );
    reader.once('error', () => undefined);
    reader.end();
    await eventually(() => stopped);
    await edge.stop();
  });

  it('ends at once when the service stops, and says so', async () => {
    const opened = Promise.withResolvers<void>();
    const edge = await edgeWith(async function* (_request, { signal }) {
      yield job(0);
      opened.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const reading = edge.send(path, { headers });
    await opened.promise;
    // An end at the deadline would be later than that of the test.
    await edge.stop(3_600_000);
    expect((await reading).body).toContain('event: problem\ndata: {"type":"/problems/unavailable"');
  });
});
