/**
 * `npm run bench:soak`: the demo under seven tenths of the load that it can bear, for as many
 * minutes as `SOAK_MINUTES` says, 30 when left out: products, searches, offers and prices at an
 * even rate, an estimate every five seconds that somebody watches until it is ready, and every
 * second a watch of an estimate whose caller leaves after its first state, while the suppliers are
 * asked and the relay publishes as always.
 *
 * It tells whether memory and handles grow: each minute gives the least heap of its samples, which
 * is what is left after a collection, and the middle of the others. The first third warms up; a
 * line is fitted to what follows. A slope is told from zero where its 95 % interval leaves zero
 * out. p99, processor time and open files are those of the last third beside those of the middle
 * one: work that grows with what was done before shows as processor time long before it delays.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeMovedFrom } from '../ops/embedded/postgres-files.ts';
import { eventually } from '../test/support/eventually.ts';
import { watchEvents } from '../test/support/server-sent-events.ts';
import { type Service, startService } from '../test/support/service.ts';
import { type BenchmarkRow, closedLoop, figureRow, percentile } from './benchmark.ts';
import { openHttpClient } from './http-client.ts';
import type { LoadClient } from './load.ts';
import { openLoop } from './overload/open-loop.ts';
import { processorSecondsOf } from './processor-time.ts';
import { runBenchmarks } from './report/run-benchmarks.ts';
import { type ProcessSample, sampleProcess } from './soak/sample-process.ts';
import { slopeOf } from './soak/slope.ts';

const apiKey = 'os_customer-key-of-the-soak';
const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
if (!(minutes >= 6)) throw new Error('SOAK_MINUTES must be at least 6: a third warms up, and a slope needs three');

const share = 0.7;
const connections = 64;
/** Clients that wait for their answers keep the service busy and have it refuse nobody. */
const waiting = 16;
const patienceMs = 300_000;
const estimateEveryMs = 5_000;
const watchEveryMs = 1_000;
const sampleEveryMs = 2_000;
/** An estimate that is not ready by then, and a watch that shows nothing, have failed. */
const watchedMs = 60_000;

interface Listed {
  readonly items: readonly { readonly id: string; readonly mpn: string }[];
}

