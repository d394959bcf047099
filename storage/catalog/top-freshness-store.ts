import type { TopFreshness, TopFreshnessStore } from '../../domain/ingestion/ports.ts';
import { objectiveMs } from '../../domain/offers/freshness.ts';
import { run, type Sql } from '../pool/pool.ts';
import { topProducts } from './product-demand.ts';

/**
 * How fresh the offers of the most wanted products are, as far as suppliers still have them. The
 * most wanted are those that `storage/catalog/product-demand.ts` ranks first; when a part was
 * observed is read from the sources of `storage/catalog/knowledge-document.ts`.
 */
export const createTopFreshness = (sql: Sql): TopFreshnessStore => ({
  measure: async (products, now) => {
    const rows = await run(measured(sql, products, now));
    return rows.map(({ data, offers, stale, oldestSeconds }) => ({
      data,
      offers,
      stale,
      // Clocks differ: what was observed a moment ago can seem to come from the future.
      oldestSeconds: oldestSeconds === null ? undefined : Math.max(0, oldestSeconds),
    }));
  },
});

interface Row extends Omit<TopFreshness, 'oldestSeconds'> {
  readonly oldestSeconds: number | null;
}

const measured = (sql: Sql, products: number, now: Date) => sql<Row[]>`
  with top as materialized (
    ${topProducts(sql, products, now)}
  ), stated as (
    select offer.id, part.name as data, max((source ->> 0)::timestamptz) as at
    from top
    join offer on offer.product_id = top.id
    join offer_view as seen on seen.offer_id = offer.id and seen.withdrawn_at is null
    cross join lateral json_array_elements(seen.known -> 'stated') as source
    cross join lateral json_array_elements_text(source -> 2) as part(name)
    where part.name in ('price', 'stock')
    group by offer.id, part.name
  )
  select kind.data, count(stated.id)::int as offers,
    count(*) filter (where stated.at < ${now}::timestamptz - kind.objective_ms * interval '1 ms')::int as stale,
    extract(epoch from ${now}::timestamptz - min(stated.at))::float8 as "oldestSeconds"
  from (values ('price', ${objectiveMs.price}::float8), ('stock', ${objectiveMs.stock}::float8)) as kind(data, objective_ms)
  left join stated on stated.data = kind.data
  group by kind.data order by kind.data`;
