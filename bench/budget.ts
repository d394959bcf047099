/**
 * Decisions over rate budgets. With leases a process asks the shared store now and then and decides
 * by itself in between: one key that everybody wants, and ten thousand that each somebody wants.
 * Without them every decision is a statement, measured beside a raw upsert of a row of the same
 * form over the same connections.
 *
 * Beside the speed stands what it is for: the units given out in the busiest second, as a share of
 * what that second allows.
 */
import { createBudget } from '../actors/connector/budget.ts';
import type { RateBudget } from '../domain/ingestion/rate-budget.ts';
import { paceOf } from '../domain/ingestion/rate-budget.ts';
import { createRateBudgetStore } from '../storage/connectors/rate-budget-store.ts';
import type { Pool } from '../storage/pool/pool.ts';
import { untoldOutage } from '../test/support/untold-outage.ts';
import { type Benchmark, type BenchmarkRow, closedLoop, compare, type Sample } from './benchmark.ts';
import { withScratchPostgres } from './scratch-postgres.ts';

/** Callers of every load. */
export const workers = 16;
const roundMs = 2_000;
/** Measured rounds of each side. */
export const rounds = 4;

/** More than can be asked for, so that deciding is measured and not waiting. */
const plenty: RateBudget = { rate: 100_000_000, periodMs: 60_000, burst: 2_000_000 };

/** Tight enough to be used up in every round. */
const tight: RateBudget = { rate: 20_000, periodMs: 1_000, burst: 600 };

/** Decisions taken, and those of them without the store, which did not answer in time. */
interface Tally {
  decisions: number;
  withoutStore: number;
}

const budgetsOver = (pool: Pool, keys: number, budget: RateBudget, tally: Tally) => {
  const store = createRateBudgetStore(pool.sql);
  return Array.from({ length: keys }, (_, at) =>
    createBudget(
      { supplierId: 'bench', id: `crd_${at}_${budget.rate}` },
      { search: [budget] },
      {
        store,
        now: () => new Date(),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onFallback: () => {
          tally.withoutStore += 1;
        },
        outage: untoldOutage,
        sharers: 1,
      },
    ),
  );
};

/**
 * Decisions of a call: a hundred, as a page of look-ups would take, so that the loop around them is
 * not what is measured; or one.
 */
type DecisionsACall = 1 | 100;

const leased = (pool: Pool, keys: number, decisionsACall: DecisionsACall, tally: Tally) => {
  const budgets = budgetsOver(pool, keys, plenty, tally);
  const { signal } = new AbortController();
  let turn = 0;
  return (): Promise<Sample> =>
    closedLoop({
      workers,
      durationMs: roundMs,
      call: async () => {
        turn += 1;
        const budget = budgets[turn % budgets.length];
        for (let each = 0; each < decisionsACall; each += 1) await budget?.take('search', 1, signal);
        tally.decisions += decisionsACall;
        return decisionsACall;
      },
    });
};

/** The plainest statement that keeps a budget. */
const rawUpsert = (pool: Pool, keys: number) => {
  let turn = 0;
  return (): Promise<Sample> =>
    closedLoop({
      workers,
      durationMs: roundMs,
      call: async () => {
        turn += 1;
        await pool.sql`
          insert into rate_budget (key, arrivals, units, starts_at)
          values (${`ratelimit:raw:one_${turn % keys}:search`}, ${[turn]}::float8[], 1, ${turn})
          on conflict (key) do update set
            arrivals = excluded.arrivals, units = excluded.units, starts_at = excluded.starts_at
          returning units, starts_at, factor`;
        return 1;
      },
    });
};

/** A statement for each decision. */
export const unleased = (pool: Pool, keys: number) => {
  const store = createRateBudgetStore(pool.sql);
  const paces = [paceOf(plenty)];
  let turn = 0;
  return (): Promise<Sample> =>
    closedLoop({
      workers,
      durationMs: roundMs,
      call: async () => {
        turn += 1;
        const key = `ratelimit:bench:one_${turn % keys}:search`;
        await store.take({ key, paces, cost: 1, want: 1, aheadMs: 0, sharers: 1, spentOutside: 0 });
        return 1;
      },
    });
};

const noLatencies = { p50: 0, p95: 0, p99: 0, limitP50: 0, limitP95: 0, limitP99: 0 };

/** The busiest second at full demand, as a share of what it allows: never above 1, and near it. */
const accuracy = async (pool: Pool, tally: Tally): Promise<BenchmarkRow> => {
  const [budget] = budgetsOver(pool, 1, tight, tally);
  const { signal } = new AbortController();
  const instants: number[] = [];
  await closedLoop({
    workers,
    durationMs: 3 * tight.periodMs,
    call: async () => {
      await budget?.take('search', 1, signal);
      instants.push(performance.now());
      return 1;
    },
  });
  let most = 0;
  let first = 0;
  instants.forEach((at, index) => {
    while ((instants[first] ?? 0) <= at - tight.periodMs) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return {
    name: 'units given out in the busiest second, at full demand, beside those allowed',
    ours: most,
    limit: tight.rate,
    ratio: most / tight.rate,
    unit: 'units/s',
    ...noLatencies,
  };
};

/** How often the machine was too busy for the store to answer in time; the share should be 0. */
const tallyRow = ({ decisions, withoutStore }: Tally): BenchmarkRow => ({
  name: 'decisions without the store, which did not answer in time, of all with leases',
  ours: withoutStore,
  limit: decisions,
  ratio: withoutStore / decisions,
  unit: 'decisions',
  ...noLatencies,
});

/**
 * Leased decisions beside raw upserts, decisions of a statement each beside the same, and how exact
 * they are.
 */
export const budgetBenchmark: Benchmark = () =>
  withScratchPostgres(workers, async (pool) => {
    // Opening a connection takes longer than a decision may.
    await Promise.all(Array.from({ length: workers }, () => pool.sql`select pg_sleep(0.2)`));
    const row = (name: string, keys: number, ours: () => Promise<Sample>) =>
      compare({ name, unit: 'decisions/s', rounds, ours, limit: rawUpsert(pool, keys) });
    const tally: Tally = { decisions: 0, withoutStore: 0 };
    return [
      await row('budget decisions with leases, 1 key', 1, leased(pool, 1, 100, tally)),
      await row('budget decisions with leases, 10,000 keys', 10_000, leased(pool, 10_000, 100, tally)),
      await row('budget decisions with leases, 10,000 keys, one a call', 10_000, leased(pool, 10_000, 1, tally)),
      await row('budget decisions, a statement each, 1 key', 1, unleased(pool, 1)),
      await row('budget decisions, a statement each, 10,000 keys', 10_000, unleased(pool, 10_000)),
      await accuracy(pool, tally),
      tallyRow(tally),
    ];
  });
