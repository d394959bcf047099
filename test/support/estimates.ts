/** Random estimates for tests and benchmarks: all that a real one has, at any size. */
import { landedBreak } from '../../domain/estimate/landed-break.ts';
import type { EstimateLine, EstimateProblem, LineOffer, OrderStep, PriceBreak } from '../../domain/estimate/problem.ts';

/** How large, and how awkward. */
export interface EstimateShape {
  readonly lines: number;
  readonly suppliers: number;
  readonly offersPerLine: number;
  readonly maxPieces: number;
  /**
   * Share of lines of which each seller's offers are of one stock, and of offers that have a
   * greatest order; left out: none.
   */
  readonly pooled?: number;
  /** Share of offers whose stock may not be enough. */
  readonly scarcity: number;
  readonly maxOrderCost: number;
  /**
   * Share of sellers whose orders cost something else from some value of their goods on; left out:
   * none.
   */
  readonly stepped?: number;
  /** Share of offers with a fee for each purchase, or for each reel of it; left out: none. */
  readonly reeled?: number;
  /** Share of offers on which an import duty is due; left out: none. */
  readonly dutied?: number;
  readonly orderMultiples: readonly number[];
  /** The second price break is at up to so many order multiples. */
  readonly breakSpread: number;
  /** Lines a group of interchangeable parts. */
  readonly linesPerGroup: number;
}

type Random = () => number;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

const breaksOf = (random: Random, base: number, multiple: number, spread: number): readonly PriceBreak[] => {
  const first = { minQuantity: 1, unitPrice: base };
  const second = {
    minQuantity: multiple * (2 + below(random, spread - 1)),
    unitPrice: Math.ceil(base * (0.75 + random() * 0.2)),
  };
  const third = { minQuantity: second.minQuantity * 3, unitPrice: Math.ceil(second.unitPrice * 0.85) };
  return [first, second, third].slice(0, 1 + below(random, 3));
};

const stockOf = (random: Random, { scarcity, maxPieces }: EstimateShape): number | undefined => {
  if (random() < scarcity) return below(random, maxPieces * 2);
  return random() < 0.5 ? undefined : 1_000_000;
};

/** A fee for winding reels, of a size or not, or one that has nothing to do with reels. */
const withFees = (random: Random, { reeled = 0, maxPieces }: EstimateShape, offer: LineOffer): LineOffer => {
  if (reeled === 0 || random() >= reeled) return offer;
  const [first] = offer.breaks;
  const amount = 1 + below(random, (first?.unitPrice ?? 1) * Math.max(2, Math.ceil(maxPieces / 10)));
  const isPerReel = random() < 0.7;
  const fees = isPerReel ? { reelFee: amount } : { fee: amount };
  const size = 1 + Math.ceil((0.1 + random()) * maxPieces * 0.5);
  return {
    ...offer,
    breaks: offer.breaks.map((step) => ({ ...step, ...fees })),
    ...(isPerReel && random() < 0.7 && { reelPieces: size }),
  };
};

/** Import duty from a thousandth to half of the goods. */
const withDuty = (random: Random, { dutied = 0 }: EstimateShape, offer: LineOffer): LineOffer => {
  if (dutied === 0 || random() >= dutied) return offer;
  const dutyShare = 1_000 + below(random, 500_000);
  return { ...offer, dutyShare, breaks: offer.breaks.map((step) => landedBreak(step, dutyShare)) };
};

const offerOf = (random: Random, shape: EstimateShape, id: string, base: number): LineOffer => {
  const orderMultiple = pick(random, shape.orderMultiples);
  const offer = withFees(random, shape, {
    id,
    sellerId: `s${below(random, shape.suppliers)}`,
    manufacturer: pick(random, ['m0', 'm1', 'm2']),
    stock: stockOf(random, shape),
    minOrderQuantity: pick(random, [1, 1, orderMultiple, orderMultiple * 3]),
    orderMultiple,
    breaks: breaksOf(random, Math.ceil(base * (0.8 + random() * 0.5)), orderMultiple, shape.breakSpread),
    handlingDays: pick(random, [0, 0, 1, 4]),
    leadTimeDays: random() < 0.1 ? undefined : pick(random, [1, 2, 3, 5, 10, 30]),
    isSubstitute: random() < 0.2,
  });
  return withDuty(random, shape, offer);
};

