import type { PendingOffer } from '../../domain/matching/ports.ts';
import type { Nullable } from '../pool/nullable-row.ts';

/** An offer as the matcher reads it. */
export type PendingRow = Nullable<PendingOffer>;

/** The columns of a pending offer, from `offer` joined with its `supplier`. */
export const pendingColumns = `offer.id as "offerId", supplier_id as "supplierId", manufacturer, mpn, description,
  lifecycle, replaced_by_mpn as "replacedByMpn", attributes, verdicts,
  creates_products or exists (select from part_want_offer where offer_id = offer.id) as "createsProducts"`;

/**
 * What can be decided at all: an offer of which neither number nor description is known has nothing
 * to be matched by.
 */
export const isMatchable = '(mpn is not null or description is not null)';