const ask = async ({ httpUrl }: Service, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(`${httpUrl}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers,
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** A request as it goes over the wire. */
const wire = (method: string, path: string, body = ''): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );

/** What is asked: of twenty requests eight products, three searches, three offers, six prices. */
interface Asked {
  readonly requests: readonly Buffer[];
  readonly numbers: readonly string[];
}

const prepare = async (service: Service): Promise<Asked> => {
  const { items } = await eventually(async () => {
    const found = (await ask(service, '/v1/products?q=RC0603&in_stock=true&limit=200')) as Listed;
    return found.items.length >= 50 && found;
  }, patienceMs);
  const lists = await Promise.all(
    items.map(async ({ id }) => (await ask(service, `/v1/products/${id}/offers`)) as Listed),
  );
  const offerIds = lists.flatMap((list) => list.items.map(({ id }) => id));
  const priceOf = (at: number): Buffer =>
    wire('POST', '/v1/pricing', JSON.stringify({ offer_id: offerIds[at % offerIds.length], quantity: 1 + (at % 997) }));
  const requests = Array.from({ length: 20_000 }, (_, at) => {
    const { id = '', mpn = '' } = items[Math.floor(at / 20) % items.length] ?? {};
    const kind = at % 20;
    if (kind < 8) return wire('GET', `/v1/products/${items[(at * 7) % items.length]?.id ?? id}`);
    if (kind < 11) return wire('GET', `/v1/products?q=${encodeURIComponent(mpn.slice(0, 9 + (at % 4)))}&limit=20`);
    return kind < 14 ? wire('GET', `/v1/products/${id}/offers`) : priceOf(at);
  });
  return { requests, numbers: items.map(({ mpn }) => mpn) };
};

/** Requests a second that the service answers to clients that wait for their answers. */
const capacityOf = async (clients: readonly LoadClient<Buffer>[], requests: readonly Buffer[]): Promise<number> => {
  let at = 0;
  const call = async (worker: number): Promise<number> => {
    at = (at + 1) % requests.length;
    const request = requests[at];
    if (request === undefined) return 0;
    return (
      clients[worker]?.send(request).then(
        () => 1,
        () => 0,
      ) ?? 0
    );
  };
  await closedLoop({ workers: waiting, durationMs: 20_000, call });
  const { work, seconds } = await closedLoop({ workers: waiting, durationMs: 20_000, call });
  return work / seconds;
};

/** Does something at even intervals until told to stop; `onFailed` is told what fails of it. */
const repeat = async (
  everyMs: number,
  signal: AbortSignal,
  work: (round: number) => Promise<unknown>,
  onFailed: (error: unknown) => void,
): Promise<void> => {
  for (let round = 0; !signal.aborted; round += 1) {
    const begun = performance.now();
    await work(round).catch(onFailed);
    const left = Math.max(0, everyMs - (performance.now() - begun));
    await delay(left, undefined, { signal }).catch(() => undefined);
  }
};

/** An estimate of twenty lines, watched until it is ready; resolves with its id, else rejects. */
const estimateOnce = async (service: Service, { numbers }: Asked, round: number): Promise<string> => {
  const lines = Array.from({ length: 20 }, (_, at) => ({
    raw_text: numbers[(round * 20 + at) % numbers.length],
    quantity: 10 + at,
  }));
  const body = { source_format: 'json', lines, optimization_mode: 'min_price' };
  const { id } = (await ask(service, '/v1/estimates', body)) as { id: string };
  const url = `${service.httpUrl}/v1/estimates/${id}/events?until=ready`;
  let status = 'not seen';
  for await (const state of watchEvents(url, headers, AbortSignal.timeout(watchedMs)))
    ({ status } = state as { status: string });
  if (status !== 'ready') throw new Error(`the estimate ${id} is ${status}`);
  return id;
};

/** A watch of an estimate that its caller leaves after the first state. */
const watchOnce = async ({ httpUrl }: Service, id: string): Promise<void> => {
  const leaving = new AbortController();
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(watchedMs)]);
  for await (const _ of watchEvents(`${httpUrl}/v1/estimates/${id}/events`, headers, signal)) break;
  leaving.abort();
};

/** What one minute came to. */
interface Minute extends ProcessSample {
  readonly p99: number;
  /** Of the process that answers, a request, in microseconds. */
  readonly processorUs: number;
  readonly answered: number;
  readonly failed: number;
}

/** What was measured in a minute. */
interface Measured {
  readonly samples: readonly ProcessSample[];
  readonly latencies: readonly number[];
  readonly failed: number;
  readonly processorSeconds: number;
}

const minuteOf = ({ samples, latencies, failed, processorSeconds }: Measured): Minute => {
  const middle = (pick: (sample: ProcessSample) => number): number => percentile(samples.map(pick), 0.5);
  return {
    heap: Math.min(...samples.map(({ heap }) => heap)),
    resident: middle(({ resident }) => resident),
    allResident: middle(({ allResident }) => allResident),
    files: middle(({ files }) => files),
    resources: middle(({ resources }) => resources),
    p99: percentile(latencies, 0.99),
    processorUs: (processorSeconds * 1e6) / latencies.length,
    answered: latencies.length,
    failed,
  };
};

/** Loads the service for all minutes, and tells of each as it ends. */
const minutesOf = async (service: Service, asked: Asked): Promise<readonly Minute[]> => {
  const clients = await Promise.all(
    Array.from({ length: connections }, () => openHttpClient(Number(new URL(service.httpUrl).port))),
  );
  const perSecond = share * (await capacityOf(clients, asked.requests));
  const ended = new AbortController();
  let samples: ProcessSample[] = [];
  let failed = 0;
  const onFailed = (error: unknown): void => {
    failed += 1;
    process.stdout.write(`failed: ${error}\n`);
  };
  let watched = await estimateOnce(service, asked, 0);
  const beside = Promise.all([
    repeat(
      estimateEveryMs,
      ended.signal,
      async (round) => {
        watched = await estimateOnce(service, asked, round);
      },
      onFailed,
    ),
    repeat(watchEveryMs, ended.signal, () => watchOnce(service, watched), onFailed),
    repeat(
      sampleEveryMs,
      ended.signal,
      async () => samples.push(await sampleProcess(service.pid, `${service.httpUrl}/metrics`)),
      onFailed,
    ),
  ]);
  const all: Minute[] = [];
  const load = { clients, oneAtATime: true, requests: asked.requests, perSecond, seconds: 60 };
  try {
    while (all.length < minutes) {
      [samples, failed] = [[], 0];
      const usedBefore = await processorSecondsOf([service.pid]);
      const { accepted, refused } = await openLoop(load);
      const processorSeconds = (await processorSecondsOf([service.pid])) - usedBefore;
      const minute = minuteOf({
        samples,
        latencies: accepted,
        failed: refused.length + failed,
        processorSeconds,
      });
      all.push(minute);
      process.stdout.write(`${all.length}: ${JSON.stringify(minute)}\n`);
    }
  } finally {
    ended.abort();
    await beside;
    for (const client of clients) client.close();
  }
  return all;
};

/** A slope beside what it must exceed to be one, for an hour. */
const slopeRow = (name: string, figures: readonly number[]): BenchmarkRow => {
  const { perInterval, margin } = slopeOf(figures);
  return figureRow(`${name}, slope beside its 95 % margin`, perInterval * 60, margin * 60, 'MiB an hour');
};

const rowsOf = (all: readonly Minute[]): readonly BenchmarkRow[] => {
  const third = Math.floor(all.length / 3);
  const settled = all.slice(third);
  const middleOf = (part: readonly Minute[], pick: (minute: Minute) => number) => percentile(part.map(pick), 0.5);
  const laterRow = (name: string, pick: (minute: Minute) => number, unit: string): BenchmarkRow =>
    figureRow(name, middleOf(all.slice(-third), pick), middleOf(all.slice(third, 2 * third), pick), unit);
  const sum = (pick: (minute: Minute) => number): number => all.reduce((total, minute) => total + pick(minute), 0);
  return [
    slopeRow(
      'heap after collections',
      settled.map(({ heap }) => heap),
    ),
    slopeRow(
      'resident memory',
      settled.map(({ resident }) => resident),
    ),
    slopeRow(
      'resident memory of all its Node processes',
      settled.map(({ allResident }) => allResident),
    ),
    laterRow('heap after collections, last third beside the middle one', ({ heap }) => heap, 'MiB'),
    laterRow('open files, last third beside the middle one', ({ files }) => files, 'files'),
    laterRow('active handles, last third beside the middle one', ({ resources }) => resources, 'handles'),
    laterRow('processor time of a request, last third beside the middle one', ({ processorUs }) => processorUs, 'µs'),
    laterRow('p99, last third beside the middle one', ({ p99 }) => p99, 'ms'),
    figureRow(
      'requests that failed, of all',
      sum(({ failed }) => failed),
      sum(({ answered }) => answered),
      'requests',
    ),
  ];
};

/** Soaks one service with a data folder of its own. */
const soak = async (): Promise<readonly BenchmarkRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'offerstream-bench-soak-'));
  const service = await startService({ DATA_DIR: join(folder, 'data'), BOOTSTRAP_CUSTOMER_KEY: apiKey });
  try {
    return rowsOf(await minutesOf(service, await prepare(service)));
  } finally {
    await service.stop();
    await removeMovedFrom(folder);
    await rm(folder, { recursive: true });
  }
};

await runBenchmarks({ soak });
