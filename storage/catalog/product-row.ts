import type { LifecycleStatus, Product } from '../../domain/catalog/catalog.ts';

/** A row of `product`, the columns that a reader needs. */
export interface ProductRow {
  readonly id: string;
  readonly profile_id: string;
  readonly manufacturer_key: string;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly description: string | null;
  readonly characteristics: Readonly<Record<string, string>>;
  readonly lifecycle: LifecycleStatus | null;
  readonly replaced_by: string | null;
  readonly observed_at: Date | null;
}

/** The columns of `ProductRow`, for a select over `product`. */
export const productColumns = `product.id, product.profile_id, product.manufacturer_key, product.manufacturer, product.mpn,
  product.description, product.characteristics, product.lifecycle, product.replaced_by, product.observed_at`;

/** The row as a product of the domain. */
export const storedProduct = (row: ProductRow): Product => ({
  id: row.id,
  profileId: row.profile_id,
  manufacturer: row.manufacturer,
  manufacturerKey: row.manufacturer_key,
  mpn: row.mpn,
  description: row.description ?? undefined,
  characteristics: row.characteristics,
  lifecycle: row.lifecycle ?? undefined,
  replacedBy: row.replaced_by ?? undefined,
  observedAt: row.observed_at ?? undefined,
});
