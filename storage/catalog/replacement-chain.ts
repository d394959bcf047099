import type { LifecycleStatus, Replacement } from '../../domain/catalog/catalog.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { run, type Sql } from '../pool/pool.ts';

/** Longer than any known chain; the rest of a longer one is left out. */
const longestChain = 32;

interface ReplacementRow extends Omit<Replacement, 'lifecycle'> {
  readonly lifecycle: LifecycleStatus | null;
}

/**
 * What replaces a product, nearest first. Writers close no circle; one that is there all the same
 * ends where it began.
 */
export const replacementsOf = async (sql: Sql, id: string, options?: ReadOptions): Promise<readonly Replacement[]> => {
  const rows = await run(
    sql<ReplacementRow[]>`
      with recursive chain (id, replaced_by, place, seen) as (
        select id, replaced_by, 0, array[id] from product where id = ${id}
        union all
        select product.id, product.replaced_by, place + 1, seen || product.id
        from chain join product on product.id = chain.replaced_by
        where place < ${longestChain} and product.id <> all(seen)
      )
      select product.id, manufacturer, mpn, lifecycle from chain join product using (id) where place > 0 order by place`,
    options,
  );
  return rows.map(({ lifecycle, ...row }) => ({ ...row, lifecycle: lifecycle ?? undefined }));
};
