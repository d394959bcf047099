/**
 * Prices over a large market: each row of `pricing.ts` once more with a million offers (`OFFERS` makes it smaller) under two
 * hundred rules and twenty policies, where some offers are asked for far more often than others (Zipf) and where all are asked for alike. A
 * stream asks for everything once before that, with nothing in memory at first; then it is measured what a price costs that was
 * asked for before, and one that was not though its offer is in memory. Says how many offers were read from the database for it, and
 * how long an answer takes at half the load.
 */
import { seededRandom } from '../ops/matching/random.ts';
import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, percentile, type Sample } from './benchmark.ts';
import { streamOnce } from './bulk-client.ts';
import { compareGrpc, compareHttp, post } from './compare-edges.ts';
import { grpcRequest, openGrpcClient } from './grpc-client.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import { openLoad } from './load.ts';
import { apiKey } from './market.ts';
import { policyCount } from './policies.ts';
import { ruleCount } from './rules.ts';
import { withEdges } from './with-edges.ts';

const offers = Number(process.env.OFFERS ?? 1_000_000);
const quantity = 250;
/** That nobody has asked for before. */
const otherQuantity = 150;
const calculatePrice = '/svc.public.v1.Pricing/CalculatePrice';
const bulkCalculatePrice = '/svc.public.v1.Pricing/BulkCalculatePrice';

/** Which offers are asked for. The most popular of the first is asked for once in fourteen times, the second half as often; the others all once. */
const loads: Readonly<Record<string, (random: () => number) => readonly number[]>> = {
  Zipf: (random) =>
    Array.from({ length: offers }, () => Math.min(offers - 1, Math.floor((offers + 1) ** random()) - 1)),
  uniform: (random) => shuffled(offers, random),
};

/** The numbers below the length in any order (Fisher and Yates). */
const shuffled = (length: number, random: () => number): readonly number[] => {
  const numbers = Array.from({ length }, (_, at) => at);
  for (let last = length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
};

const encoded = (offerId: string, pieces: number): Uint8Array =>
  CalculatePriceRequest.encode({ offerId, quantity: pieces, deliveryZone: '', date: undefined }).finish();

/** Prices over the large market. */
export const largePricingBenchmark: Benchmark = () =>
  withEdges(async ({ counts, ...ports }) => {
    const policed = { ...ports, grpc: ports.policedGrpc, http: ports.policedHttp };
    const rows: BenchmarkRow[] = [];
    const add = async (name: string, row: BenchmarkRow): Promise<void> => {
      const { prices, reads } = await counts();
      rows.push({ ...row, name: `${name}, ${((1 - reads / prices) * 100).toFixed(0)} % from memory` });
    };
    for (const [kind, draw] of Object.entries(loads)) {
      const ids = draw(seededRandom(1)).map(largeOfferId);
      const of = `${offers} offers, ${kind}, ${ruleCount} rules, ${policyCount} policies`;
      const messages = ids.map((id) => encoded(id, quantity));
      await askOnce(policed.grpc, messages);
      await counts();
      const unary = await compareGrpc(policed, '', { path: calculatePrice, messages }, 'ruled messages');
      await add(`CalculatePrice, ${of}`, unary);
      const others = ids.map((id) => encoded(id, otherQuantity));
      await add(
        `CalculatePrice, not asked for before, ${of}`,
        await compareGrpc(policed, '', { path: calculatePrice, messages: others }, 'ruled messages'),
      );
      const bodies = ids
        .slice(0, maxBodies)
        .map((id) => post('/v1/pricing', JSON.stringify({ offer_id: id, quantity })));
      await add(`POST /v1/pricing, ${of}`, await compareHttp(policed, '', bodies));
      const { latenciesMs, work, seconds } = await atHalfLoad(policed.grpc, messages, unary.ours);
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latenciesMs, share));
      const half = { ...unary, ours: work / seconds, ratio: work / seconds / unary.limit };
      await add(`CalculatePrice at half load, ${of}`, { ...half, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 });
    }
    return rows;
  }, fillLargeMarket(offers));

/** More than are sent in all rounds together. */
const maxBodies = 300_000;

/** Has everything priced once. */
const askOnce = (port: number, messages: readonly Uint8Array[]): Promise<Sample> =>
  streamOnce({
    port,
    path: bulkCalculatePrice,
    metadata: { 'x-api-key': apiKey },
    messages,
    offset: 0,
    unanswered: 256,
    durationMs: Number.POSITIVE_INFINITY,
    requests: messages.length,
  });

const atHalfLoad = async (port: number, messages: readonly Uint8Array[], fullLoad: number): Promise<Sample> => {
  const load = await openLoad({
    open: () => openGrpcClient(port),
    connections: 4,
    workers: 4,
    durationMs: 10_000,
    requests: messages
      .slice(0, maxBodies)
      .map((message) => grpcRequest(calculatePrice, message, { 'x-api-key': apiKey })),
  });
  return load.runAt(fullLoad / 2).finally(load.close);
};
