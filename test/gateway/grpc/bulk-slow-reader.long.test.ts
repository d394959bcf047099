import { readFile } from 'node:fs/promises';
import { setTimeout as pace } from 'node:timers/promises';
import { credentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { percentile } from '../../../bench/benchmark.ts';
import {
  CalculatePriceRequest,
  PricingClient,
  type PricingResponse,
} from '../../../proto/gen/svc/public/v1/pricing.ts';
import { fillMarket, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testKey } from '../../support/sealer.ts';
import { type Service, startService } from '../../support/service.ts';
import { answerOf, headers } from './test-edge.ts';

const key = 'os_slowslowslowslowslowslowslowslow';
const readings = 60;
const everyMs = 1_000;
const request = CalculatePriceRequest.fromPartial({ offerId: sharedOffer, quantity: 10 });

let database: TestDatabase;
let service: Service;
let client: PricingClient;

beforeAll(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
  service = await startService({
    DATABASE_URL: database.url,
    BUS: 'embedded',
    DEMO: 'off',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_CUSTOMER_KEY: key,
  });
  client = new PricingClient(service.grpcAddress, credentials.createInsecure());
});
afterAll(async () => {
  client.close();
  await service.stop();
  await database.close();
});

const residentBytes = async (): Promise<number> => {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};

/** How long each of so many prices takes, asked for one after another, in milliseconds. */
const latencies = async (count: number): Promise<readonly number[]> => {
  const taken: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const begin = performance.now();
    const { error } = await answerOf<PricingResponse>((done) => client.calculatePrice(request, headers(key), {}, done));
    expect(error).toBeUndefined();
    taken.push(performance.now() - begin);
  }
  return taken;
};

test('a reader of one price a second for a minute costs no memory that grows, and delays nobody else', async () => {
  await latencies(2_000);
  const alone = await latencies(1_000);
  const stream = client.bulkCalculatePrice(headers(key));
  const stop = new AbortController();
  const writing = (async () => {
    while (!stop.signal.aborted) if (!stream.write(request)) await pace(50);
  })();
  const beside: number[] = [];
  const resident: number[] = [];
  const answers = stream[Symbol.asyncIterator]();
  for (let reading = 0; reading < readings; reading += 1) {
    await answers.next();
    beside.push(...(await latencies(50)));
    resident.push(await residentBytes());
    await pace(everyMs);
  }
  stop.abort();
  await writing;
  stream.on('error', () => undefined).cancel();
  const early = Math.max(...resident.slice(0, 10));
  expect(Math.max(...resident) - early).toBeLessThan(48 * 1_024 * 1_024);
  expect(percentile(beside, 0.95)).toBeLessThan(percentile(alone, 0.95) + 50);
});
