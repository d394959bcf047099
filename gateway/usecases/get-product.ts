import { notFound } from '../../domain/errors.ts';
import type { CatalogStore } from '../../domain/ports.ts';
import { type Profiles, productFreshness, toProduct } from '../mapping/product.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { checkId, refuseIfAny } from './check.ts';
import type { UseCases } from './use-cases.ts';

/** Fetches one product; `not_found` when the id is unknown or the product is hidden from the caller. */
export const getProduct =
  (catalog: Pick<CatalogStore, 'product'>, profiles: Profiles, visibility: Visibility): UseCases['getProduct'] =>
  async (request, context) => {
    refuseIfAny(checkId('id', request.id));
    const { signal, now } = context;
    const known = await catalog.product(request.id, { signal });
    const view = visibility.of(context);
    const [product] = known === undefined || view === undefined ? [known] : await view.products([known], { signal });
    if (product === undefined) throw notFound('product', request.id);
    return toProduct(product, productFreshness(product, profiles, now()));
  };
