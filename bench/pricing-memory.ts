/**
 * What memory for offers buys: prices of a market of which every offer is asked for alike, which is
 * the worst that a memory can be asked for, with more and more room (`OFFER_MEMORY_MB`) beside the
 * same echo. Everything was asked for once before, so that what has room is in memory. The share
 * from memory is that of offers that were not read from the database for their price.
 */
import { seededRandom } from '../ops/matching/random.ts';
import type { Benchmark, BenchmarkRow } from './benchmark.ts';
import { compareGrpc } from './compare-edges.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import { askOnce, calculatePrice, demands, encodedRequest, maxRequests, quantity } from './large-prices.ts';
import { fillMarket } from './market.ts';
import { withScratchPostgres } from './scratch-postgres.ts';
import { besideEdges } from './with-edges.ts';

const offers = Number(process.env.OFFERS ?? 250_000);

/** In MiB, for offers, and as much again for answers. */
const rooms = [16, 32, 64, 128, 256, 512] as const;

/** Prices with more and more memory for offers. */
export const pricingMemoryBenchmark: Benchmark = () =>
  withScratchPostgres(8, async (pool, url) => {
    await fillMarket(pool);
    await fillLargeMarket(offers)(pool);
    const drawn = demands.uniform(offers, seededRandom(1));
    // In another order than before: in the same one, what was read longest ago would come next.
    const ids = [...demands.uniform(offers, seededRandom(2)).subarray(0, maxRequests)].map(largeOfferId);
    const calls = { path: calculatePrice, messages: ids.map((id) => encodedRequest(id, quantity)) };
    const measured = (mib: number): Promise<BenchmarkRow> =>
      besideEdges(
        pool,
        url,
        async ({ counts, ...ports }) => {
          await askOnce(ports.policedGrpc, drawn);
          await counts();
          const row = await compareGrpc({ ...ports, grpc: ports.policedGrpc }, '', calls, 'ruled messages');
          const { prices, reads } = await counts();
          const share = ((1 - reads / prices) * 100).toFixed(0);
          return { ...row, name: `${mib} MiB: ${share} % of ${offers} offers from memory` };
        },
        { OFFER_MEMORY_MB: String(mib) },
      );
    const rows: BenchmarkRow[] = [];
    for (const mib of rooms) rows.push(await measured(mib));
    return rows;
  });
