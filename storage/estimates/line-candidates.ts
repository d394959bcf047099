import type { ProductCandidate } from '../../domain/estimate/resolve/ports.ts';

/** A product as the resolver of lines reads it. */
export interface CandidateRow extends Omit<ProductCandidate, 'description'> {
  readonly description: string | null;
}

/** The columns of `CandidateRow`, for a select over `product`. */
export const candidateColumns = `product.id as "productId", product.profile_id as "profileId",
  product.manufacturer_key as "manufacturerKey", product.manufacturer, product.mpn, product.mpn_key as "mpnKey",
  product.description, product.characteristics, product.quantities`;

/** The row as a candidate of the domain. */
export const storedCandidate = (row: CandidateRow): ProductCandidate => ({
  productId: row.productId,
  profileId: row.profileId,
  manufacturerKey: row.manufacturerKey,
  manufacturer: row.manufacturer,
  mpn: row.mpn,
  mpnKey: row.mpnKey,
  description: row.description ?? undefined,
  characteristics: row.characteristics,
  quantities: row.quantities,
});
