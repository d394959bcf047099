import type { FieldViolation } from '../../domain/errors.ts';
import type { SuppliersInReach } from '../../domain/estimate/ports.ts';
import type { BuildEstimateRequest } from '../../proto/gen/svc/public/v1/estimate.ts';
import { checkId } from '../request/check.ts';
import { shownLength } from '../request/lookup-cost.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** Which suppliers a caller may name: those that it may know of. */

/** Where suppliers are looked up. */
export interface NamedSuppliersDependencies {
  readonly suppliersInReach: SuppliersInReach;
  readonly visibility: Visibility;
}

/**
 * The fields of a request that name what is no supplier to the caller; one that a policy hides is
 * answered as one that does not exist. Where policies decide of each offer whether it names its
 * supplier, it cannot be told whom the caller knows, and every name is taken.
 */
export const unknownSuppliers = async (
  { orderCosts, maxLookupCost }: Pick<BuildEstimateRequest, 'orderCosts' | 'maxLookupCost'>,
  { suppliersInReach, visibility }: NamedSuppliersDependencies,
  context: RequestContext,
): Promise<readonly FieldViolation[]> => {
  const bounded = Object.keys(maxLookupCost).filter((id) => id !== '*');
  const named = [
    ...Object.keys(orderCosts).map((id) => ({ id, field: 'order_costs' })),
    ...bounded.map((id) => ({ id, field: 'max_lookup_cost' })),
  ];
  const view = visibility.of(context);
  if (named.length === 0 || view?.namesSuppliersByOffer) return [];
  const possible = named.map(({ id }) => id).filter((id) => checkId('', id) === undefined);
  const seen = possible.filter((id) => view?.namesSupplier(id) ?? true);
  const known = await suppliersInReach([...new Set(seen)], context.caller, { signal: context.signal });
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ id, field }) => ({ field: `${field}.${id.slice(0, shownLength)}`, description: 'names no supplier' }));
};
