/**
 * Reads of offers from the database among ten million of them beside reads among one million, each
 * market on a server of its own, in alternating rounds. Every read is of another offer, drawn from
 * all of them alike. `OFFERS` says how many the larger market has, 10,000,000 when left out; the
 * other has a tenth.
 */
import { createOfferChangeFeed } from '../storage/offers/offer-change-feed.ts';
import type { Pool } from '../storage/pool/pool.ts';
import { seededRandom } from '../test/support/random.ts';
import { type Benchmark, closedLoop, compare, type Sample } from './benchmark.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import { fillMarket } from './market.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const offers = Number(process.env.OFFERS ?? 10_000_000);

const workers = 8;
const durationMs = 4_000;

const filled = async (pool: Pool, size: number): Promise<() => Promise<Sample>> => {
  await fillMarket(pool);
  await fillLargeMarket(size)(pool);
  const feed = createOfferChangeFeed(pool.sql);
  const random = seededRandom(1);
  const read = async (): Promise<number> => (await feed.records([largeOfferId(Math.floor(random() * size))])).length;
  return () => closedLoop({ workers, durationMs, call: read });
};

/** Ten million offers beside one. */
export const largeGrowthBenchmark: Benchmark = () =>
  withScratchPostgres(workers * 4, (many) =>
    withScratchPostgres(workers * 4, async (few) => {
      const limit = await filled(few, offers / 10);
      const ours = await filled(many, offers);
      const name = `reads among ${offers.toLocaleString('en')} offers, beside a tenth of them`;
      return [await compare({ name, unit: 'offers/s', rounds: 5, warmUpRounds: 2, ours, limit })];
    }),
  );
