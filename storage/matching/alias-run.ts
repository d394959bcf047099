import { manufacturerKey } from '../../domain/catalog/identity.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { Sql, Transaction } from '../pool/pool.ts';
import { isMatchable, type PendingRow, pendingColumns } from './pending-offers.ts';

/**
 * The offers that a run after changes of the alias table looks at: those whose maker is written in
 * a way of which the key has another maker since. Offers that name the maker itself see a change
 * only where a product has moved to it or away from it, and a product that has moved is treated as
 * a new one.
 */

/** So many spellings are in memory at a time. */
const readAtOnce = 1_000;

/**
 * Notes how offers write the makers of the keys of a run that begins: each spelling is one look
 * into the index.
 */
export const noteSpellings = async (sql: Transaction, runId: string): Promise<void> => {
  const rows = await sql<{ key: string }[]>`select alias_key as key from changed_alias where run_id = ${runId}::bigint`;
  const keys = new Set(rows.map(({ key }) => key));
  const spellings = sql<{ name: string }[]>`
    with recursive spelling (name) as (
      (select left(manufacturer, 200) from offer where manufacturer is not null order by left(manufacturer, 200) limit 1)
      union all
      select (
        select left(manufacturer, 200) from offer
        where manufacturer is not null and left(manufacturer, 200) > spelling.name
        order by left(manufacturer, 200) limit 1
      )
      from spelling where spelling.name is not null
    )
    select name from spelling where name is not null`;
  const concerned: string[] = [];
  for await (const batch of spellings.cursor(readAtOnce))
    concerned.push(...batch.flatMap(({ name }) => (keys.has(manufacturerKey(name)) ? name : [])));
  await sql`
    insert into rematch_spelling (run_id, spelling)
    select ${runId}::bigint, unnest(${arrayLiteral(concerned)}::text[])`;
  await sql`delete from changed_alias where run_id = ${runId}::bigint`;
};

/** The next offers of the run after its cursor. */
export const offersOfSpellings = (sql: Sql, runId: string, cursor: string | undefined, limit: number) => sql<
  PendingRow[]
>`
  select ${sql.unsafe(pendingColumns)}
  from rematch_spelling, lateral (
    select * from offer
    where manufacturer is not null and left(manufacturer, 200) = spelling
      and id > ${cursor ?? ''} and matched_at is not null and ${sql.unsafe(isMatchable)}
    order by id limit ${limit}
  ) as offer
  join supplier on supplier.id = supplier_id
  where run_id = ${runId}::bigint
  order by offer.id limit ${limit}`;

/** Forgets the spellings of a run that is done. */
export const forgetSpellings = (sql: Transaction, runId: string) =>
  sql`delete from rematch_spelling where run_id = ${runId}::bigint`;
