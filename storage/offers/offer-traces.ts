/**
 * Supply-chain traces as they were last rebuilt. Answers compute traces from the routes of the
 * moment; what is stored is only what to compare with, and what the last job that changed it has
 * changed. Warehouses are those that the system's credentials see, so that nothing of a tenant's
 * shows in another's diff; and each customer is told of the offers that it sees alone.
 */
import type { TraceChange } from '../../domain/enrichment/job.ts';
import type { StoredTraces, TraceResult } from '../../domain/enrichment/ports.ts';
import type { JobTarget } from '../../domain/enrichment/target.ts';
import { type SupplyChainTrace, traceOf } from '../../domain/offers/supply-chain.ts';
import { type RouteColumns, routeColumns, routeOf } from '../catalog/supply-route.ts';
import { reaches } from '../jobs/requester-reach.ts';
import { isOfTarget } from '../jobs/target-offers.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';

/** A trace as it is stored: texts by field, those that are not known left out. */
type TraceFields = Readonly<Record<string, string>>;

interface TraceRow extends RouteColumns {
  readonly offerId: string;
  readonly manufacturer: string | null;
  readonly warehouses: string[];
  readonly before: TraceFields | null;
}

/** Creates the store. */
export const createOfferTraces = (sql: Sql): StoredTraces => ({
  count: async (target) => {
    const [row] = await run(sql<{ count: number }[]>`
      select count(*)::int as count from offer where ${isOfTarget(sql, target)}`);
    return row?.count ?? 0;
  },

  rebuild: ({ id, target }, afterOfferId, limit, now) =>
    inTransaction(sql, async (transaction) => {
      const rows = await readBatch(transaction, target, afterOfferId ?? '', limit);
      const rebuilt = rows.map((row) => {
        const fields = fieldsOf(traceOf(routeOf(row), row.warehouses, manufacturerOf(row)));
        return { row, fields, changes: changesBetween(row, fields) };
      });
      await transaction`
        insert into offer_trace as kept (offer_id, trace, rebuilt_at, changed_by, changes)
        select offer_id, trace::jsonb, ${now}, case when changes is not null then ${id}::text end, changes::json
        from unnest(
          ${arrayLiteral(rebuilt.map(({ row }) => row.offerId))}::text[],
          ${arrayLiteral(rebuilt.map(({ fields }) => JSON.stringify(fields)))}::text[],
          ${arrayLiteral(rebuilt.map(({ changes }) => (changes.length > 0 ? JSON.stringify(changes) : undefined)))}::text[]
        ) as rebuilt (offer_id, trace, changes)
        on conflict (offer_id) do update set trace = excluded.trace, rebuilt_at = excluded.rebuilt_at,
          changed_by = coalesce(excluded.changed_by, kept.changed_by), changes = coalesce(excluded.changes, kept.changes)`;
      return {
        offers: rows.length,
        lastOfferId: rows.length < limit ? undefined : rows.at(-1)?.offerId,
        changes: rebuilt.flatMap(({ changes }) => changes),
      };
    }),

  resultsByCustomer: resultsByCustomer(sql),
});

const resultsByCustomer =
  (sql: Sql): StoredTraces['resultsByCustomer'] =>
  async ({ id, target }, limit) => {
    const rows = await run(sql<(Omit<TraceResult, 'changes'> & { customerId: string; changes: string[] })[]>`
      with ${reaches(sql, id)}, seen as (
        select distinct reach.customer_id, offer.id as offer_id
        from offer join offer_view on offer_view.offer_id = offer.id join reach using (credential_id)
        where ${isOfTarget(sql, target)}
      )
      select customer_id as "customerId", count(seen.offer_id)::int as offers, count(trace.offer_id)::int as changed,
        coalesce(
          (array_agg(trace.changes::text order by seen.offer_id) filter (where trace.offer_id is not null))[:${limit}::int],
          '{}'
        ) as changes
      from requester left join seen using (customer_id)
      left join offer_trace as trace on trace.offer_id = seen.offer_id and trace.changed_by = ${id}
      group by customer_id`);
    const changesOf = (texts: readonly string[]) => texts.flatMap((text): TraceChange[] => JSON.parse(text));
    return new Map(
      rows.map(({ customerId, offers, changed, changes }) => [
        customerId,
        { offers, changed, changes: changesOf(changes).slice(0, limit) },
      ]),
    );
  };

const readBatch = (transaction: Transaction, target: JobTarget, afterOfferId: string, limit: number) => transaction<
  TraceRow[]
>`
  select offer.id as "offerId", coalesce(product.manufacturer, offer.manufacturer) as manufacturer, trace as before,
    ${transaction.unsafe(routeColumns)},
    array(
      select distinct warehouse ->> 0
      from offer_view join credential on credential.id = offer_view.credential_id and credential.scope = 'system',
        jsonb_array_elements(coalesce(offer_view.known::jsonb -> 'stock', '[]')) as warehouse
      where offer_view.offer_id = offer.id order by 1
    ) as warehouses
  from offer join supplier on supplier.id = offer.supplier_id
  left join product on product.id = offer.product_id
  left join offer_trace on offer_trace.offer_id = offer.id
  where ${isOfTarget(transaction, target)} and offer.id > ${afterOfferId}
  order by offer.id limit ${limit}`;

const manufacturerOf = ({ manufacturer }: TraceRow): string | undefined => manufacturer ?? undefined;

/** By the contract's names. */
const fieldsOf = (trace: SupplyChainTrace): TraceFields => {
  const fields = {
    observed_via: trace.observedVia,
    api_provider: trace.apiProvider,
    sales_agent: trace.salesAgent,
    warehouse_operators: trace.warehouseOperators.join(',') || undefined,
    distributor: trace.distributor,
    manufacturer: trace.manufacturer,
    depth: String(trace.depth),
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]])),
  );
};

/** None for an offer whose trace was never rebuilt before: there is nothing to compare with. */
const changesBetween = ({ offerId, before }: TraceRow, after: TraceFields): readonly TraceChange[] =>
  before === null
    ? []
    : [...new Set([...Object.keys(before), ...Object.keys(after)])]
        .filter((field) => before[field] !== after[field])
        .map((field) => ({ offerId, field, before: before[field], after: after[field] }));
