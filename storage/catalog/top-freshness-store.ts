import type { SupplierTopFreshness, TopFreshness, TopFreshnessStore } from '../../domain/ingestion/ports.ts';
import { objectiveMs } from '../../domain/offers/freshness.ts';
import { run, type Sql } from '../pool/pool.ts';
import { topProducts } from './product-demand.ts';

/**
 * How fresh the offers of the most wanted products are, as far as suppliers still have them. The
 * most wanted are those that `storage/catalog/product-demand.ts` ranks first; when a part was
 * observed, or seen again, is read from the sources of `storage/catalog/knowledge-document.ts`.
 */
export const createTopFreshness = (sql: Sql): TopFreshnessStore => ({
  measure: async (products, now) => (await run(measured(sql, products, now))).map(freshnessOf),
  bySupplier: async (products, now, options) =>
    (await run(measuredBySupplier(sql, products, now), options)).map(freshnessOf),
});

type Row<Freshness extends TopFreshness> = Omit<Freshness, 'oldestSeconds'> & { readonly oldestSeconds: number | null };

/** Clocks differ: what was observed a moment ago can seem to come from the future. */
const freshnessOf = <Of extends { readonly oldestSeconds: number | null }>(row: Of) => ({
  ...row,
  oldestSeconds: row.oldestSeconds === null ? undefined : Math.max(0, row.oldestSeconds),
});

/** When price and stock of each offer of a wanted product were last observed, by any credential. */
const statedOf = (sql: Sql, products: number, now: Date) => sql`
  with top as materialized (
    ${topProducts(sql, products, now)}
  ), stated as (
    select offer.id, offer.supplier_id, part.name as data, max(greatest((seen.confirmed ->> part.name)::timestamptz, (source ->> 0)::timestamptz)) as at
    from top
    join offer on offer.product_id = top.id
    join offer_view as seen on seen.offer_id = offer.id and seen.withdrawn_at is null
    cross join lateral json_array_elements(seen.known -> 'stated') as source
    cross join lateral json_array_elements_text(source -> 2) as part(name)
    where part.name in ('price', 'stock')
    group by offer.id, part.name
  )`;

/** What is told of the stated parts of a kind. */
const figuresOf = (sql: Sql, now: Date) => sql`
  count(stated.id)::int as offers,
  count(*) filter (where stated.at < ${now}::timestamptz - kind.objective_ms * interval '1 ms')::int as stale,
  extract(epoch from ${now}::timestamptz - min(stated.at))::float8 as "oldestSeconds"`;

const kinds = (sql: Sql) => sql`
  (values ('price', ${objectiveMs.price}::float8), ('stock', ${objectiveMs.stock}::float8)) as kind(data, objective_ms)`;

const measured = (sql: Sql, products: number, now: Date) => sql<Row<TopFreshness>[]>`
  ${statedOf(sql, products, now)}
  select kind.data, ${figuresOf(sql, now)}
  from ${kinds(sql)} left join stated on stated.data = kind.data
  group by kind.data order by kind.data`;

const measuredBySupplier = (sql: Sql, products: number, now: Date) => sql<Row<SupplierTopFreshness>[]>`
  ${statedOf(sql, products, now)}
  select stated.supplier_id as "supplierId", kind.data, ${figuresOf(sql, now)}
  from ${kinds(sql)} join stated on stated.data = kind.data
  group by stated.supplier_id, kind.data order by stated.supplier_id, kind.data`;
