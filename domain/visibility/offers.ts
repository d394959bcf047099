import type { Product } from '../catalog/catalog.ts';
import type { Offer, OfferView } from '../offers/offer.ts';
import { type Judge, unrestricted, type Verdict } from './caller-policies.ts';
import type { MaskedField } from './policy.ts';
import { offerValues, productValues, sourceValues } from './vocabulary.ts';

/**
 * What a caller sees of an offer. An offer is hidden with its supplier and with its product,
 * because it names both. Its price is judged source by source: a source whose price is hidden is
 * passed over for the next one, and the answer says `not_visible`.
 */

/** What a caller sees of one offer. */
export type OfferVerdict =
  | { readonly kind: 'hidden'; readonly by: string }
  | {
      readonly kind: 'visible';
      /**
       * The very offer that was judged where no policy restricts it, else one of its own without
       * those that are hidden: so what is worked out from an offer and kept with it never reaches
       * who sees less, or more.
       */
      readonly offer: Offer;
      /** Fields of the offer that are empty. */
      readonly masked: ReadonlySet<MaskedField>;
      /** Fields of the price that are empty when it comes from the view. */
      readonly maskedPrice: (view: OfferView | undefined) => ReadonlySet<MaskedField>;
    };

/** An offer that is not hidden. */
export type VisibleOffer = Extract<OfferVerdict, { kind: 'visible' }>;

const union = (a: ReadonlySet<MaskedField>, b: ReadonlySet<MaskedField>): ReadonlySet<MaskedField> =>
  b.size === 0 ? a : a.union(b);

/**
 * The view without its price. Its credential still has its place among the sources, so that the
 * answer can say why.
 */
const withoutPrice = (view: OfferView): OfferView => ({
  ...view,
  price: undefined,
  priceHeld: undefined,
  isPriceHidden: true,
});

const nothing: ReadonlySet<MaskedField> = new Set();

/** The fields that a verdict empties; of what is hidden there are none to empty. */
export const maskedIn = (verdict: Verdict): ReadonlySet<MaskedField> =>
  verdict.kind === 'visible' ? verdict.masked : nothing;

/** The verdict on each view's price. */
type PriceVerdicts = ReadonlyMap<string, Verdict>;

/**
 * The verdict on an offer whose prices come out like this. On its own, so that what is kept of it
 * keeps nothing of the judging.
 */
const visible = (offer: Offer, masked: ReadonlySet<MaskedField>, prices: PriceVerdicts): OfferVerdict => {
  const isHidden = (view: OfferView): boolean => prices.get(view.credential.id)?.kind === 'hidden';
  return {
    kind: 'visible',
    offer: { ...offer, views: offer.views.map((view) => (isHidden(view) ? withoutPrice(view) : view)) },
    masked,
    maskedPrice: (view) => maskedIn((view && prices.get(view.credential.id)) ?? unrestricted),
  };
};

const noneMasked = (): ReadonlySet<MaskedField> => nothing;

/** An offer as it is seen where no policy restricts it. */
export const unrestrictedOffer = (offer: Offer): VisibleOffer => ({
  kind: 'visible',
  offer,
  masked: nothing,
  maskedPrice: noneMasked,
});

/** Judges an offer and its prices; `product` is what it is matched to. */
export const evaluateOffer = (callerPolicies: Judge, offer: Offer, product: Product | undefined): OfferVerdict => {
  const values = {
    product: productValues(product),
    offer: offerValues(offer),
    supplier: { id: offer.supplierId },
  };
  const ofSupplier = callerPolicies.evaluate('supplier', values);
  if (ofSupplier.kind === 'hidden') return ofSupplier;
  const ofProduct = offer.productId === undefined ? unrestricted : callerPolicies.evaluate('product', values);
  if (ofProduct.kind === 'hidden') return ofProduct;
  const ofOffer = callerPolicies.evaluate('offer', values);
  if (ofOffer.kind === 'hidden') return ofOffer;

  const priceOf = (view: OfferView): Verdict =>
    callerPolicies.evaluate('price', { ...values, source: sourceValues(view.credential) });
  const isOneForAll = !callerPolicies.dependsOn('price', 'source');
  const forAll = isOneForAll ? callerPolicies.evaluate('price', values) : undefined;
  const masked = union(ofSupplier.masked, ofOffer.masked);
  if (masked.size === 0 && forAll === unrestricted) return unrestrictedOffer(offer);
  const prices = new Map(offer.views.map((view) => [view.credential.id, forAll ?? priceOf(view)]));
  const isUnrestricted = masked.size === 0 && prices.values().every((verdict) => verdict === unrestricted);
  return isUnrestricted ? unrestrictedOffer(offer) : visible(offer, masked, prices);
};
