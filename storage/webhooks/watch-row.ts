import type { Watch, WatchRule, WatchState } from '../../domain/webhooks/watch.ts';
import type { AnySql } from '../pool/pool.ts';

/** A row of `watch` as its customer knows it. */
export interface WatchRow {
  readonly id: string;
  readonly customerId: string;
  readonly productId: string | null;
  readonly offerId: string | null;
  readonly quantity: number;
  readonly rule: WatchRule;
  readonly state: WatchState;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
  readonly latest: number;
}

/** Its columns. */
export const watchColumns = (sql: AnySql) => sql`
  watch.id, watch.customer_id as "customerId", watch.product_id as "productId", watch.offer_id as "offerId",
  watch.quantity, watch.rule, watch.state, watch.created_at as "createdAt", watch.checked_at as "checkedAt",
  watch.latest`;

/** The watch of a row. */
export const watchOf = ({ productId, offerId, checkedAt, ...row }: WatchRow): Watch => ({
  id: row.id,
  customerId: row.customerId,
  target: productId === null ? { kind: 'offer', offerId: offerId ?? '' } : { kind: 'product', productId },
  quantity: row.quantity,
  rule: row.rule,
  state: row.state,
  createdAt: row.createdAt,
  checkedAt: checkedAt ?? undefined,
  latest: row.latest,
});
