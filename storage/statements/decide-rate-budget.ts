import { gainPerMinute } from '../../domain/ingestion/learned-rate.ts';
import type { BudgetAsking } from '../../domain/ports.ts';

/**
 * The statement that decides over an endpoint's rate budgets, as `decide` and `usedUp` of domain/ingestion/rate-budget.ts do.
 *
 * It is an upsert, because PostgreSQL evaluates an update anew, plan and all, whenever it had to wait for the row, and a budget
 * that many ask for is waited for at every decision. The expressions are written out for the number of budgets, because
 * a loop over arrays costs more than everything else about a decision; `offset 0` keeps the planner from writing each step out
 * wherever the next one names it. A key that is new gets its row and no decision.
 */

/** What the statement returns; instants are the database's, in milliseconds since the epoch. */
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
 * The text for so many budgets. `clock` is an expression of the instant in milliseconds since the epoch: the database's own, or,
 * in the test that holds this to the domain, a parameter.
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

/** The values of the statement's parameters, in order. */
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
