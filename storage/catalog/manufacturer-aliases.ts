/**
 * The manufacturer alias table as operators see it. Adding to it is the catalogue's, because
 * products move with their spellings (`statements/add-aliases.ts`); `statements/change-alias.ts`
 * takes away.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import { manufacturerKey } from '../../domain/catalog/identity.ts';
import type { ManufacturerAlias, ManufacturerAliases } from '../../domain/catalog/ports.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { run, type Sql } from '../pool/pool.ts';
import { moveAlias, removeAlias } from './change-alias.ts';

/** Creates the store on a migrated database. */
export const createManufacturerAliases = (
  sql: Sql,
  { onWrite }: { readonly onWrite?: OnWrite } = {},
): ManufacturerAliases => ({
  page: async ({ manufacturer, text }, afterKey, limit, options) => {
    const key = manufacturer === undefined ? null : manufacturerKey(manufacturer);
    const rows = await run(
      sql<ManufacturerAlias[]>`
        select alias_key as key, alias, name as manufacturer, source
        from manufacturer_alias join manufacturer on manufacturer.key = manufacturer_key
        where alias_key > ${afterKey ?? ''}
          and (${key}::text is null
            or manufacturer_key = (select manufacturer_key from manufacturer_alias where alias_key = ${key}))
          and strpos(alias_key, ${manufacturerKey(text ?? '')}) > 0
        order by alias_key limit ${limit}`,
      options,
    );
    return [...rows];
  },
  remove: (alias, change) => removeAlias(sql, alias, { ...change, onWrite }),
  move: (row, change) => moveAlias(sql, row, { ...change, onWrite }),
});
