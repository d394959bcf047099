/**
 * Tokens of a language model that all processes together spend on a day in UTC. What a process has
 * set aside and never settled, because it died, counts as spent.
 *
 * Database down: every method throws `Failure` of kind `unavailable`, so that nothing is spent that
 * is not counted.
 */
import type { TokenBudget } from '../../domain/enrichment/characteristic-ports.ts';
import { run, type Sql } from '../pool/pool.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Creates the budget over a database. */
export const createTokenBudget = (sql: Sql): TokenBudget => ({
  reserve: async (tokens, limit, now) => {
    if (tokens > limit) return false;
    const rows = await run(sql`
      insert into language_model_budget as budget (day, tokens) values (${dayOf(now)}::date, ${tokens})
      on conflict (day) do update set tokens = budget.tokens + excluded.tokens
      where budget.tokens + excluded.tokens <= ${limit}
      returning true`);
    return rows.length > 0;
  },

  settle: async (reserved, spent, reservedAt) => {
    await run(sql`
      update language_model_budget set tokens = greatest(0, tokens + ${spent - reserved})
      where day = ${dayOf(reservedAt)}::date`);
  },
});
