import type { Product as KnownProduct, Replacement } from '../../domain/catalog/catalog.ts';
import type { CatalogStore, ProductStatements } from '../../domain/catalog/ports.ts';
import { notFound } from '../../domain/errors.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import type { MaskedField } from '../../domain/visibility/policy.ts';
import type { GetProductRequest, Product } from '../../proto/gen/svc/public/v1/catalog.ts';
import type { UseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import type { View } from '../visibility/visibility.ts';
import { shownOffers } from './get-offers.ts';
import { productFreshness, toProduct } from './product.ts';
import { productFacts } from './product-facts.ts';
import { getProductRules } from './request-rules.ts';
import { type VisibleOffersDependencies, visibleOffersOf } from './visible-offers.ts';

const checkRequest = createCheck(getProductRules);

/** What a product is read from. */
export interface GetProductDependencies extends VisibleOffersDependencies {
  readonly catalog: Pick<CatalogStore, 'product' | 'products' | 'replacements'>;
  readonly profiles: Profiles;
  readonly statements: Pick<ProductStatements, 'stated'>;
}

/**
 * Fetches one product; `not_found` when the id is unknown or the product is hidden from the caller.
 */
export const getProduct =
  (deps: GetProductDependencies): UseCase<GetProductRequest, Product> =>
  async (request, context) => {
    const { catalog, profiles, visibility, statements } = deps;
    checkRequest(request);
    const { signal, now, caller } = context;
    // An offer that only others' credentials have seen is none for the caller, nor is what it
    // states.
    const offersSeen = async () => {
      const visible = await visibleOffersOf(deps, request.id, context);
      const shown = new Set(shownOffers(visible, caller, now()).map(({ offer }) => offer.id));
      return visible.filter(({ offer }) => shown.has(offer.id));
    };
    const known = await catalog.product(request.id, { signal });
    const view = visibility.of(context);
    const [product] = known === undefined || view === undefined ? [known] : await view.products([known], { signal });
    if (product === undefined) throw notFound('product', request.id);
    // Most products are replaced by nothing, and need no second look.
    const chain = product.replacedBy === undefined ? [] : await catalog.replacements(product.id, { signal });
    const replacements = view === undefined ? chain : await seenOf(chain, view, { catalog, signal });
    const factsSeen = async () => {
      const masked = view === undefined || known === undefined ? undefined : maskedOf(known, product, view);
      return productFacts(statements, { id: product.id, masked, offers: await offersSeen() }, signal);
    };
    const facts = request.facts ? await factsSeen() : [];
    return toProduct(product, productFreshness(product, profiles, now()), replacements, facts);
  };

/** The fields that are empty of a product as it is seen; a replacement that is hidden is one. */
const maskedOf = (known: KnownProduct, seen: KnownProduct, view: View): ReadonlySet<MaskedField> => {
  const masked = view.maskedFields(known);
  return known.replacedBy === seen.replacedBy ? masked : new Set([...masked, 'replaced_by']);
};

/** Those of a chain that the caller sees, as it sees them. */
export const seenOf = async (
  chain: readonly Replacement[],
  view: View,
  { catalog, signal }: { readonly catalog: Pick<CatalogStore, 'products'>; readonly signal: AbortSignal },
): Promise<readonly Replacement[]> => {
  if (chain.length === 0 || !view.restrictsProducts) return chain;
  const products = await catalog.products(
    chain.map(({ id }) => id),
    { signal },
  );
  const seen = new Map((await view.products(products, { signal })).map((product) => [product.id, product]));
  return chain.flatMap(({ id }) => seen.get(id) ?? []);
};
