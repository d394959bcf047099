import { amount, minorUnits } from '../money.ts';
import { maxPieces } from '../pricing/buy-quantity.ts';
import { withFullReels } from './full-reels.ts';
import { landedBreak } from './landed-break.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need } from './needs.ts';
import { orderAmountsOf, orderCostOf, sellersOf } from './order-costs.ts';
import type { EstimateLine, EstimateProblem, LineOffer, OrderStep, PriceBreak } from './problem.ts';
import { cheapestOrder, reelsFor } from './purchase.ts';
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

/** Substitutes are wished for in their order, after the product itself. */
const preferenceOf = (
  { productId }: Pick<MarketOffer, 'productId'>,
  { substitutes }: Need,
): Pick<LineOffer, 'preference'> => {
  const at = substitutes.indexOf(productId);
  return at < 0 ? {} : { preference: at + 1 };
};

/** Reels with a fee that are made for one purchase, at most: the search looks at each number. */
const maxReels = 1_000;

/** The most pieces that are wound on so many reels; no limit where these cost nothing. */
const maxReeled = ({ breaks, reelPieces }: Pick<LineOffer, 'breaks' | 'reelPieces'>): number =>
  reelPieces !== undefined && breaks.some(({ reelFee = 0 }) => reelFee > 0)
    ? Math.min(maxPieces, reelPieces * maxReels)
    : Infinity;

/** An offer in the words of the optimiser; undefined when it has no price. */
export const lineOffer = (offer: MarketOffer, need: Need): LineOffer | undefined => {
  if (offer.price.kind === 'none') return undefined;
  const { breaks, reelPieces } = offer.price;
  const dutyShare = offer.duty?.kind === 'due' ? offer.duty.millionths : 0;
  const most = Math.min(offer.maxOrderQuantity ?? Infinity, maxReeled(offer.price));
  return {
    id: offer.offerId,
    sellerId: sellerIdOf(offer),
    pool: `${sellerIdOf(offer)} ${offer.productId}`,
    manufacturer: offer.manufacturer,
    stock: stockOf(offer),
    minOrderQuantity: offer.minOrderQuantity ?? 1,
    ...(most < Infinity && { maxOrderQuantity: most }),
    ...(reelPieces !== undefined && { reelPieces }),
    orderMultiple: offer.orderMultiple ?? 1,
    ...(dutyShare > 0 ? { dutyShare, breaks: breaks.map((step) => landedBreak(step, dutyShare)) } : { breaks }),
    handlingDays: offer.handlingDays,
    leadTimeDays: offer.leadTimeDays,
    isSubstitute: isSubstitute(offer, need),
    ...preferenceOf(offer, need),
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
  const isCountable = ({ minQuantity, unitPrice, fee = 0, reelFee = 0 }: PriceBreak): boolean => {
    const quantity = Math.max(least, minQuantity);
    return (unitPrice * quantity + Math.abs(fee) + reelFee * reelsFor(offer, quantity)) * 2 < maxOfLine;
  };
  const breaks = offer.breaks.filter((step) => step.minQuantity <= reach || isCountable(step));
  const isCounted = breaks.every(isCountable);
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
  { toBuy, substitution: { policy, savingPercent } }: Need,
): Pick<EstimateLine, 'substitutePolicy' | 'offers' | 'tooDear'> => {
  if (policy !== 'when_cheaper_by') return { substitutePolicy: policy, offers };
  const left = savingEnough(offers, toBuy, savingPercent);
  const tooDear = offers.filter((offer) => !left.includes(offer)).map(({ id }) => id);
  return { substitutePolicy: 'when_cheaper', offers: left, ...(tooDear.length > 0 && { tooDear }) };
};

const lineOfNeed = (need: Need, market: Market, request: EstimateRequest, maxOfLine: number): EstimateLine => {
  const sold = offersOf(need, market).filter((offer) => refusalOf(offer, need) === undefined);
  const offers = sold.flatMap((offer) => lineOffer(offer, need) ?? []);
  const countables = offers.flatMap((offer) => countable(offer, need.toBuy, maxOfLine) ?? []);
  const line: EstimateLine = {
    id: need.productId,
    pieces: need.toBuy,
    backOrderPolicy: request.backOrderPolicy ?? 'never',
    interchangeableGroup: need.group,
    ...withPolicy(countables, need),
  };
  return withFullReels(line, new Map(sold.map((offer) => [offer.offerId, offer])), request.fullReelPercent);
};

/** What orders cost at each seller, with what rules add to them. */
const orderTermsOf = (
  market: Market,
  { orderCosts: asked }: Pick<EstimateRequest, 'orderCosts'>,
): Pick<EstimateProblem, 'orderCosts' | 'orderSteps'> => {
  const orderCosts: Record<string, number> = {};
  const orderSteps: Record<string, readonly OrderStep[]> = {};
  const units = (text: string): number => unitsOf(text, market.places);
  for (const [sellerId, offer] of sellersOf([...market.offers.values()].flat())) {
    const cost = orderCostOf(offer, { asked, usual: market.orderCosts });
    const { charges } = orderAmountsOf(offer, market.orderAmounts);
    const charged = charges.reduce((sum, { amount: each }) => sum + units(each), 0);
    if (cost?.kind !== 'known') {
      if (charged > 0) orderCosts[sellerId] = charged;
      continue;
    }
    orderCosts[sellerId] = units(cost.amount) + charged;
    if (cost.steps === undefined || cost.steps.length === 0) continue;
    orderSteps[sellerId] = cost.steps.map((step) => ({
      goodsFrom: units(step.goodsFrom),
      cost: units(step.amount) + charged,
    }));
  }
  return { orderCosts, ...(Object.keys(orderSteps).length > 0 && { orderSteps }) };
};

/** The problem of the needs at a market; a line's id is its product's. */
export const problemOf = (needs: readonly Need[], market: Market, request: EstimateRequest): EstimateProblem => {
  const maxOfLine = maxUnits / Math.max(1, needs.length);
  const lines = needs.map((need) => lineOfNeed(need, market, request, maxOfLine));
  const coin = 10 ** Math.max(0, market.places - minorUnits(market.currency));
  return { lines, ...orderTermsOf(market, request), coin };
};
