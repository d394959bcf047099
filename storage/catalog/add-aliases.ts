/**
 * Adds manufacturer aliases. Products that stood under a spelling which now is an alias move to its
 * maker, so that the same part arriving under the maker's name finds them and nothing is kept
 * twice. Where the maker has a product of that number already, both stay as they are: offers rest
 * on each, and a search by maker looks under both spellings.
 */

import { manufacturerKey } from '../../domain/catalog/identity.ts';
import type { DomainEvent } from '../../domain/events.ts';
import {
  type AliasAddition,
  type AliasPlan,
  type AliasRow,
  aliasKeys,
  planAliases,
} from '../../domain/matching/alias-additions.ts';
import { builtInSource } from '../../domain/matching/known-aliases.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { AnySql, Sql, Transaction } from '../pool/pool.ts';
import { removedAliases } from './change-alias.ts';
import { aliasedManufacturers } from './manufacturers.ts';
import { lockReplacements, resolveReplacements } from './product-replacements.ts';

/** What to add and for whom. */
export interface AliasUpsert {
  readonly rows: readonly AliasRow[];
  /** Where the rows come from, for people to read. */
  readonly source: string;
  readonly context: WriteContext;
  readonly onWrite: OnWrite | undefined;
}

/** Adds the rows; says of each which other maker it names already. */
export const addAliases = async (sql: Sql, upsert: AliasUpsert): Promise<AliasPlan['outcomes']> => {
  // Mostly there is nothing to add: the built-in aliases are added at every start.
  const foreseen = await plan(sql, upsert);
  if (foreseen.additions.length === 0 && upsert.context.act === undefined) return foreseen.outcomes;
  return withAuditRecord(sql, auditedRows(upsert), async (transaction) => {
    await lockReplacements(transaction, 'alone');
    // Waits for every transaction that has looked up a maker, and keeps others from doing so:
    // nobody goes on to write products under a spelling that becomes an alias here.
    await transaction`lock table manufacturer_alias in access exclusive mode`;
    const { additions, outcomes } = await plan(transaction, upsert);
    await writeAliases(transaction, additions, upsert.source);
    await announce(transaction, additions, upsert);
    await moveProducts(transaction, additions, upsert);
    return outcomes;
  });
};

/** Rows that a record names. */
const maxNamed = 100;

const auditedRows = ({ rows, context }: AliasUpsert) =>
  audited('aliases', `${rows.length} rows`, context, (outcomes: AliasPlan['outcomes']) => ({
    rows: rows.slice(0, maxNamed).map((row, at) => ({ ...row, conflicts_with: outcomes[at]?.conflictsWith })),
  }));

/**
 * Built-in spellings that an operator has taken away stay away; everybody else may give them again.
 */
const plan = async (sql: AnySql, { rows: given, source }: AliasUpsert): Promise<AliasPlan> => {
  const removed = source === builtInSource ? await removedAliases(sql, aliasKeys(given)) : new Set<string>();
  const rows = given.filter(({ alias }) => !removed.has(manufacturerKey(alias)));
  const manufacturers = await aliasedManufacturers(sql, aliasKeys(rows));
  return planAliases(rows, {
    manufacturerOf: new Map([...manufacturers].map(([aliasKey, manufacturer]) => [aliasKey, manufacturer.key])),
    nameOf: new Map([...manufacturers.values()].map(({ key, name }) => [key, name])),
  });
};

const writeAliases = async (sql: Transaction, additions: readonly AliasAddition[], source: string): Promise<void> => {
  const names = new Map(additions.map(({ manufacturerKey, manufacturerName }) => [manufacturerKey, manufacturerName]));
  await sql`
    insert into manufacturer (key, name)
    select * from unnest(${arrayLiteral([...names.keys()])}::text[], ${arrayLiteral([...names.values()])}::text[])
    on conflict (key) do update set name = excluded.name`;
  await sql`
    insert into manufacturer_alias (alias_key, manufacturer_key, alias, source)
    select *, ${source} from unnest(
      ${arrayLiteral(additions.map(({ aliasKey }) => aliasKey))}::text[],
      ${arrayLiteral(additions.map(({ manufacturerKey }) => manufacturerKey))}::text[],
      ${arrayLiteral(additions.map(({ alias }) => alias))}::text[])`;
};

/** The built-in ones are the same everywhere, so no event is published. */
const announce = async (
  sql: Transaction,
  additions: readonly AliasAddition[],
  { source, context, onWrite }: AliasUpsert,
): Promise<void> => {
  await sql`
    delete from manufacturer_alias_removed
    where alias_key = any(${arrayLiteral(additions.map(({ aliasKey }) => aliasKey))}::text[])`;
  if (source === builtInSource) return;
  const events = additions.map(
    ({ aliasKey, alias, manufacturerName }): DomainEvent => ({
      type: 'manufacturer_alias.added',
      aliasKey,
      alias,
      manufacturer: manufacturerName,
      by: source,
    }),
  );
  await appendEvents(sql, events, context, onWrite);
};

const moveProducts = async (
  sql: Transaction,
  additions: readonly AliasAddition[],
  { context, onWrite }: AliasUpsert,
): Promise<void> => {
  const used = await sql<{ key: string }[]>`
    select key from unnest(${arrayLiteral(additions.map(({ aliasKey }) => aliasKey))}::text[]) as alias (key)
    where exists (select from product where manufacturer_key = alias.key)`;
  const keys = new Set(used.map(({ key }) => key));
  const moved: string[] = [];
  // One spelling after another: two of them may hold the same number, of which only the first can
  // move.
  for (const addition of additions.filter(({ aliasKey }) => keys.has(aliasKey))) {
    moved.push(...(await moveProductsOf(sql, addition)));
  }
  const linked = await resolveReplacements(sql, moved);
  const updated = [
    ...moved.map((id) => updatedEvent(id, 'manufacturer')),
    ...linked.map((id) => updatedEvent(id, 'replaced_by')),
  ];
  await appendEvents(sql, updated, context, onWrite);
};

const moveProductsOf = async (sql: Transaction, { aliasKey, manufacturerKey, manufacturerName }: AliasAddition) => {
  const rows = await sql<{ id: string }[]>`
    update product set manufacturer_key = ${manufacturerKey}, manufacturer = ${manufacturerName}, updated_at = now()
    where manufacturer_key = ${aliasKey} and (manufacturer_key, manufacturer) <> (${manufacturerKey}, ${manufacturerName})
      and not exists (
        select from product other
        where other.mpn_key = product.mpn_key and other.profile_id = product.profile_id
          and other.manufacturer_key = ${manufacturerKey} and other.id <> product.id
      )
    returning id`;
  return rows.map(({ id }) => id);
};

const updatedEvent = (productId: string, field: string): DomainEvent => ({
  type: 'product.updated',
  productId,
  changed: [field],
});
