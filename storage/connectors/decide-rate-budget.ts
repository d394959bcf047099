import { gainPerMinute } from '../../domain/ingestion/learned-rate.ts';
import type { BudgetStoreRequest } from '../../domain/ingestion/ports.ts';
import {
  maxAheadMs,
  maxAheadMsFor,
  type Pace,
  usageCapacity,
  usageWindow,
} from '../../domain/ingestion/rate-budget.ts';

/**
 * The statements that decide over an endpoint's rate budgets, as `decide` of
 * domain/ingestion/rate-budget.ts does.
 *
 * Most often everything that is wanted can be had at once, from a supplier that was never told to
 * slow down. `grantText` grants just that and leaves every other case alone; it costs what a plain
 * upsert of the row costs. `decisionText` decides all cases.
 *
 * Each is an upsert, because PostgreSQL evaluates an update anew, plan and all, whenever it had to
 * wait for the row, and a budget that many ask for is waited for at every decision. The expressions
 * are written out for the number of budgets, because a loop over arrays costs more than everything
 * else about a decision.
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

/** Parameters before those of each budget. */
const shared = ['key', 'cost', 'want', 'ahead', 'spent', 'gain'] as const;

/**
 * Parameters of each budget; `furthest` is how far ahead its arrival is at most, beyond
 * `maxAheadMs` and at the full rate.
 */
const own = ['interval', 'burst', 'furthest'] as const;

const places = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/** What a statement decides over. */
export interface DecisionShape {
  /** Configured budgets. */
  readonly budgets: number;
  /** Whether an order holds beside them. */
  readonly isLimited: boolean;
}

const windowsOf = ({ budgets, isLimited }: DecisionShape): number => budgets + (isLimited ? 1 : 0);

/**
 * The place of the parameter that `decisionText` takes for its clock in the test that holds it to
 * the domain.
 */
export const decisionClockPlace = (shape: DecisionShape): number =>
  shared.length + own.length * windowsOf(shape) + (shape.isLimited ? 2 : 1);

/**
 * The text for so many budgets. A key that is new gets its row and no decision. `offset 0` keeps
 * the planner from writing each step out wherever the next one names it. `clock` is an expression
 * of the instant in milliseconds since the epoch: the database's own, or, in the test that holds
 * this to the domain, a parameter. An order is one window more, after the configured ones; its
 * arrival has a column of its own, with the instant of the latest order that was asked under.
 */
