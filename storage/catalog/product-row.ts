import type { Product } from '../../domain/catalog/catalog.ts';
import type { Nullable } from '../pool/nullable-row.ts';

/** A row of `product`, the columns that a reader needs. */
export type ProductRow = Nullable<Product>;

/** The columns of `ProductRow`, for a select over `product`. */
export const productColumns = `product.id, product.profile_id as "profileId", product.manufacturer_key as "manufacturerKey",
  product.manufacturer, product.mpn, product.description, product.characteristics, product.lifecycle, product.category,
  product.replaced_by as "replacedBy", product.observed_at as "observedAt"`;
