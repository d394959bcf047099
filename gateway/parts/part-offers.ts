import type { RecordQuotedPrice } from '../../domain/analytics/quoted-price.ts';
import { parseAmount } from '../../domain/money.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import { maxPieces } from '../../domain/pricing/buy-quantity.ts';
import { calculatePrice, type PriceAnswer } from '../../domain/pricing/calculate.ts';
import type { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { type ShownOffer, shownOffers } from '../catalog/get-offers.ts';
import { offersThrough } from '../catalog/visible-offers.ts';
import { usualCurrency } from '../estimates/market.ts';
import { toMaskedPrice } from '../pricing/calculate-price.ts';
import type { PriceBooks } from '../pricing/price-books.ts';
import { toQuotedPrice } from '../pricing/quoted-price.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { View } from '../visibility/visibility.ts';

/** The offers of products, as a caller sees them, and the best of their prices. */

/** What they are read and priced with. */
export interface PartOffersDependencies {
  readonly offers: Pick<OfferStore, 'ofProducts'>;
  readonly books: Pick<PriceBooks, 'current'>;
  /** The zone of callers who name none and have none. */
  readonly defaultZone: string;
  /** Called with the product of every priced offer; must be quick. */
  readonly onPriced: (productId: string) => void;
  /** Called with every answer as sent to the caller; left out: answers are not recorded. */
  readonly onQuoted?: RecordQuotedPrice | undefined;
}

/** Reads what the caller sees of the offers of products, by product. */
export const offersOfParts = async (
  productIds: readonly string[],
  { offers }: Pick<PartOffersDependencies, 'offers'>,
  view: View | undefined,
  { caller, signal, now }: RequestContext,
): Promise<ReadonlyMap<string, readonly ShownOffer[]>> => {
  const known = await offers.ofProducts(productIds, { signal, tenant: caller });
  const shown = shownOffers(offersThrough(view, known), caller, now());
  return Map.groupBy(shown, ({ offer }) => offer.productId ?? '');
};

/** How a best price is asked for. */
export interface BestPriceQuestion {
  readonly pieces: number;
  /** Empty: the customer's, else the one that most of the offers are priced in. */
  readonly currency: string;
  /** Empty: the customer's. */
  readonly deliveryZone: string;
}

type Fixed = Extract<PriceAnswer, { mode: 'fixed' }>;

interface Priced {
  readonly offer: ShownOffer;
  readonly answer: Fixed;
  /** Whether the supplier has as many; a stock that the caller does not see says nothing. */
  readonly isInStock: boolean;
}

const stockOf = ({ seen: { view }, masked }: ShownOffer): number =>
  masked.has('stock') ? 0 : (view.stock?.value ?? []).reduce((sum, { quantity = 0 }) => sum + quantity, 0);

const isCheaper = (a: Fixed, b: Fixed): boolean => parseAmount(a.finalPrice)?.lt(b.finalPrice) ?? false;

const isBetter = (one: Priced, other: Priced): boolean =>
  one.isInStock === other.isInStock ? isCheaper(one.answer, other.answer) : one.isInStock;

/**
 * The lowest price of so many pieces, of offers that have them in stock where any has. A price that
 * is hidden from the caller takes no part. It counts as asked for and is recorded as any other.
 */
export const bestPrice = (
  offers: readonly ShownOffer[],
  { pieces, currency: asked, deliveryZone }: BestPriceQuestion,
  { books, defaultZone, onPriced, onQuoted }: Omit<PartOffersDependencies, 'offers'>,
  { caller, now }: RequestContext,
): PricingResponse | undefined => {
  const at = now();
  const currency = asked || caller.currency || usualCurrency(offers, caller, at);
  const zone = deliveryZone || caller.deliveryZone || defaultZone;
  let best: Priced | undefined;
  for (const offer of offers) {
    if (offer.maskedPrice(offer.seen.source?.view).has('amounts')) continue;
    const answer = calculatePrice({
      caller,
      at,
      zone,
      currency,
      quantity: pieces,
      offer: offer.offer,
      book: books.current(),
    });
    if (answer.mode !== 'fixed' || answer.pricedQuantity > maxPieces) continue;
    const priced = { offer, answer, isInStock: stockOf(offer) >= answer.pricedQuantity };
    if (best === undefined || isBetter(priced, best)) best = priced;
  }
  if (best === undefined) return undefined;
  const response = toMaskedPrice(best.answer, best.offer);
  const { productId } = best.offer.offer;
  if (productId !== undefined) onPriced(productId);
  onQuoted?.(
    toQuotedPrice(response, { customerId: caller.customerId, productId, answeredAt: at, askedDate: undefined }),
  );
  return response;
};