export const decisionText = (shape: DecisionShape, clock = 'epoch_ms()'): string => {
  const { budgets, isLimited } = shape;
  const windows = windowsOf(shape);
  const at = (name: (typeof shared)[number]): string => `$${shared.indexOf(name) + 1}::float8`;
  const of = (name: (typeof own)[number], place: number): string =>
    `$${shared.length + own.length * (place - 1) + own.indexOf(name) + 1}::float8`;
  const since = `$${shared.length + own.length * windows + 1}::float8`;
  const each = (write: (place: number) => string, join = ', ', count = windows): string =>
    places(count).map(write).join(join);
  const furthest = (n: number): string => `now_ms + ${maxAheadMs} + ${of('furthest', n)} / share`;
  const stored = (n: number): string =>
    n <= budgets
      ? `least(coalesce(held.arrivals[${n}], 0), ${furthest(n)})`
      : `case when ${since} > held.limit_since then least(held.limit_arrival, ${furthest(n)}) else held.limit_arrival end`;
  const after = (n: number): string =>
    `case when is_given then greatest(known_${n}, due) + given * interval_${n} else known_${n} end`;
  const isLatest = `${since} >= held.limit_since`;
  const limitColumns = isLimited ? ', limit_arrival, limit_since' : '';
  const limitValues = isLimited
    ? `, case when ${isLatest} then ${after(windows)} else held.limit_arrival end, greatest(held.limit_since, ${since})`
    : '';
  return `
    insert into rate_budget as held (key, arrivals, starts_at) values ($1, '{}', 0)
    on conflict (key) do update set (arrivals, units, starts_at, usage, usage_at, usage_window${limitColumns}) = (
      select
        array[${each(after, ', ', budgets)}],
        case when is_given then given end,
        due,
        usage_left(held.usage, held.usage_at, held.usage_window, now_ms)
          + case when is_given then given / capacity else 0 end,
        now_ms,
        capacity * slowest${limitValues}
      from (
        select *, due - now_ms <= ${at('ahead')} as is_given, greatest(${at('cost')}, least(${at('want')},
          ${each((n) => `floor(${of('burst', n)} - (greatest(known_${n}, due) - due) / interval_${n})`)})) as given
        from (
          select *, greatest(now_ms, held.not_before,
            ${each((n) => `known_${n} - (${of('burst', n)} - ${at('cost')}) * interval_${n}`)}) as due
          from (
            select *, ${each(
              (n) => `greatest(${stored(n)},
                now_ms + (${of('burst', n)} + nullif(${at('spent')}, 0) - 1) * interval_${n}) as known_${n}`,
            )}, greatest(${usageWindow.minMs} / slowest, ${usageWindow.minUnits}) as capacity
            from (
              select *, greatest(${each((n) => `interval_${n}`)}) as slowest
              from (
                select now_ms, share, ${each((n) => `${of('interval', n)} / share as interval_${n}`)}
                from (
                  select ${clock} as now_ms, borne_share(held.factor, held.factor_at, ${at('gain')}) as share offset 0
                ) as present
                offset 0
              ) as timed
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

/**
 * Parameters of `grantText` before those of each budget: how far the units move its arrival, and
 * how far ahead that may have been.
 */
const grantShared = ['key', 'want', 'used', 'window'] as const;

/**
 * Whether `grantText` may decide: it knows of no order, of nothing spent without the store, of no
 * burst and of no least cost.
 */
export const mayGrantAll = ({ cost, want, spentOutside, paces, limit }: BudgetStoreRequest): boolean =>
  limit === undefined && spentOutside === 0 && cost <= want && paces.every(({ burst }) => want <= burst);

/**
 * The text for so many budgets that grants all that is wanted, now, at the full rate: it returns a
 * row then, and else none and changes nothing. A key that is new gets its row. `clock` as above; an
 * instant from before the wait for the row does no harm: the units are then for that instant, and
 * whoever gets them counts the time since it asked.
 */
export const grantText = (budgets: number, clock = `date_part('epoch', statement_timestamp()) * 1000`): string => {
  const each = (write: (place: number) => string, join = ', '): string => places(budgets).map(write).join(join);
  const step = (place: number): string => `$${grantShared.length + 2 * place - 1}::float8`;
  const slack = (place: number): string => `$${grantShared.length + 2 * place}::float8`;
  return `
    insert into rate_budget as held (key, arrivals, units, starts_at, usage, usage_at, usage_window)
    values ($1, array[${each((n) => `${clock} + ${step(n)}`)}], $2::float8, ${clock}, $3::float8, ${clock}, $4::float8)
    on conflict (key) do update set
      arrivals = array[${each((n) => `greatest(held.arrivals[${n}] + ${step(n)}, excluded.arrivals[${n}])`)}],
      units = excluded.units, starts_at = excluded.starts_at,
      usage = usage_left(held.usage, held.usage_at, held.usage_window, excluded.usage_at) + excluded.usage,
      usage_at = excluded.usage_at, usage_window = excluded.usage_window
    where held.factor = 1 and held.not_before <= excluded.starts_at
      and ${each((n) => `held.arrivals[${n}] <= excluded.starts_at + ${slack(n)}`, ' and ')}
    returning units`;
};

/** The values of the parameters of `grantText`, in order. */
export const grantParameters = ({ key, want, paces }: BudgetStoreRequest): (string | number)[] => [
  key,
  want,
  want / usageCapacity(paces),
  usageCapacity(paces) * Math.max(...paces.map(({ intervalMs }) => intervalMs)),
  ...paces.flatMap(({ intervalMs, burst }) => [want * intervalMs, (burst - want) * intervalMs]),
];

/** What the statement for a question decides over. */
export const shapeOf = ({ paces, limit }: Pick<BudgetStoreRequest, 'paces' | 'limit'>): DecisionShape => ({
  budgets: paces.length,
  isLimited: limit !== undefined,
});

/** The values of the parameters of `decisionText`, in order. */
export const decisionParameters = ({
  key,
  cost,
  want,
  aheadMs,
  sharers,
  spentOutside,
  paces,
  limit,
}: BudgetStoreRequest): (string | number)[] => {
  const ownOf = (pace: Pace): number[] => [pace.intervalMs, pace.burst, maxAheadMsFor(pace, sharers) - maxAheadMs];
  const ofLimit = limit === undefined ? [] : [...ownOf(limit), limit.since];
  return [key, cost, want, aheadMs, spentOutside, gainPerMinute, ...paces.flatMap(ownOf), ...ofLimit];
};
