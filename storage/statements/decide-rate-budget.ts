import { gainPerMinute } from '../../domain/ingestion/learned-rate.ts';
import type { BudgetAsking } from '../../domain/ports.ts';

/**
 * The statements that decide over an endpoint's rate budgets, as `decide` and `usedUp` of domain/ingestion/rate-budget.ts do.
 *
 * Most often everything that is wanted can be had at once, from a supplier that was never told to slow down. `grantText` grants
 * just that and leaves every other case alone; it costs what a plain upsert of the row costs. `decisionText` decides all cases.
 *
 * Each is an upsert, because PostgreSQL evaluates an update anew, plan and all, whenever it had to wait for the row, and a budget
 * that many ask for is waited for at every decision. The expressions are written out for the number of budgets, because a loop over
 * arrays costs more than everything else about a decision.
 */

/** What `decisionText` returns; instants are the database's, in milliseconds since the epoch. */
export interface DecidedBudget {
  /** Null: nothing is given out before `startsAt`. */
  readonly units: number | null;
  /** The instant that the units are for; 0 when the row was made and nothing is decided yet. */
  readonly startsAt: number;
  /** The share of the configured rate that the supplier was told to bear, and since when. */
  readonly factor: number;
  readonly factorAt: number;
  readonly now: number;
}

/** Parameters before those of each budget, which are its interval and its burst. */
const shared = ['key', 'cost', 'want', 'ahead', 'spent', 'gain'] as const;

const places = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/**
 * The text for so many budgets. A key that is new gets its row and no decision. `offset 0` keeps the planner from writing each step
 * out wherever the next one names it. `clock` is an expression of the instant in milliseconds since the epoch: the database's own,
 * or, in the test that holds this to the domain, a parameter.
 */
export const decisionText = (budgets: number, clock = 'epoch_ms()'): string => {
  const at = (name: (typeof shared)[number]): string => `$${shared.indexOf(name) + 1}::float8`;
  const burst = (place: number): string => `$${shared.length + 2 * place}::float8`;
  const each = (write: (place: number) => string, join = ', '): string => places(budgets).map(write).join(join);
  return `
    insert into rate_budget as held (key, arrivals, starts_at) values ($1, '{}', 0)
    on conflict (key) do update set (arrivals, units, starts_at) = (
      select
        array[${each((n) => `case when is_given then greatest(known_${n}, due) + given * interval_${n} else known_${n} end`)}],
        case when is_given then given end,
        due
      from (
        select *, due - now_ms <= ${at('ahead')} as is_given, greatest(${at('cost')}, least(${at('want')},
          ${each((n) => `floor(${burst(n)} - (greatest(known_${n}, due) - due) / interval_${n})`)})) as given
        from (
          select *, greatest(now_ms, held.not_before,
            ${each((n) => `known_${n} - (${burst(n)} - ${at('cost')}) * interval_${n}`)}) as due
          from (
            select *, ${each(
              (n) => `greatest(coalesce(held.arrivals[${n}], 0),
                now_ms + (${burst(n)} + nullif(${at('spent')}, 0) - 1) * interval_${n}) as known_${n}`,
            )}
            from (
              select now_ms, ${each((n) => `$${shared.length + 2 * n - 1}::float8 / share as interval_${n}`)}
              from (
                select ${clock} as now_ms, borne_share(held.factor, held.factor_at, ${at('gain')}) as share offset 0
              ) as present
              offset 0
            ) as paced
            offset 0
          ) as held_to
          offset 0
        ) as earliest
        offset 0
      ) as decision
    )
    returning units, starts_at as "startsAt", factor, factor_at as "factorAt", epoch_ms() as now`;
};

/** Parameters of `grantText` before those of each budget: how far the units move its arrival, and how far ahead that may have been. */
const grantShared = ['key', 'want'] as const;

/** Whether `grantText` may decide: it knows of nothing that was spent without the store, of no burst and of no least cost. */
export const mayGrantAll = ({ cost, want, spentOutside, paces }: BudgetAsking): boolean =>
  spentOutside === 0 && cost <= want && paces.every(({ burst }) => want <= burst);

/**
 * The text for so many budgets that grants all that is wanted, now, at the full rate: it returns a row then, and else none and
 * changes nothing. A key that is new gets its row. `clock` as above; an instant from before the wait for the row does no harm: the
 * units are then for that instant, and whoever gets them counts the time since it asked.
 */
export const grantText = (budgets: number, clock = `date_part('epoch', statement_timestamp()) * 1000`): string => {
  const each = (write: (place: number) => string, join = ', '): string => places(budgets).map(write).join(join);
  const step = (place: number): string => `$${grantShared.length + 2 * place - 1}::float8`;
  const slack = (place: number): string => `$${grantShared.length + 2 * place}::float8`;
  return `
    insert into rate_budget as held (key, arrivals, units, starts_at)
    values ($1, array[${each((n) => `${clock} + ${step(n)}`)}], $2::float8, ${clock})
    on conflict (key) do update set
      arrivals = array[${each((n) => `greatest(held.arrivals[${n}] + ${step(n)}, excluded.arrivals[${n}])`)}],
      units = excluded.units, starts_at = excluded.starts_at
    where held.factor = 1 and held.not_before <= excluded.starts_at
      and ${each((n) => `held.arrivals[${n}] <= excluded.starts_at + ${slack(n)}`, ' and ')}
    returning units`;
};

/** The values of the parameters of `grantText`, in order. */
export const grantParameters = ({ key, want, paces }: BudgetAsking): (string | number)[] => [
  key,
  want,
  ...paces.flatMap(({ intervalMs, burst }) => [want * intervalMs, (burst - want) * intervalMs]),
];

/** The values of the parameters of `decisionText`, in order. */
export const decisionParameters = ({
  key,
  cost,
  want,
  aheadMs,
  spentOutside,
  paces,
}: BudgetAsking): (string | number)[] => [
  key,
  cost,
  want,
  aheadMs,
  spentOutside,
  gainPerMinute,
  ...paces.flatMap(({ intervalMs, burst }) => [intervalMs, burst]),
];
