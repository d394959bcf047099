import type { Product } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { notFound } from '../../domain/errors.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { Estimates } from '../../domain/estimate/ports.ts';
import { checkId, throwIfAny } from '../request/check.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** What several operations over estimates look up for their caller. */

/** Longest `Idempotency-Key`, in characters. */
export const maxKeyLength = 255;

/** The caller's estimate. Throws `not_found` where it has none of this id. */
export const own = async (
  { estimates }: { readonly estimates: Pick<Estimates, 'estimate'> },
  estimateId: string,
  { caller, signal }: RequestContext,
): Promise<Estimate> => {
  throwIfAny(checkId('estimate_id', estimateId));
  const estimate = await estimates.estimate(estimateId, caller.customerId, { signal });
  if (estimate === undefined) throw notFound('estimate', estimateId);
  return estimate;
};

/** The products that the caller may know of; an unknown one is left out as a hidden one is. */
export const seenProducts = async (
  ids: readonly string[],
  { products, visibility }: { readonly products: CatalogStore['products']; readonly visibility: Visibility },
  context: RequestContext,
): Promise<readonly Product[]> => {
  if (ids.length === 0) return [];
  const { signal } = context;
  const known = await products([...new Set(ids)], { signal });
  const view = visibility.of(context);
  return view ? view.products(known, { signal }) : known;
};
