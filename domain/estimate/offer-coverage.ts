import { lineOffer, offersOf } from './basket-problem.ts';
import type { LineDoubt } from './draft.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need } from './needs.ts';
import { allowedOffers } from './options.ts';
import type { OfferCoverage, OfferExclusion } from './outcome.ts';
import type { EstimateLine, LineOffer } from './problem.ts';
import { orderableFrom, orderableUpTo } from './purchase.ts';
import { refusalOf } from './refusals.ts';

/**
 * Which offers a basket was chosen from, and which it could not be: a proof speaks only of the
 * offers that were counted. What the caller may not see (another tenant's offer, one that a policy
 * hides) is in no number at all, because the number alone would tell that it exists; an offer whose
 * price alone is hidden is counted, because `CalculatePrice` tells the same caller the same.
 */

const isOrderable = (offer: LineOffer): boolean => orderableFrom(offer, 1) <= orderableUpTo(offer);

/** Why an offer cannot be ordered; undefined: it can. */
const shortageOf = (offer: LineOffer): OfferExclusion | undefined => {
  if (isOrderable(offer)) return undefined;
  return offer.stock === 0 ? 'out_of_stock' : 'stock_below_order';
};

/**
 * What the optimiser was asked about: offers, and those kept from it as substitutes that saved too
 * little, or for full reels.
 */
interface Asked {
  readonly offered: ReadonlySet<string>;
  readonly tooDear: ReadonlySet<string>;
  readonly passedOver: ReadonlySet<string>;
  readonly allowed: ReadonlyMap<string, LineOffer>;
}

/** Why an offer was kept from the optimiser: it cannot be ordered, or else for this reason. */
const keptBackBy = (seen: MarketOffer, need: Need, reason: OfferExclusion): OfferExclusion => {
  const offer = lineOffer(seen, need);
  return (offer && shortageOf(offer)) ?? reason;
};

const exclusionOf = (
  seen: MarketOffer,
  need: Need,
  { offered, tooDear, passedOver, allowed }: Asked,
): OfferExclusion | undefined => {
  const { offerId, price } = seen;
  if (price.kind === 'none') return price.reason;
  const refusal = refusalOf(seen, need);
  if (refusal !== undefined) return refusal;
  if (tooDear.has(offerId)) return keptBackBy(seen, need, 'substitute_too_dear');
  if (passedOver.has(offerId)) return keptBackBy(seen, need, 'full_reel_preferred');
  if (!offered.has(offerId)) return 'amount_too_large';
  const offer = allowed.get(offerId);
  return offer === undefined ? 'substitute_not_needed' : shortageOf(offer);
};

/** What the basket of a need was chosen from; `line` is the need as the optimiser was asked it. */
export const coverageOf = (need: Need, market: Market, line: EstimateLine): OfferCoverage => {
  const offers = offersOf(need, market);
  const asked = {
    offered: new Set(line.offers.map(({ id }) => id)),
    tooDear: new Set(line.tooDear),
    passedOver: new Set(line.passedOver),
    allowed: new Map(allowedOffers(line).map((offer) => [offer.id, offer])),
  };
  const leftOut: Partial<Record<OfferExclusion, number>> = {};
  for (const offer of offers) {
    const reason = exclusionOf(offer, need, asked);
    if (reason !== undefined) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  }
  return { lookedAt: offers.length, leftOut };
};

/** Of several needs together. */
export const sumOfCoverages = (coverages: readonly OfferCoverage[]): OfferCoverage => {
  const leftOut: Partial<Record<OfferExclusion, number>> = {};
  for (const each of coverages) {
    for (const reason of Object.keys(each.leftOut) as OfferExclusion[])
      leftOut[reason] = (leftOut[reason] ?? 0) + (each.leftOut[reason] ?? 0);
  }
  return { lookedAt: coverages.reduce((sum, { lookedAt }) => sum + lookedAt, 0), leftOut };
};

/** Says which rates are missing: an operator can import them. Empty where none is. */
export const missingRateDoubts = (offers: readonly MarketOffer[]): readonly LineDoubt[] => {
  const unrated = offers.flatMap(({ price }) =>
    price.kind === 'none' && price.reason === 'no_exchange_rate' ? [price.currency ?? 'another currency'] : [],
  );
  if (unrated.length === 0) return [];
  const currencies = [...new Set(unrated)].sort().join(', ');
  const text = `${unrated.length} of ${offers.length} offers were not counted: there is no exchange rate for ${currencies}`;
  return [{ code: 'no_exchange_rate', text }];
};
