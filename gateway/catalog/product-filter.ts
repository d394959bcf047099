import type { Caller } from '../../domain/callers/caller.ts';
import { lifecycleStatuses } from '../../domain/catalog/catalog.ts';
import { askedCategory } from '../../domain/catalog/category.ts';
import type { ProductQuery } from '../../domain/catalog/ports.ts';
import type { ProductFilter } from '../../proto/gen/svc/public/v1/catalog.ts';

/** Those of names that are given. */
export const known = <Name extends string>(names: readonly Name[], given: readonly string[]): readonly Name[] =>
  names.filter((name) => given.includes(name));

/** What products must be for a caller's filter, its ranges read. */
export const filterOf = (
  filter: ProductFilter,
  profileId: string,
  ranges: ProductQuery['ranges'],
  { customerId, groupIds }: Caller,
): Omit<ProductQuery, 'text'> => {
  const lifecycles = known(lifecycleStatuses, filter.lifecycleStatus);
  const isAsking = Object.keys(filter.characteristics).length > 0;
  return {
    profileId: profileId || undefined,
    manufacturer: filter.manufacturer || undefined,
    lifecycles: lifecycles.length > 0 ? lifecycles : undefined,
    category: askedCategory(filter.category),
    characteristics: isAsking ? filter.characteristics : undefined,
    inStockFor: filter.inStock ? { customerId, groupIds } : undefined,
    ranges,
  };
};
