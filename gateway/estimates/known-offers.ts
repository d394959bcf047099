import type { StatedOrderTerms } from '../../domain/estimate/ports.ts';
import { sellerKey } from '../../domain/estimate/seller.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { selectSource } from '../../domain/pricing/source-selection.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { unrestrictedOffer } from '../../domain/visibility/offers.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';

/** Which offers and sellers a caller may name: those that an estimate would show it. */

/** Where offers are looked up. */
export interface KnownOffersDependencies {
  readonly offers: Pick<OfferStore, 'byIds'>;
  /** The ids of the offers of products. */
  readonly offersOfProducts: (productIds: readonly string[], options?: ReadOptions) => Promise<readonly string[]>;
  readonly visibility: Visibility;
  /** What suppliers are called, which names those that sell their offers themselves. */
  readonly orderTerms: StatedOrderTerms;
}

/** What a caller may know of an offer; who has it is empty where it may not be named. */
interface KnownOffer {
  readonly id: string;
  readonly productId: string;
  readonly supplierId: string;
  /** The key of the name of who sells it. */
  readonly sellerKey: string;
}

/** The offers of products that the caller may know of. */
export const knownOffers = async (
  productIds: readonly string[],
  { offers, offersOfProducts, visibility, orderTerms }: KnownOffersDependencies,
  context: RequestContext,
): Promise<readonly KnownOffer[]> => {
  const { signal, caller, now } = context;
  const stored = await offers.byIds(await offersOfProducts(productIds, { signal }), { signal });
  const terms = await orderTerms.of([...new Set(stored.map(({ supplierId }) => supplierId))], { signal });
  const verdicts = visibility.of(context)?.offers(stored) ?? stored.map(unrestrictedOffer);
  return verdicts.flatMap((verdict) => {
    if (verdict.kind === 'hidden') return [];
    const { offer, masked } = verdict;
    // What only another tenant's credential has seen does not exist.
    const { chosen, trail } = selectSource(offer.views, caller, now());
    if (offer.productId === undefined || (chosen?.view ?? trail[0]?.view) === undefined) return [];
    const { id, productId } = offer;
    if (masked.has('supplier_id')) return [{ id, productId, supplierId: '', sellerKey: '' }];
    const name = offer.sale?.seller ?? terms.get(offer.supplierId)?.supplierName ?? '';
    return [{ id, productId, supplierId: offer.supplierId, sellerKey: sellerKey(name) }];
  });
};
