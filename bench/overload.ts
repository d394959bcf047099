/**
 * Both edges at three times the rate that they can sustain, as a load that does not wait for
 * answers: what is accepted must stay fast, the rest must be told to come back, no connection may
 * be lost, memory must stay flat, and all must be as before soon after. What no connection has a
 * place for in a second, callers give up themselves; it is told apart (`not sent`).
 * `OVERLOAD_SECONDS` says how long, 10 when left out; `OFFERS` how many offers there are, 200,000
 * when left out. All are asked for alike, under two hundred rules and twenty policies, so that
 * hardly any answer is in memory.
 */
import { seededRandom } from '../ops/matching/random.ts';
import { SearchProductsRequest } from '../proto/gen/svc/public/v1/catalog.ts';
import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, percentile, type Sample } from './benchmark.ts';
import { get, post } from './compare-edges.ts';
import type { Ports } from './edge-servers.ts';
import { openGrpcClient } from './grpc-client.ts';
import { grpcRequest } from './grpc-frames.ts';
import { openHttpClient } from './http-client.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import type { LoadClient } from './load.ts';
import { apiKey } from './market.ts';
import { type OpenLoopResult, openLoop } from './overload/open-loop.ts';
import { residentMebibytes } from './resident-memory.ts';
import { withEdges } from './with-edges.ts';

const overloadSeconds = Number(process.env.OVERLOAD_SECONDS ?? 10);
const times = 3;
const quantity = 250;
const offers = Number(process.env.OFFERS ?? 200_000);
const asked = 100_000;

const random = seededRandom(1);
const offerIds = Array.from({ length: asked }, () => largeOfferId(Math.floor(random() * offers)));

const posts = offerIds.map((offer_id) => post('/v1/pricing', JSON.stringify({ offer_id, quantity })));
const calls = offerIds.map((offerId) =>
  grpcRequest(
    '/svc.public.v1.Pricing/CalculatePrice',
    CalculatePriceRequest.encode({ offerId, quantity, deliveryZone: '', date: undefined }).finish(),
    { 'x-api-key': apiKey },
  ),
);

const texts = Array.from({ length: 1_000 }, (_, at) => `RC0603FR-07${10_000 + at}`);
const searches = texts.map((text) => get(`/v1/products?q=${text}&limit=50`));
const searchCalls = texts.map((q) =>
  grpcRequest(
    '/svc.public.v1.Catalog/SearchProducts',
    SearchProductsRequest.encode(SearchProductsRequest.fromPartial({ q, limit: 50 })).finish(),
    { 'x-api-key': apiKey },
  ),
);

/**
 * Servers take so many new connections at once; the system makes whoever comes on top try again
 * seconds later.
 */
const openedAtOnce = 200;

const openAll = async <Client>(open: () => Promise<Client>, count: number): Promise<readonly Client[]> => {
  const clients: Client[] = [];
  while (clients.length < count) {
    const missing = Math.min(openedAtOnce, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: missing }, open))));
  }
  return clients;
};

/** An edge, how it is reached, and what it is asked. */
interface Target<Request> {
  readonly name: string;
  readonly open: () => Promise<LoadClient<Request>>;
  readonly connections: number;
  readonly oneAtATime: boolean;
  readonly requests: readonly Request[];
}

const sustainableWorkers = 32;
const warmUpMs = 4_000;
const sustainableMs = 4_000;

/** What the edge does for callers who wait for their answers. */
const sustainable = async <Request>(clients: readonly LoadClient<Request>[], requests: readonly Request[]) => {
  let at = 0;
  const call = async (worker: number): Promise<number> => {
    at = (at + 1) % requests.length;
    const request = requests[at];
    if (request !== undefined) await clients[worker % clients.length]?.send(request).catch(() => undefined);
    return 1;
  };
  await closedLoop({ workers: sustainableWorkers, durationMs: warmUpMs, call });
  return closedLoop({ workers: sustainableWorkers, durationMs: sustainableMs, call });
};

/** Looks at the memory of a process until told to stop, and says what the most was. */
const watchMemory = (pid: number) => {
  let peak = 0;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentMebibytes(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return peak;
  };
};

const recoveredBelowMs = 100;
const recoveryWindowSeconds = 0.5;
const recoveryTries = 20;

/**
 * Seconds after the rush until half the sustainable rate is served without a refusal and without
 * delay.
 */
