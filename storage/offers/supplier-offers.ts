import { notFound } from '../../domain/errors.ts';
import type { ListedOffer, SupplierOffers } from '../../domain/offers/ports.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';

/** The offers of one supplier as operators go through them, by index in the order of their ids. */
export const createSupplierOffers = (sql: Sql): SupplierOffers => ({
  ofSupplier: async (supplierId, after, limit, options) => {
    const rows = await run(
      sql<Nullable<ListedOffer>[]>`
        select id, supplier_sku as "supplierSku", manufacturer, mpn, description, product_id as "productId",
          match_confidence as "matchConfidence",
          (select max(last_observed_at) from offer_view where offer_id = offer.id) as "lastObservedAt"
        from offer where supplier_id = ${supplierId} and id > ${after} order by id limit ${limit}`,
      options,
    );
    if (rows.length === 0) await requireSupplier(sql, supplierId, options);
    return rows.map(withoutNulls<ListedOffer>);
  },
});

/** Retired ones are known. */
const requireSupplier = async (sql: Sql, supplierId: string, options: ReadOptions | undefined): Promise<void> => {
  const [known] = await run(sql`select from supplier where id = ${supplierId}`, options);
  if (known === undefined) throw notFound('supplier', supplierId);
};
