/**
 * Prices over a large market: each row of `pricing.ts` once more with a million offers (`OFFERS`
 * makes it smaller) under two hundred rules and twenty policies, where some offers are asked for
 * far more often than others (Zipf) and where all are asked for alike. A stream asks for everything
 * once before that, with nothing in memory at first; then it is measured what a price costs that
 * was asked for before, and what one in another quantity, of an offer in memory. Says how many
 * offers were read from the database for it, and how long an answer takes at half the load, beside
 * an echo at the same one.
 */
import { seededRandom } from '../ops/matching/random.ts';
import { type Benchmark, type BenchmarkRow, compare } from './benchmark.ts';
import { compareGrpc, compareHttp, post } from './compare-edges.ts';
import { ruledMessagesPath } from './echo.ts';
import type { Ports } from './edge-servers.ts';
import { openGrpcClient } from './grpc-client.ts';
import { grpcRequest } from './grpc-frames.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import {
  askOnce,
  calculatePrice,
  demands,
  encodedRequest,
  maxRequests,
  otherQuantity,
  quantity,
} from './large-prices.ts';
import { type Load, openLoad } from './load.ts';
import { apiKey } from './market.ts';
import { policyCount } from './policies.ts';
import { ruleCount } from './rules.ts';
import { withEdges } from './with-edges.ts';

const offers = Number(process.env.OFFERS ?? 1_000_000);

/** Prices over the large market. */
export const largePricingBenchmark: Benchmark = () =>
  withEdges(async ({ counts, ...ports }) => {
    const policed = { ...ports, grpc: ports.policedGrpc, http: ports.policedHttp };
    const rows: BenchmarkRow[] = [];
    const add = async (name: string, row: BenchmarkRow): Promise<void> => {
      const { prices, reads } = await counts();
      rows.push({ ...row, name: `${name}, ${((1 - reads / prices) * 100).toFixed(0)} % from memory` });
    };
    for (const [kind, draw] of Object.entries(demands)) {
      const drawn = draw(offers, seededRandom(1));
      await askOnce(policed.grpc, drawn);
      await counts();
      const ids = [...drawn.subarray(0, maxRequests)].map(largeOfferId);
      const of = `${offers} offers, ${kind}, ${ruleCount} rules, ${policyCount} policies`;
      const askedFor = (pieces: number) => ({
        path: calculatePrice,
        messages: ids.map((id) => encodedRequest(id, pieces)),
      });
      const unary = await compareGrpc(policed, '', askedFor(quantity), 'ruled messages');
      await add(`CalculatePrice, ${of}`, unary);
      const first = await compareGrpc(policed, '', askedFor(otherQuantity), 'ruled messages');
      await add(`CalculatePrice, in another quantity, ${of}`, first);
      const bodies = ids.map((id) => post('/v1/pricing', JSON.stringify({ offer_id: id, quantity })));
      await add(`POST /v1/pricing, ${of}`, await compareHttp(policed, '', bodies));
      await add(`CalculatePrice at half load, ${of}`, await atHalfLoad(policed, ids, unary.ours));
    }
    return rows;
  }, fillLargeMarket(offers));

/**
 * Half of what could be answered at most, and as many of the echo: not how many counts here but how
 * long they take.
 */
const atHalfLoad = async (
  ports: Pick<Ports, 'grpc' | 'bareGrpc'>,
  ids: readonly string[],
  fullLoad: number,
): Promise<BenchmarkRow> => {
  const open = (port: number, path: string): Promise<Load> =>
    openLoad({
      open: () => openGrpcClient(port),
      connections: 4,
      workers: 4,
      durationMs: 4_000,
      requests: ids.map((id) => grpcRequest(path, encodedRequest(id, quantity), { 'x-api-key': apiKey })),
    });
  const [ours, limit] = [await open(ports.grpc, calculatePrice), await open(ports.bareGrpc, ruledMessagesPath)];
  const runAtHalf = (load: Load) => () => load.runAt(fullLoad / 2);
  const row = await compare({
    name: '',
    unit: 'requests/s',
    rounds: 3,
    ours: runAtHalf(ours),
    limit: runAtHalf(limit),
  });
  ours.close();
  limit.close();
  return row;
};