/** Packagings of one part at a seller show one stock, mostly; some orders are limited. */
const pooledOffers = (
  random: Random,
  { pooled = 0, maxPieces }: EstimateShape,
  offers: readonly LineOffer[],
): readonly LineOffer[] => {
  if (pooled === 0 || random() >= pooled) return offers;
  return offers.map((offer): LineOffer => {
    const twin = offers.find(({ sellerId }) => sellerId === offer.sellerId);
    const limit = random() < pooled / 2 ? offer.minOrderQuantity + below(random, maxPieces) : undefined;
    return {
      ...offer,
      pool: offer.sellerId,
      stock: random() < 0.7 ? twin?.stock : offer.stock,
      ...(limit !== undefined && { maxOrderQuantity: limit }),
    };
  });
};

const lineOf = (random: Random, shape: EstimateShape, index: number): EstimateLine => {
  const base = 10 + below(random, 5000);
  return {
    id: `l${index}`,
    pieces: 1 + below(random, shape.maxPieces),
    substitutePolicy: pick(random, ['never', 'when_out_of_stock', 'when_cheaper']),
    backOrderPolicy: pick(random, ['never', 'never', 'when_needed', 'allow']),
    interchangeableGroup: random() < 0.3 ? `g${Math.floor(index / shape.linesPerGroup)}` : undefined,
    offers: pooledOffers(
      random,
      shape,
      Array.from({ length: shape.offersPerLine }, (_, offer) => offerOf(random, shape, `l${index}o${offer}`, base)),
    ),
  };
};

/**
 * An offer without anything awkward: any quantity at one price, from a supplier that has enough.
 */
export const plainOffer = (sellerId: string, unitPrice: number, more: Partial<LineOffer> = {}): LineOffer => ({
  id: `${sellerId} at ${unitPrice}`,
  sellerId,
  manufacturer: 'm0',
  stock: undefined,
  minOrderQuantity: 1,
  orderMultiple: 1,
  breaks: [{ minQuantity: 1, unitPrice }],
  handlingDays: 0,
  leadTimeDays: 1,
  isSubstitute: false,
  ...more,
});

/** A fee for small orders, shipping that ends in two steps, or shipping that rises. */
const stepsOf = (random: Random, cost: number): readonly OrderStep[] => {
  const goodsFrom = 1 + Math.ceil(cost * (2 + random() * 8));
  return pick(random, [
    [{ goodsFrom, cost: 0 }],
    [
      { goodsFrom, cost: Math.ceil(cost / 2) },
      { goodsFrom: goodsFrom * 3, cost: 0 },
    ],
    [
      { goodsFrom, cost: cost * 2 },
      { goodsFrom: goodsFrom * 2, cost: cost * 3 },
    ],
  ]);
};

/** A random estimate. */
export const randomEstimate = (random: Random, shape: EstimateShape): EstimateProblem => {
  const lines = Array.from({ length: shape.lines }, (_, index) => lineOf(random, shape, index));
  const sellers = Array.from({ length: shape.suppliers }, (_, supplier) => `s${supplier}`);
  const orderCosts = Object.fromEntries(sellers.map((id) => [id, below(random, shape.maxOrderCost + 1)]));
  const { stepped = 0 } = shape;
  if (stepped === 0) return { lines, orderCosts };
  const orderSteps = Object.fromEntries(
    sellers.flatMap((id) => (random() < stepped ? [[id, stepsOf(random, orderCosts[id] ?? 0)]] : [])),
  );
  return { lines, orderCosts, orderSteps };
};
