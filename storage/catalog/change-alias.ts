/**
 * Takes a spelling off its manufacturer, or gives it to another. Only the table is changed here,
 * with its event; a trigger of the table asks for a rematch: runs decide offers under the spelling
 * again in bounded steps, and products that were made under a spelling that stands for itself again
 * go back to it when they are written next (`restoreProducts`).
 */

import { manufacturerKey } from '../../domain/catalog/identity.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import type { IdentityEvent } from '../../domain/events.ts';
import type { Change } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import type { AnySql, Sql, Transaction } from '../pool/pool.ts';
import { manufacturersOf } from './manufacturers.ts';

interface AliasNow {
  readonly alias_key: string;
  readonly alias: string;
  readonly manufacturer_key: string;
  readonly manufacturer: string;
}

/**
 * The spelling with its manufacturer, locked. Throws `not_found`, or `conflict` for a
 * manufacturer's own name.
 */
const lockedAlias = async (sql: Transaction, alias: string): Promise<AliasNow> => {
  await sql`lock table manufacturer_alias in access exclusive mode`;
  const [row] = await sql<AliasNow[]>`
    select alias_key, alias, manufacturer_key, name as manufacturer
    from manufacturer_alias join manufacturer on key = manufacturer_key
    where alias_key = ${manufacturerKey(alias)}`;
  if (row === undefined) throw notFound('spelling', alias);
  if (row.alias_key === row.manufacturer_key)
    throw new Failure('conflict', `${JSON.stringify(alias)} is the manufacturer's own name`);
  return row;
};

const tell = async (
  sql: Transaction,
  event: IdentityEvent,
  { by, context, onWrite }: Change & { readonly onWrite: OnWrite | undefined },
): Promise<void> => {
  await appendEvents(sql, [event], context, onWrite);
  // The run was asked for by a trigger of the table, which does not know the operator. The first
  // who asked is told.
  await sql`
    update rematch_run set requested_by = coalesce(requested_by, ${by})
    where trigger = 'alias_changed' and started_at is null`;
};

/** Permanently removes the spelling from its manufacturer. */
export const removeAlias = (sql: Sql, alias: string, change: Change & { readonly onWrite: OnWrite | undefined }) =>
  withAuditRecord(sql, audited('alias', manufacturerKey(alias), change.context), async (transaction) => {
    const now = await lockedAlias(transaction, alias);
    await transaction`delete from manufacturer_alias where alias_key = ${now.alias_key}`;
    await transaction`
      insert into manufacturer_alias_removed (alias_key, removed_by) values (${now.alias_key}, ${change.by})
      on conflict (alias_key) do update set removed_by = excluded.removed_by, removed_at = now()`;
    const { alias_key: aliasKey, manufacturer } = now;
    const told = { aliasKey, alias: now.alias, manufacturer, by: change.by };
    await tell(transaction, { type: 'manufacturer_alias.removed', ...told }, change);
  });

/** Gives the spelling to another manufacturer. */
export const moveAlias = (
  sql: Sql,
  { alias, manufacturer }: { readonly alias: string; readonly manufacturer: string },
  change: Change & { readonly onWrite: OnWrite | undefined },
) =>
  withAuditRecord(sql, audited('alias', manufacturerKey(alias), change.context), async (transaction) => {
    const now = await lockedAlias(transaction, alias);
    const target = (await manufacturersOf(transaction, [manufacturer])).get(manufacturerKey(manufacturer));
    if (target === undefined || target.key === now.manufacturer_key) return;
    // A maker that had no spelling yet gets its own name as the first.
    await transaction`
      insert into manufacturer_alias (alias_key, manufacturer_key, alias, source)
      values (${target.key}, ${target.key}, ${target.name}, ${`operator ${change.by}`}) on conflict do nothing`;
    await transaction`
      update manufacturer_alias set manufacturer_key = ${target.key}, source = ${`operator ${change.by}`}
      where alias_key = ${now.alias_key}`;
    const told = { aliasKey: now.alias_key, alias: now.alias, manufacturer: target.name, by: change.by };
    const event = { type: 'manufacturer_alias.moved', ...told, previousManufacturer: now.manufacturer } as const;
    await tell(transaction, event, change);
  });

/** Of these keys, those that an operator has taken off their manufacturer. */
export const removedAliases = async (sql: AnySql, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await sql<{ key: string }[]>`
    select alias_key as key from manufacturer_alias_removed where alias_key = any(${arrayLiteral(keys)}::text[])`;
  return new Set(rows.map(({ key }) => key));
};

/**
 * Brings products that were made under a spelling, and went to its manufacturer, back under the
 * spelling, which stands for itself again: their ids are made from it.
 */
export const restoreProducts = async (
  sql: Transaction,
  products: readonly { readonly id: string; readonly manufacturer: { readonly key: string; readonly name: string } }[],
): Promise<void> => {
  await sql`
    update product set manufacturer_key = given.key, manufacturer = given.name, updated_at = now()
    from unnest(
      ${arrayLiteral(products.map(({ id }) => id))}::text[], ${arrayLiteral(products.map(({ manufacturer }) => manufacturer.key))}::text[],
      ${arrayLiteral(products.map(({ manufacturer }) => manufacturer.name))}::text[]
    ) as given (id, key, name)
    where product.id = given.id and product.manufacturer_key <> given.key
      and not exists (
        select from product other
        where other.mpn_key = product.mpn_key and other.manufacturer_key = given.key
          and other.profile_id = product.profile_id)`;
};
