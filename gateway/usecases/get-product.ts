import { notFound } from '../../domain/errors.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import type { CatalogStore } from '../../domain/ports.ts';
import { productFreshness, toProduct } from '../mapping/product.ts';
import { checkId, refuseIfAny } from './check.ts';
import type { UseCases } from './use-cases.ts';

/** Fetches one product; `not_found` when the id is unknown. */
export const getProduct =
  (catalog: Pick<CatalogStore, 'product' | 'replacements'>, profiles: Profiles): UseCases['getProduct'] =>
  async (request, { signal, now }) => {
    refuseIfAny(checkId('id', request.id));
    const product = await catalog.product(request.id, { signal });
    if (product === undefined) throw notFound('product', request.id);
    // Most products are replaced by nothing, and need no second look.
    const replacements = product.replacedBy === undefined ? [] : await catalog.replacements(product.id, { signal });
    return toProduct(product, productFreshness(product, profiles, now()), replacements);
  };
