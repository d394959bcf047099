/**
 * Prices over a large market: each row of `pricing.ts` once more with a million offers (`OFFERS` makes it smaller) under two
 * hundred rules and twenty policies, where some offers are asked for far more often than others (Zipf) and where all are asked for alike. Says how many
 * were answered from memory, and how long an answer takes at half the load.
 */
import { seededRandom } from '../ops/matching/random.ts';
import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, percentile } from './benchmark.ts';
import { compareGrpc, compareHttp, post } from './compare-edges.ts';
import { grpcRequest, openGrpcClient } from './grpc-client.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import { openLoad } from './load.ts';
import { apiKey } from './market.ts';
import { policyCount } from './policies.ts';
import { ruleCount } from './rules.ts';
import { withEdges } from './with-edges.ts';

const offers = Number(process.env.OFFERS ?? 1_000_000);
const requests = 200_000;
const quantity = 250;
const calculatePrice = '/svc.public.v1.Pricing/CalculatePrice';

/** Which offers are asked for. The most popular of the first is asked for once in fourteen times, the second half as often. */
const loads: Readonly<Record<string, (random: () => number) => number>> = {
  Zipf: (random) => Math.floor((offers + 1) ** random()) - 1,
  uniform: (random) => Math.floor(random() * offers),
};

const sampled = (draw: (random: () => number) => number): readonly string[] => {
  const random = seededRandom(1);
  return Array.from({ length: requests }, () => largeOfferId(Math.min(offers - 1, draw(random))));
};

const encoded = (offerId: string): Uint8Array =>
  CalculatePriceRequest.encode({ offerId, quantity, deliveryZone: '', date: undefined }).finish();

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
      const ids = sampled(draw);
      const of = `${offers} offers, ${kind}, ${ruleCount} rules, ${policyCount} policies`;
      const messages = ids.map(encoded);
      const unary = await compareGrpc(policed, '', { path: calculatePrice, messages }, 'ruled messages');
      await add(`CalculatePrice, ${of}`, unary);
      const bodies = ids.map((offer_id) => post('/v1/pricing', JSON.stringify({ offer_id, quantity })));
      await add(`POST /v1/pricing, ${of}`, await compareHttp(policed, '', bodies));
      const calls = messages.map((message) => grpcRequest(calculatePrice, message, { 'x-api-key': apiKey }));
      const load = await openLoad({
        open: () => openGrpcClient(policed.grpc),
        connections: 4,
        workers: 4,
        durationMs: 10_000,
        requests: calls,
      });
      const { latenciesMs, work, seconds } = await load.runAt(unary.ours / 2);
      load.close();
      const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latenciesMs, share));
      const half = { ...unary, ours: work / seconds, ratio: work / seconds / unary.limit };
      await add(`CalculatePrice at half load, ${of}`, { ...half, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 });
    }
    return rows;
  }, fillLargeMarket(offers));
