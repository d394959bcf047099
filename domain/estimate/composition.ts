import { minorUnits } from '../money.ts';
import type { Basket } from './basket.ts';
import { stockOf } from './basket-problem.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need, Needs } from './needs.ts';
import { itemsOf, type OrderedItem, paidForGoods } from './orders.ts';
import type { WarehousePick } from './outcome.ts';
import type { EstimateLine, EstimateProblem, InfeasibleReason, LineChoice, Purchase } from './problem.ts';
import { dutyAmount } from './purchase-duty.ts';
import type { EstimateRequest } from './request.ts';
import { type SharedPurchase, sharePurchases, splitPurchase } from './share-purchases.ts';

/**
 * What a basket buys for each need, at the prices that `CalculatePrice` names: what an outcome
 * tells line by line, and a row of a table in sums.
 */

/** What an outcome is composed from. */
export interface Composition {
  readonly needs: Needs;
  readonly market: Market;
  /** What the basket is the answer to. */
  readonly problem: EstimateProblem;
  readonly basket: Basket;
  readonly request: EstimateRequest;
  /** When the market was looked at. */
  readonly at: Date;
}

/** What is looked up of a composition again and again, by its ids. */
export interface CompositionIndex {
  readonly offers: ReadonlyMap<string, MarketOffer>;
  /** The needs as the optimiser was asked them. */
  readonly lines: ReadonlyMap<string, EstimateLine>;
  readonly choices: ReadonlyMap<string, LineChoice>;
  /** Why what is not bought is not. */
  readonly infeasible: ReadonlyMap<string, InfeasibleReason>;
}

/** Indexes what a composition is composed from. */
export const indexOf = ({ market, problem, basket }: Composition): CompositionIndex => ({
  offers: new Map([...market.offers.values()].flat().map((offer) => [offer.offerId, offer])),
  lines: new Map(problem.lines.map((line) => [line.id, line])),
  choices: new Map(basket.choices.map((choice) => [choice.lineId, choice])),
  infeasible: new Map(basket.infeasible.map(({ lineId, reason }) => [lineId, reason])),
});

/** What is bought for a need. */
export interface PaidNeed {
  readonly purchases: readonly Purchase[];
  /** What each line of the need got, in their order. */
  readonly shares: readonly (readonly SharedPurchase[])[];
  readonly items: readonly OrderedItem[];
}

/** The fullest warehouses first, so that few are asked. */
export const picksOf = (offer: MarketOffer, quantity: number): readonly WarehousePick[] => {
  if (offer.stock === undefined || stockOf(offer) === undefined) return [];
  let missing = quantity;
  return offer.stock
    .map((each) => ({ ...each, quantity: each.quantity ?? 0 }))
    .toSorted((a, b) => b.quantity - a.quantity || (a.warehouseRef < b.warehouseRef ? -1 : 1))
    .flatMap(({ warehouseRef, quantity: there }) => {
      const taken = Math.min(there, missing);
      missing -= taken;
      return taken > 0 ? [{ warehouseRef, quantity: taken }] : [];
    });
};

/** A purchase as it is paid for; what is back-ordered of it is a purchase of its own. */
const pricedPurchase = (
  purchase: Purchase,
  market: Market,
  offers: CompositionIndex['offers'],
): readonly SharedPurchase[] => {
  const { offerId, quantity, ships } = purchase;
  const offer = offers.get(offerId);
  const price = paidForGoods(purchase, market);
  const duty = dutyAmount(offer?.duty, price, market.currency);
  const priced = {
    offerId,
    quantity,
    price,
    ...(duty !== undefined && { duty }),
    warehouses: offer === undefined ? [] : picksOf(offer, quantity),
    ships,
  };
  const pieces = offer && stockOf(offer);
  if (offer === undefined || ships.kind !== 'back_order' || !pieces) return [priced];
  const inStock = { pieces, ships: { kind: 'in_stock', days: offer.handlingDays } } as const;
  return splitPurchase(priced, inStock, minorUnits(market.currency));
};

/** What is paid for a need, and what each of its lines gets of it. */
export const paidNeed = (
  need: Need,
  line: EstimateLine,
  market: Market,
  { offers, choices }: CompositionIndex,
): PaidNeed => {
  const purchases = choices.get(need.productId)?.purchases ?? [];
  const priced = purchases.flatMap((purchase) => pricedPurchase(purchase, market, offers));
  const shares = sharePurchases(priced, need.lines, minorUnits(market.currency));
  return { purchases, shares, items: itemsOf({ need, line, purchases, shares }, market, offers) };
};
