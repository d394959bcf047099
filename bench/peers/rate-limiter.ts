/**
 * Decisions over budgets beside rate-limiter-flexible on PostgreSQL, each a statement, over the
 * same number of connections. Theirs counts the requests of a fixed window; ours keeps the distance
 * of requests, so that no window of any place holds more, and tells how long to wait.
 */
import pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Benchmark, closedLoop, type Sample } from '../benchmark.ts';
import { rounds, unleased, workers } from '../budget.ts';
import { withScratchPostgres } from '../scratch-postgres.ts';
import { comparePeers } from './compare-peers.ts';

const roundMs = 2_000;

/** Connections of each side that decide; ours has a quarter of its pool for such statements. */
const connections = workers / 4;

/** Emmett, in the same process, has `pg` read whole numbers of eight bytes as BigInt. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

const openLimiter = (pool: pg.Pool): Promise<RateLimiterPostgres> => {
  const { promise, resolve, reject } = Promise.withResolvers<RateLimiterPostgres>();
  const limiter: RateLimiterPostgres = new RateLimiterPostgres(
    { storeClient: pool, points: 100_000_000, duration: 60, tableName: 'limits', clearExpiredByTimeout: false },
    (error) => (error === undefined ? resolve(limiter) : reject(error)),
  );
  return promise;
};

const consume = (limiter: RateLimiterPostgres, keys: number) => {
  let turn = 0;
  return (): Promise<Sample> =>
    closedLoop({
      workers,
      durationMs: roundMs,
      call: async () => {
        turn += 1;
        await limiter.consume(`ratelimit:bench:one_${turn % keys}:search`, 1);
        return 1;
      },
    });
};

/** One key that everybody wants, and ten thousand. */
export const rateLimiterComparison: Benchmark = () =>
  withScratchPostgres(workers, async (pool, url) => {
    const theirs = new pg.Pool({ connectionString: url, max: connections, types });
    try {
      const limiter = await openLimiter(theirs);
      const rows = [];
      for (const keys of [1, 10_000])
        rows.push(
          ...(await comparePeers({
            name: `budget decisions, ${keys.toLocaleString('en')} ${keys === 1 ? 'key' : 'keys'}, beside rate-limiter-flexible`,
            unit: 'decisions/s',
            rounds,
            ours: unleased(pool, keys),
            limit: consume(limiter, keys),
          })),
        );
      return rows;
    } finally {
      await theirs.end();
    }
  });
