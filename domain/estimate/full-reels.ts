import { amount } from '../money.ts';
import { packagingKindOf } from '../offers/packaging.ts';
import type { MarketOffer } from './market.ts';
import type { EstimateLine, LineOffer } from './problem.ts';
import { cheapestOrder } from './purchase.ts';

/**
 * Lines that are bought as full reels, because that costs little more than what is needed: the
 * cheapest order of whole reels from one offer is compared with the cheapest order from one offer.
 */

/** The pieces of a full reel, where the offer is one. */
const reelOf = ({ packaging, standardPackage }: MarketOffer): number | undefined =>
  packagingKindOf(packaging) === 'full_reel' ? standardPackage : undefined;

/** The offer in whole reels; undefined where it is no reel, or its multiple does not fill them. */
const inFullReels = (offer: LineOffer, sold: MarketOffer | undefined): LineOffer | undefined => {
  const reel = sold && reelOf(sold);
  if (reel === undefined || reel % offer.orderMultiple !== 0) return undefined;
  return { ...offer, orderMultiple: reel };
};

const costOf = (offer: LineOffer, pieces: number): number => cheapestOrder(offer, pieces)?.cost ?? Infinity;

/**
 * The line with the offers of full reels alone, where they cost at most so many percent more; the
 * line as it is where they cost more, or one offer alone cannot serve it. A substitute is no reason
 * to leave the product itself, save where any that costs less is taken.
 */
export const withFullReels = (
  line: EstimateLine,
  sold: ReadonlyMap<string, MarketOffer>,
  percent: number | undefined,
): EstimateLine => {
  if (percent === undefined) return line;
  const offers = line.offers.filter(({ isSubstitute }) => !isSubstitute || line.substitutePolicy === 'when_cheaper');
  const least = Math.min(...offers.map((offer) => costOf(offer, line.pieces)));
  if (least === Infinity) return line;
  const most = amount(String(least)).times(amount('100').plus(String(percent)));
  const full = offers.flatMap((offer) => {
    const reels = inFullReels(offer, sold.get(offer.id));
    const cost = reels === undefined ? Infinity : costOf(reels, line.pieces);
    return reels !== undefined && cost < Infinity && amount(String(cost)).times(100).lte(most) ? [reels] : [];
  });
  if (full.length === 0) return line;
  const taken = new Set(full.map(({ id }) => id));
  const passedOver = line.offers.flatMap(({ id }) => (taken.has(id) ? [] : [id]));
  return { ...line, offers: full, ...(passedOver.length > 0 && { passedOver }) };
};
