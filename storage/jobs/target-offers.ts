import type { JobTarget } from '../../domain/enrichment/target.ts';
import type { AnySql } from '../pool/pool.ts';

/** The condition that an offer belongs to a target. */
export const isOfTarget = (sql: AnySql, target: JobTarget) => {
  switch (target.kind) {
    case 'offers':
      return sql`offer.id = any(${[...target.offerIds]}::text[])`;
    case 'product':
      return sql`offer.product_id = ${target.productId}`;
    case 'supplier':
      return sql`offer.supplier_id = ${target.supplierId}`;
    case 'wants':
      return sql`offer.id in (
        select offer_id from part_want_offer where want_id = any(${target.wants.map(({ id }) => id)}::text[]))`;
  }
};
