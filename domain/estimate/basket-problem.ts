import { amount } from '../money.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need } from './needs.ts';
import { orderCostOf } from './order-costs.ts';
import type { EstimateLine, EstimateProblem, LineOffer } from './problem.ts';
import { cheapestOrder } from './purchase.ts';
import { refusalOf } from './refusals.ts';
import type { EstimateRequest } from './request.ts';
import { sellerIdOf } from './seller.ts';

/**
 * The question for the optimiser. Only here does what is unknown take a value: an unknown minimum
 * order quantity and an unknown multiple are 1, and the line says so with a doubt; an unknown stock
 * stays unknown, which the optimiser takes as enough; an order cost that cannot be converted is
 * left out, and the estimate says so with a doubt.
 */

/** What the sum of a basket may reach, far enough from where whole numbers lose their units. */
const maxUnits = 2 ** 52;

/** What all warehouses have together; undefined where one of them does not say. */
export const stockOf = ({ stock }: Pick<MarketOffer, 'stock'>): number | undefined =>
  stock?.reduce<number | undefined>(
    (sum, { quantity }) => (sum === undefined || quantity === undefined ? undefined : sum + quantity),
    0,
  );

/** Whether an offer is of another product than the need asks for. */
export const isSubstitute = ({ productId }: Pick<MarketOffer, 'productId'>, { substitutes }: Need): boolean =>
  substitutes.includes(productId);

/** An offer in the words of the optimiser; undefined when it has no price. */
export const lineOffer = (offer: MarketOffer, need: Need): LineOffer | undefined => {
  if (offer.price.kind === 'none') return undefined;
  const { breaks } = offer.price;
  return {
    id: offer.offerId,
    sellerId: sellerIdOf(offer),
    pool: `${sellerIdOf(offer)} ${offer.productId}`,
    manufacturer: offer.manufacturer,
    stock: stockOf(offer),
    minOrderQuantity: offer.minOrderQuantity ?? 1,
    ...(offer.maxOrderQuantity !== undefined && { maxOrderQuantity: offer.maxOrderQuantity }),
    orderMultiple: offer.orderMultiple ?? 1,
    breaks,
    handlingDays: offer.handlingDays,
    leadTimeDays: offer.leadTimeDays,
    isSubstitute: isSubstitute(offer, need),
  };
};

/**
 * The offer with the price breaks of which an order can be counted exactly; undefined where that of
 * the pieces to buy cannot. A break further on that is too dear to count is never cheaper.
 */
const countable = (offer: LineOffer, pieces: number, maxOfLine: number): LineOffer | undefined => {
  const { minOrderQuantity, orderMultiple } = offer;
  const least = Math.max(pieces, minOrderQuantity);
  const reach = Math.ceil(least / orderMultiple) * orderMultiple;
  const breaks = offer.breaks.filter(
    ({ minQuantity, unitPrice }) => minQuantity <= reach || unitPrice * Math.max(least, minQuantity) * 2 < maxOfLine,
  );
  const isCounted = breaks.every(
    ({ minQuantity, unitPrice }) => unitPrice * Math.max(least, minQuantity) * 2 < maxOfLine,
  );
  return isCounted && breaks.length > 0 ? { ...offer, breaks } : undefined;
};

/** The offers that the market has for a need, of substitutes last. */
export const offersOf = ({ productId, equals, substitutes }: Need, market: Market): readonly MarketOffer[] =>
  [productId, ...equals, ...substitutes].flatMap((id) => market.offers.get(id) ?? []);

const unitsOf = (decimal: string, places: number): number =>
  amount(decimal)
    .times(10 ** places)
    .round()
    .toNumber();

/**
 * The offers without substitutes that cost too much: the cheapest order of one is compared with the
 * cheapest of the product itself, as the pieces come from one offer. Where that cannot be had, all
 * substitutes are left.
 */
const savingEnough = (offers: readonly LineOffer[], pieces: number, percent: number): readonly LineOffer[] => {
  const costOf = (offer: LineOffer): number => cheapestOrder(offer, pieces)?.cost ?? Infinity;
  const least = Math.min(...offers.filter(({ isSubstitute }) => !isSubstitute).map(costOf));
  if (least === Infinity) return offers;
  // In decimals: shares such as 34.9 % are not exact otherwise.
  const most = amount(String(least)).times(amount('100').minus(String(percent)));
  const isCheapEnough = (cost: number): boolean => cost < Infinity && amount(String(cost)).times(100).lte(most);
  return offers.filter((offer) => !offer.isSubstitute || isCheapEnough(costOf(offer)));
};

/** What the optimiser is told of substitutes, and the offers that are left to it. */
const withPolicy = (
  offers: readonly LineOffer[],
  pieces: number,
  { substitutePolicy, substituteSavingPercent = 0 }: EstimateRequest,
): Pick<EstimateLine, 'substitutePolicy' | 'offers'> =>
  substitutePolicy === 'when_cheaper_by'
    ? { substitutePolicy: 'when_cheaper', offers: savingEnough(offers, pieces, substituteSavingPercent) }
    : { substitutePolicy, offers };

/** The problem of the needs at a market; a line's id is its product's. */
export const problemOf = (needs: readonly Need[], market: Market, request: EstimateRequest): EstimateProblem => {
  const maxOfLine = maxUnits / Math.max(1, needs.length);
  const lines = needs.map((need): EstimateLine => {
    const offers = offersOf(need, market).flatMap((offer) =>
      refusalOf(offer, need) === undefined ? (lineOffer(offer, need) ?? []) : [],
    );
    return {
      id: need.productId,
      pieces: need.toBuy,
      backOrderPolicy: request.backOrderPolicy ?? 'never',
      interchangeableGroup: need.group,
      ...withPolicy(
        offers.flatMap((offer) => countable(offer, need.toBuy, maxOfLine) ?? []),
        need.toBuy,
        request,
      ),
    };
  });
  const stated = { asked: request.orderCosts, usual: market.orderCosts };
  const sellers = new Map([...market.offers.values()].flat().map((offer) => [sellerIdOf(offer), offer]));
  const known = [...sellers].flatMap(([sellerId, offer]) => {
    const cost = orderCostOf(offer, stated);
    return cost?.kind === 'known' ? [{ sellerId, ...cost }] : [];
  });
  const units = (text: string): number => unitsOf(text, market.places);
  const orderCosts = Object.fromEntries(known.map(({ sellerId, amount: cost }) => [sellerId, units(cost)]));
  const orderSteps = Object.fromEntries(
    known.flatMap(({ sellerId, steps = [] }) =>
      steps.length === 0
        ? []
        : [[sellerId, steps.map((step) => ({ goodsFrom: units(step.goodsFrom), cost: units(step.amount) }))]],
    ),
  );
  return { lines, orderCosts, ...(Object.keys(orderSteps).length > 0 && { orderSteps }) };
};