const recovery = async (window: () => ReturnType<typeof openLoop>): Promise<number> => {
  const beganAtMs = performance.now();
  for (let attempt = 0; attempt < recoveryTries; attempt += 1) {
    const { accepted, refused, notSent, lost } = await window();
    const isAllServed = refused.length + notSent + lost === 0;
    if (isAllServed && percentile(accepted, 0.95) < recoveredBelowMs) break;
  }
  return Math.max(0, (performance.now() - beganAtMs) / 1_000 - recoveryWindowSeconds);
};

const latencies = (values: readonly number[]) => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
});

const noLatency = { p50: 0, p95: 0, p99: 0 };

const limitLatencies = ({ p50, p95, p99 }: typeof noLatency) => ({ limitP50: p50, limitP95: p95, limitP99: p99 });

const row = (
  name: string,
  [ours, limit]: readonly [number, number],
  unit: string,
  of = noLatency,
  limitOf = noLatency,
): BenchmarkRow => ({ name, ours, limit, ratio: ours / limit, unit, ...of, ...limitLatencies(limitOf) });

/** Over HTTP also those that the server closed because they were idle for long. */
const reconnectsOf = (clients: readonly LoadClient<unknown>[]): number =>
  clients.reduce((sum, { reconnects }) => sum + reconnects, 0);

/** What became of the rush beside what was meant to come and what is answered without it. */
const rushRows = (name: string, rush: OpenLoopResult, calm: Sample): readonly BenchmarkRow[] => {
  const calmRate = calm.work / calm.seconds;
  const meant = calmRate * times;
  const { accepted, refused, notSent, lost, seconds, offeredSeconds } = rush;
  const all = accepted.length + refused.length + notSent + lost;
  return [
    row(`${name}, offered`, [all / offeredSeconds, meant], 'requests/s'),
    row(
      `${name}, accepted`,
      [accepted.length / seconds, calmRate],
      'requests/s',
      latencies(accepted),
      latencies(calm.latenciesMs),
    ),
    row(`${name}, refused`, [refused.length / seconds, meant - calmRate], 'requests/s', latencies(refused)),
    row(`${name}, not sent`, [notSent / seconds, meant], 'requests/s'),
    row(`${name}, lost`, [lost / seconds, meant], 'requests/s'),
  ];
};

const overload = async <Request>(pid: number, target: Target<Request>): Promise<readonly BenchmarkRow[]> => {
  const { name, connections, open, oneAtATime, requests } = target;
  const few = await openAll(open, Math.min(connections, sustainableWorkers));
  const calm = await sustainable(few, requests);
  for (const client of few) client.close();
  const perSecond = calm.work / calm.seconds;
  // Opened only now: what nobody uses for long is closed by the server.
  const clients = await openAll(open, connections);
  const before = await residentMebibytes(pid);
  const memory = watchMemory(pid);
  const load = { clients, oneAtATime, requests };
  const rush = await openLoop({ ...load, perSecond: perSecond * times, seconds: overloadSeconds });
  const reconnects = reconnectsOf(clients);
  const recovered = await recovery(() =>
    openLoop({ ...load, perSecond: perSecond / 2, seconds: recoveryWindowSeconds }),
  );
  const peak = memory();
  for (const client of clients) client.close();
  return [
    ...rushRows(name, rush, calm),
    row(`${name}, connected again`, [reconnects, connections], 'connections'),
    row(`${name}, memory`, [peak, before], 'MiB'),
    row(`${name}, recovery`, [recovered, 5], 's'),
  ];
};

/** As many as are under way at the rate when each waits for as long as it may. */
const httpConnections = 4_000;
const grpcConnections = 8;

/**
 * Both edges under three times their sustainable load, one after the other: prices, which the
 * process's own core bounds, and searches, which the database does.
 */
export const overloadBenchmark: Benchmark = () =>
  withEdges(async ({ policedHttp, policedGrpc, pid }: Ports) => {
    const http = { open: () => openHttpClient(policedHttp), connections: httpConnections, oneAtATime: true };
    const grpc = { open: () => openGrpcClient(policedGrpc), connections: grpcConnections, oneAtATime: false };
    return [
      ...(await overload(pid, { name: 'POST /v1/pricing', ...http, requests: posts })),
      ...(await overload(pid, { name: 'CalculatePrice', ...grpc, requests: calls })),
      ...(await overload(pid, { name: 'GET /v1/products', ...http, requests: searches })),
      ...(await overload(pid, { name: 'SearchProducts', ...grpc, requests: searchCalls })),
    ];
  }, fillLargeMarket(offers));
