/**
 * Rate budgets in PostgreSQL: one row an endpoint, one statement a decision, by the database's own clock. Processes that ask for
 * one endpoint at a time wait for one another at its row, so together they get no more than one of them would.
 *
 * A commit is waited for as usual: a crash of the database forgets no unit that was given out. When the database does not answer,
 * every method throws `Failure` of kind `unavailable`, and whoever asks falls back to less (`actors/connector/budget.ts`).
 */
import { gainPerMinute, type Lesson, leastFactor } from '../domain/ingestion/learned-rate.ts';
import type { Pace } from '../domain/ingestion/rate-budget.ts';
import type { BudgetAnswer, BudgetAsking, RateBudgetStore } from '../domain/ports.ts';
import { run, type Sql } from './pool.ts';

interface AnswerRow {
  readonly units: number | null;
  readonly waitMs: number;
  readonly factor: number;
}

const intervalsOf = (paces: readonly Pace[]): number[] => paces.map(({ intervalMs }) => intervalMs);

/** Creates the store on a migrated database. */
export const createRateBudgetStore = (sql: Sql): RateBudgetStore => {
  /** One decision over an endpoint whose row is there; undefined when it is not. */
  const decided = async (asking: BudgetAsking): Promise<BudgetAnswer | undefined> => {
    const { key, paces, cost, want, aheadMs, spentOutside } = asking;
    const [row] = await run(sql<AnswerRow[]>`
      update rate_budget as held set (arrivals, units, starts_at) = (
        select arrivals_after, decision.units, decision.starts_at
        from decide_rate_budget(
          held.arrivals, ${intervalsOf(paces)}::float8[], ${paces.map(({ burst }) => burst)}::float8[],
          borne_share(held.factor, held.factor_at, ${gainPerMinute}),
          ${cost}, ${want}, ${aheadMs}, held.not_before, ${spentOutside}, epoch_ms()
        ) as decision
      )
      where key = ${key}
      returning
        units, greatest(0, starts_at - epoch_ms()) as "waitMs",
        borne_share(held.factor, held.factor_at, ${gainPerMinute}) as factor`);
    if (row === undefined) return undefined;
    const { units, waitMs } = row;
    return units === null
      ? { kind: 'refused', waitMs: Math.max(1, waitMs - aheadMs), factor: row.factor }
      : { kind: 'granted', units, waitMs, factor: row.factor };
  };

  return {
    // The arithmetic is that of `decide` and `usedUp`; a test holds the two together.
    take: async (asking) => {
      const first = await decided(asking);
      if (first !== undefined) return first;
      await run(sql`
        insert into rate_budget (key, arrivals, starts_at) values (${asking.key}, '{}', 0) on conflict do nothing`);
      const second = await decided(asking);
      if (second === undefined) throw new Error('a rate budget is gone as soon as it was made');
      return second;
    },

    giveBack: async (key, paces, units) => {
      await run(sql`
        update rate_budget as held set arrivals = array(
          select arrival - ${units}::float8 * interval_ms / borne_share(held.factor, held.factor_at, ${gainPerMinute})
          from unnest(held.arrivals, ${intervalsOf(paces)}::float8[]) with ordinality as each(arrival, interval_ms, place)
          where interval_ms is not null
          order by place
        ) where key = ${key}`);
    },

    learn: async (key, { isTooFast, waitMs }: Lesson) => {
      await run(sql`
        insert into rate_budget as held (key, arrivals, starts_at, factor, factor_at, not_before)
        values (
          ${key}, '{}', 0, ${isTooFast ? 0.5 : 1}::float8, case when ${isTooFast} then epoch_ms() else 0 end,
          epoch_ms() + ${waitMs}::float8
        )
        on conflict (key) do update set
          factor = case when ${isTooFast}
            then greatest(${leastFactor}::float8, borne_share(held.factor, held.factor_at, ${gainPerMinute}) / 2)
            else held.factor
          end,
          factor_at = case when ${isTooFast} then epoch_ms() else held.factor_at end,
          not_before = greatest(held.not_before, excluded.not_before)`);
    },
  };
};
