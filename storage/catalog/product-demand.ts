import type { ProductDemand } from '../../domain/catalog/ports.ts';
import { dayMs } from '../../domain/duration.ts';
import { notFound } from '../../domain/errors.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';

/** Halves every week: old enough to bridge a holiday, young enough to forget last year's design. */
const halfLifeMs = 7 * dayMs;

/**
 * How much products are asked for: a decaying count a product, and the rank that follows from it in
 * the queues of look-ups.
 */
export const createProductDemand = (sql: Sql): ProductDemand => ({
  add: async (counts, now) => {
    if (counts.size === 0) return;
    const entries = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    await run(sql`
      insert into product_demand as known (product_id, score, scored_at)
      select asked.id, asked.count, ${now}
      from unnest(${entries.map(([id]) => id)}::text[], ${entries.map(([, count]) => count)}::int[]) as asked(id, count)
      where exists (select from product where product.id = asked.id)
      on conflict (product_id) do update set
        score = ${decayed(sql, now)} + excluded.score, scored_at = greatest(known.scored_at, excluded.scored_at)`);
  },

  rank: (limit, now) =>
    inTransaction(sql, async (transaction) => {
      const top = await run(transaction<{ id: string }[]>`${topProducts(sql, limit, now)}`);
      const ids = top.map(({ id }) => id);
      await run(transaction`update lookup set is_top = false where is_top and not product_id = any(${ids}::text[])`);
      // Its next look must not wait for the long interval that it had until now.
      await run(transaction`
        update lookup set is_top = true, due_at = least(due_at, ${now})
        where not is_top and product_id = any(${ids}::text[])`);
      return ids.length;
    }),

  mark: (productId, isMarked, now, act) =>
    withAuditRecord(sql, audited('product', productId, { act }), async (transaction) => {
      const { count } = await run(transaction`
        insert into product_demand (product_id, score, scored_at, is_marked)
        select id, 0, ${now}, ${isMarked} from product where id = ${productId}
        on conflict (product_id) do update set is_marked = excluded.is_marked`);
      if (count === 0) throw notFound('product', productId);
    }),
});

/** The score of `known` as it has become by now; never more than it was, whatever clocks say. */
const decayed = (sql: Sql, now: Date) => sql`
  known.score * power(0.5, greatest(0, extract(epoch from ${now}::timestamptz - known.scored_at) * 1000) / ${halfLifeMs})`;

/**
 * A number in the order of the scores of `known` at any one instant: the logarithm of what a score
 * would have been at the beginning of the epoch, in half-lives. Only for scores above nothing.
 */
export const weightedDemand = (sql: Sql) => sql`
  ln(known.score) / ln(2) + extract(epoch from known.scored_at)::float8 * 1000 / ${halfLifeMs}::float8`;

/** The ids of the most wanted products, marked ones first, as a query of one column `id`. */
export const topProducts = (sql: Sql, limit: number, now: Date) => sql`
  select product_id as id from product_demand as known where is_marked or score > 0
  order by is_marked desc, ${decayed(sql, now)} desc, product_id limit ${limit}`;
