import type { Money } from '../money.ts';
import { amount, amountText, minorUnits, parseAmount, roundTo } from '../money.ts';
import { ownProperty } from '../own-property.ts';
import type { ExchangeRates } from '../pricing/exchange-rates.ts';
import type { OrderAmounts } from '../pricing/order-amounts.ts';
import { type Sold, sellerIdOf } from './seller.ts';

/**
 * What an order costs at a seller besides its goods: as the request says, else as the supplier's
 * setting does.
 */

/** What such a cost may come from. */
export const orderCostSources = ['request', 'supplier'] as const;

/** What such a cost comes from. */
export type OrderCostSource = (typeof orderCostSources)[number];

/**
 * Reads what an order costs: decimal text from 0 to a thousand million; undefined for anything
 * else.
 */
export const readOrderCost = (text: string): string | undefined => {
  const cost = parseAmount(text);
  return cost === undefined || cost.isNegative() || cost.gt(1e9) ? undefined : amountText(cost);
};

/** Orders of goods from a value on cost so much besides, instead of less valuable ones. */
export interface OrderCostStep {
  /** Decimal text, above 0. */
  readonly goodsFrom: string;
  /** Decimal text. */
  readonly amount: string;
}

/** What an order usually costs besides its goods. */
export interface StatedOrderCost extends Money {
  /** In the same currency, rising by value, at most `maxOrderCostSteps`; left out: none. */
  readonly steps?: readonly OrderCostStep[] | undefined;
}

/** Steps that may be said of a supplier. */
export const maxOrderCostSteps = 10;

/** A supplier's setting in the currency of an estimate. */
export type UsualOrderCost =
  | { readonly kind: 'known'; readonly amount: string; readonly steps?: readonly OrderCostStep[] }
  /** It is stated in a currency that there is no rate for. */
  | { readonly kind: 'unknown'; readonly currency: string };

/** What an order costs. */
export type OrderCost =
  | {
      readonly kind: 'known';
      readonly amount: string;
      readonly steps?: readonly OrderCostStep[];
      readonly source: OrderCostSource;
    }
  | { readonly kind: 'unknown'; readonly currency: string };

/**
 * A supplier's setting in a currency at the rates of a day, rounded to its coins where it is
 * converted.
 */
export const usualOrderCost = (
  { steps, ...stated }: StatedOrderCost,
  currency: string,
  { rates, at }: { readonly rates: ExchangeRates; readonly at: Date },
): UsualOrderCost => {
  if (stated.currency === currency) return { kind: 'known', amount: stated.amount, ...(steps && { steps }) };
  const ratio = rates.between(stated.currency, currency, at)?.ratio;
  if (ratio === undefined) return { kind: 'unknown', currency: stated.currency };
  const converted = (text: string): string =>
    amountText(roundTo(amount(text).times(ratio.numerator).div(ratio.denominator), minorUnits(currency)));
  return {
    kind: 'known',
    amount: converted(stated.amount),
    ...(steps && {
      steps: steps.map((step) => ({ goodsFrom: converted(step.goodsFrom), amount: converted(step.amount) })),
    }),
  };
};

/**
 * What is said of order costs: by the request, as decimal text in the currency of the estimate, and
 * by settings.
 */
export interface StatedOrderCosts {
  readonly asked: Readonly<Record<string, string>>;
  readonly usual: ReadonlyMap<string, UsualOrderCost>;
}

/**
 * What an order costs at the seller of an offer: as is said of the seller itself, else of the
 * supplier that shows its offers. Undefined where neither the request nor a setting says anything.
 */
export const orderCostOf = (offer: Sold, { asked, usual }: StatedOrderCosts): OrderCost | undefined => {
  const ids = [sellerIdOf(offer), offer.supplierId];
  const amountAsked = ids.map((id) => ownProperty(asked, id)).find((each) => each !== undefined);
  if (amountAsked !== undefined) return { kind: 'known', amount: amountAsked, source: 'request' };
  const set = ids.map((id) => usual.get(id)).find((each) => each !== undefined);
  return set?.kind === 'known' ? { ...set, source: 'supplier' } : set;
};

/**
 * Of each seller the offer by which its orders are judged: its own, where it is asked itself, else
 * that of the first supplier that shows it.
 */
export const sellersOf = <Offer extends Sold>(offers: Iterable<Offer>): ReadonlyMap<string, Offer> => {
  const sellers = new Map<string, Offer>();
  for (const offer of offers) {
    const id = sellerIdOf(offer);
    const before = sellers.get(id);
    const isBetter =
      before?.supplierId !== id && (offer.supplierId === id || offer.supplierId < (before?.supplierId ?? ''));
    if (before === undefined || isBetter) sellers.set(id, offer);
  }
  return sellers;
};

/** What rules add to an order at the seller of an offer as such, and take off it. */
export const orderAmountsOf = (offer: Sold, amounts: ReadonlyMap<string, OrderAmounts> | undefined): OrderAmounts =>
  amounts?.get(sellerIdOf(offer)) ?? amounts?.get(offer.supplierId) ?? { charges: [], discounts: [] };

/** What an order of so much goods costs besides, of what is known of it; decimal text. */
export const orderCostAt = (cost: Pick<OrderCost & { kind: 'known' }, 'amount' | 'steps'>, goods: string): string =>
  cost.steps?.findLast(({ goodsFrom }) => amount(goodsFrom).lte(amount(goods)))?.amount ?? cost.amount;
