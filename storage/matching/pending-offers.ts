import type { LifecycleStatus } from '../../domain/catalog/catalog.ts';
import type { PendingOffer } from '../../domain/matching/ports.ts';

/** An offer as the matcher reads it. */
export interface PendingRow {
  readonly id: string;
  readonly supplier_id: string;
  readonly manufacturer: string | null;
  readonly mpn: string | null;
  readonly description: string | null;
  readonly lifecycle: LifecycleStatus | null;
  readonly replaced_by_mpn: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly creates_products: boolean;
  readonly verdicts: number;
}

/** The columns of a pending offer, from `offer` joined with its `supplier`. */
export const pendingColumns =
  'offer.id, supplier_id, manufacturer, mpn, description, lifecycle, replaced_by_mpn, attributes, creates_products, verdicts';

/**
 * What can be decided at all: an offer of which neither number nor description is known has nothing
 * to be matched by.
 */
export const isMatchable = '(mpn is not null or description is not null)';

/** The offer of a row. */
export const pendingOffer = (row: PendingRow): PendingOffer => ({
  offerId: row.id,
  supplierId: row.supplier_id,
  manufacturer: row.manufacturer ?? undefined,
  mpn: row.mpn ?? undefined,
  description: row.description ?? undefined,
  lifecycle: row.lifecycle ?? undefined,
  replacedByMpn: row.replaced_by_mpn ?? undefined,
  attributes: row.attributes,
  createsProducts: row.creates_products,
  verdicts: row.verdicts,
});
