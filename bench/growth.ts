/**
 * How costs grow with what there is: prices with rules, reads of an offer with offers, baskets with
 * lines. A row is a point of a curve, beside the first point of its curve: a ratio of one is flat.
 * `OFFERS` says how many offers the largest market has, 1,000,000 when left out.
 */
import { optimise } from '../domain/estimate/optimise.ts';
import { createOfferChangeFeed } from '../storage/offers/offer-change-feed.ts';
import { randomEstimate } from '../test/support/estimates.ts';
import { seededRandom } from '../test/support/random.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, percentile, type Sample } from './benchmark.ts';
import { fillLargeMarket, largeOfferId } from './large-market.ts';
import { fillMarket } from './market.ts';
import { shapeOf } from './optimise/shape.ts';
import { priceBatch, processorLoad } from './pricing-rules.ts';
import { bookOf } from './rules.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

const ruleCounts = [1, 10, 100, 200, 1_000] as const;
const lineCounts = [10, 50, 100, 200, 500, 1_000] as const;
const offerCounts = [10_000, 100_000, Number(process.env.OFFERS ?? 1_000_000)] as const;

const workers = 8;
const readMs = 4_000;
const estimatesASize = 5;

/** A point of a curve: how many units a second of the unit. */
interface Point {
  readonly size: number;
  readonly rate: number;
  readonly latenciesMs: readonly number[];
}

const rateOf = ({ work, seconds }: Sample): number => work / seconds;

/** The points beside the first of them. */
const curveRows = (curve: string, unit: string, points: readonly Point[]): readonly BenchmarkRow[] => {
  const [first] = points;
  if (first === undefined) return [];
  const limits = {
    limitP50: percentile(first.latenciesMs, 0.5),
    limitP95: percentile(first.latenciesMs, 0.95),
    limitP99: percentile(first.latenciesMs, 0.99),
  };
  return points.map(({ size, rate, latenciesMs }) => ({
    name: `${curve}: ${size.toLocaleString('en')}`,
    ours: rate,
    limit: first.rate,
    ratio: rate / first.rate,
    unit,
    p50: percentile(latenciesMs, 0.5),
    p95: percentile(latenciesMs, 0.95),
    p99: percentile(latenciesMs, 0.99),
    ...limits,
    point: { curve, size },
  }));
};

const withRules = async (): Promise<readonly BenchmarkRow[]> => {
  const points: Point[] = [];
  for (const size of ruleCounts) {
    const load = processorLoad(priceBatch(bookOf(size)));
    await load();
    const sample = await load();
    points.push({ size, rate: rateOf(sample), latenciesMs: sample.latenciesMs });
  }
  return curveRows('prices by active rules', 'prices/s of CPU', points);
};

const withOffers = (): Promise<readonly BenchmarkRow[]> =>
  withScratchPostgres(workers * 4, async (pool) => {
    await fillMarket(pool);
    const offers = createOfferChangeFeed(pool.sql);
    const random = seededRandom(1);
    const points: Point[] = [];
    let filled = 0;
    for (const size of offerCounts) {
      await fillLargeMarket(size, filled)(pool);
      filled = size;
      const read = (): Promise<Sample> =>
        closedLoop({
          workers,
          durationMs: readMs,
          call: async () => (await offers.records([largeOfferId(Math.floor(random() * size))])).length,
        });
      await read();
      const sample = await read();
      points.push({ size, rate: rateOf(sample), latenciesMs: sample.latenciesMs });
    }
    return curveRows('reads of an offer by offers', 'offers/s', points);
  });

/** Processor time in milliseconds, so that what else the machine does has no part in it. */
const basketMs = (lines: number, seed: number): number => {
  const problem = randomEstimate(seededRandom(seed), shapeOf(lines, 30));
  const begin = performance.now();
  const before = process.cpuUsage();
  optimise(problem, { mode: 'min_price', isOver: () => performance.now() - begin > 10_000 });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const withLines = (): readonly BenchmarkRow[] => {
  for (const seed of [0, 1, 2]) basketMs(200, seed);
  const points = lineCounts.map((size): Point => {
    const latenciesMs = Array.from({ length: estimatesASize }, (_, seed) => basketMs(size, seed));
    const seconds = latenciesMs.reduce((sum, ms) => sum + ms, 0) / 1_000;
    return { size, rate: (size * estimatesASize) / seconds, latenciesMs };
  });
  return curveRows('lines of the cheapest basket by lines', 'lines/s of CPU', points);
};

/** All three curves. */
export const growthBenchmark: Benchmark = async () => [...(await withRules()), ...withLines(), ...(await withOffers())];
