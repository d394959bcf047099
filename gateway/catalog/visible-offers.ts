import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { notFound } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { unrestrictedOffer, type VisibleOffer } from '../../domain/visibility/offers.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { View, Visibility } from '../visibility/visibility.ts';

/** What the offers of a product are read from, and what is seen of them. */
export interface VisibleOffersDependencies {
  readonly catalog: Pick<CatalogStore, 'product'>;
  readonly offers: Pick<OfferStore, 'ofProduct'>;
  readonly visibility: Visibility;
}

/**
 * The offers of a product that no policy hides from the caller. Throws `not_found` for a product
 * that is unknown or hidden. The product itself is looked up only when it has no offer at all, to
 * tell an unknown id from a product without offers, and where policies may hide it.
 */
export const visibleOffersOf = async (
  { catalog, offers, visibility }: VisibleOffersDependencies,
  productId: string,
  context: RequestContext,
): Promise<readonly VisibleOffer[]> => {
  const { signal, caller: tenant } = context;
  const view = visibility.of(context);
  const [known, isSeen] = await Promise.all([
    offers.ofProduct(productId, { signal, tenant }),
    view?.restrictsProducts ? view.seesProduct(productId, { signal }) : undefined,
  ]);
  const isThere = isSeen ?? (known.length > 0 || (await catalog.product(productId, { signal })) !== undefined);
  if (!isThere) throw notFound('product', productId);
  return offersThrough(view, known);
};

/** Those of offers that a view shows. */
export const offersThrough = (view: View | undefined, known: readonly Offer[]): readonly VisibleOffer[] => {
  const verdicts = view === undefined ? known.map(unrestrictedOffer) : view.offers(known);
  return verdicts.filter((verdict) => verdict.kind === 'visible');
};
