/**
 * Rate budgets in PostgreSQL: one row an endpoint, one statement a decision, by the database's own
 * clock: a plain upsert while all that is wanted can be had at once, a longer one from the first
 * time that it cannot until it can again. Processes that ask for one endpoint at a time wait for
 * one another at its row, so together they get no more than one of them would.
 *
 * A commit is waited for as usual: a crash of the database forgets no unit that was given out. When
 * the database does not answer, every method throws `Failure` of kind `unavailable`, and the caller
 * falls back to a lower rate (`actors/connector/budget.ts`).
 */
import { factorAt, gainPerMinute, minFactor, type RateAdjustment } from '../../domain/ingestion/learned-rate.ts';
import type { BudgetAnswer, BudgetStoreRequest, RateBudgetStore } from '../../domain/ingestion/ports.ts';
import { usageWindow } from '../../domain/ingestion/rate-budget.ts';
import { run, type Sql } from '../pool/pool.ts';
import {
  type DecidedBudget,
  type DecisionShape,
  decisionParameters,
  decisionText,
  grantParameters,
  grantText,
  mayGrantAll,
  shapeOf,
} from './decide-rate-budget.ts';

const answerOf = ({ units, startsAt, factor, factorAt: at, now }: DecidedBudget, aheadMs: number): BudgetAnswer => {
  const waitMs = Math.max(0, startsAt - now);
  const share = factorAt({ factor, at }, now);
  return units === null
    ? { kind: 'refused', waitMs: Math.max(1, waitMs - aheadMs), factor: share }
    : { kind: 'granted', units, waitMs, factor: share };
};

const hasAll = (answer: BudgetAnswer, { want }: BudgetStoreRequest): boolean =>
  answer.kind === 'granted' && answer.units === want && answer.waitMs === 0 && answer.factor === 1;

const rateChanges = (sql: Sql): Omit<RateBudgetStore, 'take'> => ({
  refund: async (key, { paces, limit, factor = 0 }, units) => {
    const intervals = paces.map(({ intervalMs }) => intervalMs);
    const slowest = Math.max(...intervals, limit?.intervalMs ?? 0);
    await run(sql`
      update rate_budget as held set
        arrivals = array(
          select arrival - ${units}::float8 * interval_ms / greatest(borne_share(held.factor, held.factor_at, ${gainPerMinute}), ${factor}::float8)
          from unnest(held.arrivals, ${intervals}::float8[]) with ordinality as each(arrival, interval_ms, place)
          where interval_ms is not null
          order by place
        ),
        limit_arrival = limit_arrival - case when limit_since = ${limit?.since ?? 0}
          then ${units}::float8 * ${limit?.intervalMs ?? 0}
            / greatest(borne_share(held.factor, held.factor_at, ${gainPerMinute}), ${factor}::float8) else 0 end,
        usage = greatest(0, usage - ${units}::float8 / greatest(
          ${usageWindow.minMs / slowest}::float8 * borne_share(held.factor, held.factor_at, ${gainPerMinute}),
          ${usageWindow.minUnits}::float8
        ))
      where key = ${key}`);
  },

  adjustRate: async (key, { isTooFast, waitMs }: RateAdjustment) => {
    await run(sql`
      insert into rate_budget as held (key, arrivals, starts_at, factor, factor_at, not_before)
      values (
        ${key}, '{}', 0, ${isTooFast ? 0.5 : 1}::float8, case when ${isTooFast} then epoch_ms() else 0 end,
        epoch_ms() + ${waitMs}::float8
      )
      on conflict (key) do update set
        factor = case when ${isTooFast}
          then greatest(${minFactor}::float8, borne_share(held.factor, held.factor_at, ${gainPerMinute}) / 2)
          else held.factor
        end,
        factor_at = case when ${isTooFast} then epoch_ms() else held.factor_at end,
        not_before = greatest(held.not_before, excluded.not_before)`);
  },
});

/** The texts by what they decide over, each written once. */
const createTexts = () => {
  const grants: string[] = [];
  const decisions = new Map<string, string>();
  return {
    grant: (budgets: number): string => (grants[budgets] ??= grantText(budgets)),
    decision: (shape: DecisionShape): string => {
      const name = `${shape.budgets} ${shape.isLimited}`;
      const text = decisions.get(name) ?? decisionText(shape);
      decisions.set(name, text);
      return text;
    },
  };
};

/** Creates the store on a migrated database. */
export const createRateBudgetStore = (sql: Sql): RateBudgetStore => {
  const texts = createTexts();
  /**
   * Keys that did not have at once what was last wanted of them: asking for that first would be a
   * statement for nothing.
   */
  const scarce = new Set<string>();

  const isGranted = async (asking: BudgetStoreRequest): Promise<boolean> => {
    const rows = await run(sql.unsafe(texts.grant(asking.paces.length), grantParameters(asking), { prepare: true }));
    return rows.length > 0;
  };

  const decided = async (asking: BudgetStoreRequest): Promise<DecidedBudget> => {
    const text = texts.decision(shapeOf(asking));
    const statement = sql.unsafe<DecidedBudget[]>(text, decisionParameters(asking), { prepare: true });
    const [row] = await run(statement);
    if (row === undefined) throw new Error('an upsert of a rate budget returned nothing');
    return row;
  };

  const decide = async (asking: BudgetStoreRequest): Promise<BudgetAnswer> => {
    const first = await decided(asking);
    return answerOf(first.startsAt === 0 ? await decided(asking) : first, asking.aheadMs);
  };

  return {
    take: async (asking) => {
      const { key, want } = asking;
      if (!scarce.has(key) && mayGrantAll(asking) && (await isGranted(asking)))
        return { kind: 'granted', units: want, waitMs: 0, factor: 1 };
      const answer = await decide(asking);
      if (hasAll(answer, asking)) scarce.delete(key);
      else scarce.add(key);
      return answer;
    },

    ...rateChanges(sql),
  };
};
