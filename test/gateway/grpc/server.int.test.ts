import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { afterEach, expect, test } from 'vitest';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import {
  answerOf,
  catalogKey,
  codeOf,
  detailsOf,
  drainOf,
  headers,
  startTestEdge,
  type TestEdge,
} from './test-edge.ts';

const run = promisify(execFile);

let edge: TestEdge;

afterEach(async () => {
  await edge.close();
});

/** A real client that knows nothing but the address: buf's, which finds methods by reflection. */
const bufCurl = async (...args: string[]): Promise<string> => {
  const { stdout } = await run('node_modules/.bin/buf', [
    'curl',
    '--protocol',
    'grpc',
    '--http2-prior-knowledge',
    ...args,
  ]);
  return stdout;
};

const address = (): string => `http://127.0.0.1:${edge.server.port}`;

test('reflection lists every method of the contract, and a client calls one by it', async () => {
  edge = await startTestEdge({ getProduct: async ({ id }) => Product.fromPartial({ id, mpn: 'LM317T' }) });
  const methods = (await bufCurl('--list-methods', address())).trim().split('\n');
  expect(methods).toEqual(
    expect.arrayContaining([
      'svc.public.v1.Catalog/SearchProducts',
      'svc.public.v1.Catalog/GetProduct',
      'svc.public.v1.Catalog/StreamProducts',
      'svc.public.v1.Offers/GetOffers',
      'svc.public.v1.Pricing/CalculatePrice',
      'svc.public.v1.Pricing/BulkCalculatePrice',
      'svc.public.v1.Estimate/BuildEstimate',
      'svc.public.v1.Estimate/WatchEstimate',
      'svc.public.v1.Enrichment/RequestEnrichment',
      'svc.public.v1.Enrichment/WatchJob',
    ]),
  );
  const url = `${address()}/svc.public.v1.Catalog/GetProduct`;
  const answer = await bufCurl('-H', `x-api-key: ${catalogKey}`, '-d', '{"id":"prd_1"}', url);
  expect(JSON.parse(answer)).toMatchObject({ id: 'prd_1', mpn: 'LM317T' });
});

const healthClient = (): Client => new Client(`127.0.0.1:${edge.server.port}`, credentials.createInsecure());

const { Check: check, Watch: watch } = healthService as Required<typeof healthService>;

const statusOf = async (client: Client, service: string): Promise<unknown> => {
  const { response, error } = await answerOf<{ status?: unknown }>((done) =>
    client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      check?.requestSerialize as (value: object) => Buffer,
      check?.responseDeserialize as (bytes: Buffer) => { status?: unknown },
      { service },
      done,
    ),
  );
  return error === undefined ? response?.status : codeOf(error);
};

test('health tells whether the whole and each service are serving, as the service says', async () => {
  edge = await startTestEdge({});
  const client = healthClient();
  expect(await statusOf(client, '')).toBe('SERVING');
  expect(await statusOf(client, 'svc.public.v1.Pricing')).toBe('SERVING');
  expect(await statusOf(client, 'unknown.Service')).toBe('NOT_FOUND');
  edge.server.setServing(false);
  expect(await statusOf(client, '')).toBe('NOT_SERVING');
  client.close();
});

test('a stop tells health watchers, lets unary calls finish, and ends streams with UNAVAILABLE and a retry hint', async () => {
  let finish = (_product: Product): void => {};
  let calls = 0;
  let cleanedUp = false;
  edge = await startTestEdge({
    getProduct: () => {
      calls += 1;
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    streamProducts: async function* (_request, { signal }) {
      try {
        calls += 1;
        yield Product.fromPartial({ id: 'first' });
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      } finally {
        cleanedUp = true;
      }
    },
  });
  const unary = answerOf<Product>((done) => edge.catalog.getProduct({ id: 'x' }, headers(catalogKey), done));
  const stream = drainOf(edge.catalog.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(catalogKey)));
  const client = healthClient();
  const states: unknown[] = [];
  const watching = client.makeServerStreamRequest(
    '/grpc.health.v1.Health/Watch',
    watch?.requestSerialize as (value: object) => Buffer,
    watch?.responseDeserialize as (bytes: Buffer) => { status?: unknown },
    { service: '' },
  );
  watching.on('data', ({ status }: { status?: unknown }) => states.push(status));
  const watched = new Promise<ServiceError>((resolve) => watching.once('error', (e) => resolve(e as ServiceError)));
  await eventually(() => calls === 2 && states.length === 1);

  const stopped = edge.server.stop(30_000);
  const { items, error } = await stream;
  expect(items).toHaveLength(1);
  expect(codeOf(error)).toBe('UNAVAILABLE');
  expect(detailsOf(error).RetryInfo).toEqual([
    [
      1,
      [
        [1, 1],
        [2, 0],
      ],
    ],
  ]);
  await eventually(() => cleanedUp);
  expect(codeOf(await watched)).toBe('UNAVAILABLE');
  expect(states).toEqual(['SERVING', 'NOT_SERVING']);

  finish(Product.fromPartial({ id: 'done' }));
  expect((await unary).response).toMatchObject({ id: 'done' });
  await stopped;
  client.close();
});

test('a call that does not end is cut off at the deadline of the stop', async () => {
  let started = false;
  edge = await startTestEdge({
    getProduct: () => {
      started = true;
      return new Promise(() => {});
    },
  });
  const unary = answerOf((done) => edge.catalog.getProduct({ id: 'x' }, headers(catalogKey), done));
  await eventually(() => started);
  await edge.server.stop(100);
  expect((await unary).error).toBeDefined();
});

test('a port that is taken is refused at the start', async () => {
  edge = await startTestEdge({});
  const { startGrpcServer } = await import('../../../gateway/grpc/server.ts');
  const { metrics } = edge;
  const config = { host: '127.0.0.1', grpcPort: edge.server.port, maxBodyBytes: 1_024, defaultDeadlineMs: 1_000 };
  const options = { metrics, config } as unknown as Parameters<typeof startGrpcServer>[0];
  await expect(startGrpcServer({ ...options, useCases: {} as never })).rejects.toThrow(/EADDRINUSE/);
});
