import { notFound } from '../../domain/errors.ts';
import { worst } from '../../domain/freshness.ts';
import type { CatalogStore, OfferStore } from '../../domain/ports.ts';
import { toFreshness } from '../mapping/freshness.ts';
import { type SeenOffer as SeenFigures, seeOffer, toOffer } from '../mapping/offer.ts';
import { maskOffer } from '../visibility/masks.ts';
import { type SeenOffer, unrestrictedOffer, type Visibility } from '../visibility/visibility.ts';
import { checkId, refuseIfAny } from './check.ts';
import type { SupplyRoutes } from './supply-routes.ts';
import type { UseCases } from './use-cases.ts';

/** What offers are read from, and what is seen of them. */
export interface OfferSources {
  readonly catalog: Pick<CatalogStore, 'product'>;
  readonly offers: Pick<OfferStore, 'ofProduct'>;
  readonly routes: SupplyRoutes;
  readonly visibility: Visibility;
}

/** An offer that the caller may see, with what of it is empty. */
type Shown = Pick<SeenOffer, 'masked' | 'maskedPrice'> & { readonly seen: SeenFigures };

/**
 * Lists the offers of a product that the caller may see. The product itself is looked up only when it has no offer at all, to
 * tell an unknown id from a product that nobody sells, and where policies may hide it.
 */
export const getOffers =
  ({ catalog, offers, routes, visibility }: OfferSources): UseCases['getOffers'] =>
  async ({ canonicalId }, context) => {
    const { caller, signal, now } = context;
    refuseIfAny(checkId('canonical_id', canonicalId));
    const view = visibility.of(context);
    const [known, isSeen] = await Promise.all([
      offers.ofProduct(canonicalId, { signal }),
      view?.restrictsProducts ? view.seesProduct(canonicalId, { signal }) : undefined,
    ]);
    const isThere = isSeen ?? (known.length > 0 || (await catalog.product(canonicalId, { signal })) !== undefined);
    if (!isThere) throw notFound('product', canonicalId);
    const verdicts = view === undefined ? known.map(unrestrictedOffer) : view.offers(known);
    const at = now();
    const shown = verdicts.flatMap((verdict): readonly Shown[] => {
      const seen = verdict.kind === 'visible' ? seeOffer(verdict.offer, caller, at) : undefined;
      return verdict.kind === 'visible' && seen !== undefined ? [{ ...verdict, seen }] : [];
    });
    const routeOf = await routes();
    return {
      items: shown.map(({ seen, masked, maskedPrice }) => {
        const { supplierId } = seen.offer;
        return maskOffer(toOffer(seen, routeOf.get(supplierId) ?? { supplierId }), masked, maskedPrice(seen.view));
      }),
      freshness: toFreshness(worst(shown.map(({ seen }) => seen.freshness))),
    };
  };
