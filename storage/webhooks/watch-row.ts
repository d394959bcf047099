import type { Watch } from '../../domain/webhooks/watch.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import type { AnySql } from '../pool/pool.ts';

/** A row of `watch` as its customer knows it. */
export interface WatchRow extends Nullable<Omit<Watch, 'target'>> {
  readonly productId: string | null;
  readonly offerId: string | null;
}

/** Its columns. */
export const watchColumns = (sql: AnySql) => sql`
  watch.id, watch.customer_id as "customerId", watch.product_id as "productId", watch.offer_id as "offerId",
  watch.quantity, watch.rule, watch.state, watch.created_at as "createdAt", watch.checked_at as "checkedAt",
  watch.latest`;

/** The watch of a row. */
export const watchOf = ({ productId, offerId, ...row }: WatchRow): Watch => ({
  ...withoutNulls<Omit<Watch, 'target'>>(row),
  target: productId === null ? { kind: 'offer', offerId: offerId ?? '' } : { kind: 'product', productId },
});
