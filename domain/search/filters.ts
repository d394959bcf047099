import type { LifecycleStatus } from '../catalog.ts';

/** What a product must be to be found, beside what was typed; every given part must hold. */
export interface ProductFilters {
  /** The maker, by any of its spellings. */
  readonly manufacturer?: string | undefined;
  readonly profileId?: string | undefined;
  /** Any of these; empty: any. A product whose lifecycle is not known has none of them. */
  readonly lifecycles?: readonly LifecycleStatus[] | undefined;
  /** Characteristics by name with the value that they must have, to the letter. */
  readonly characteristics?: Readonly<Record<string, string>> | undefined;
  /** Only products of which somebody whose observations this customer may see has seen any in stock. */
  readonly inStockFor?: { readonly customerId: string; readonly groupIds: readonly string[] } | undefined;
}
