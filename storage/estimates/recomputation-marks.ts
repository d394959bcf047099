import type postgres from 'postgres';
import type { EstimateQueue } from '../../domain/estimate/ports.ts';
import { run, type Sql } from '../pool/pool.ts';

interface Marked {
  readonly inMs: number | undefined;
  readonly last: string | undefined;
  readonly count: number;
}

/**
 * Marks the estimates of a query, which locks them in the order of their ids: two processes that
 * hear of the same change do not wait for each other.
 */
const mark = async (sql: Sql, concerned: postgres.Fragment, gapMs: number): Promise<Marked> => {
  const [row] = await run(sql<{ inMs: number | null; last: string | null; count: number }[]>`
    with concerned as (${concerned}), touched as (
      update estimate
      set wanted_at = greatest(clock_timestamp(), priced_at + ${gapMs} * interval '1 ms')
      from concerned where estimate.id = concerned.id
      returning estimate.id, extract(epoch from estimate.wanted_at - clock_timestamp()) * 1000 as in_ms
    )
    select min(in_ms)::float8 as "inMs", max(id) as last, count(*)::int as count from touched`);
  const { inMs = null, last = null, count = 0 } = row ?? {};
  return { inMs: inMs === null ? undefined : Math.max(0, inMs), last: last ?? undefined, count };
};

/** How estimates are marked that are to be recomputed. */
export const recomputationMarks = (sql: Sql): Pick<EstimateQueue, 'markAffected' | 'markViewed'> => ({
  markAffected: async (offerIds, gapMs) => {
    const concerned = sql`
      select estimate.id from estimate
      where estimate.id in (
          select estimate_id from estimate_product join offer on offer.product_id = estimate_product.product_id
          where offer.id = any(${[...offerIds]}::text[]))
        and status in ('optimizing', 'ready') and wanted_at is null
      order by estimate.id for update`;
    return (await mark(sql, concerned, gapMs)).inMs;
  },

  markViewed: async ({ customerIds, liveMs, gapMs, after, limit }) => {
    const concerned = sql`
      select id from estimate
      where status in ('optimizing', 'ready') and wanted_at is null
        and seen_at >= now() - ${liveMs} * interval '1 ms'
        and (${customerIds === undefined} or customer_id = any(${[...(customerIds ?? [])]}::text[]))
        and id > ${after ?? ''}
      order by id limit ${limit} for update`;
    const { inMs, last, count } = await mark(sql, concerned, gapMs);
    return { inMs, last: count < limit ? undefined : last };
  },
});
