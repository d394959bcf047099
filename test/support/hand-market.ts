/** Small markets written by hand, and what an estimate makes of them. */
import { expect } from 'vitest';
import { problemOf } from '../../domain/estimate/basket-problem.ts';
import { composeSummary, summaryOf } from '../../domain/estimate/basket-table.ts';
import { checkBasket } from '../../domain/estimate/checker.ts';
import { composeOutcome } from '../../domain/estimate/compose-outcome.ts';
import type { DraftLine } from '../../domain/estimate/draft.ts';
import type { Market, MarketOffer } from '../../domain/estimate/market.ts';
import { type AttritionOfProducts, needsOf } from '../../domain/estimate/needs.ts';
import { optimise } from '../../domain/estimate/optimise.ts';
import type { UsualOrderCost } from '../../domain/estimate/order-costs.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import { costOfQuantity } from '../../domain/estimate/purchase.ts';
import type { EstimateRequest } from '../../domain/estimate/request.ts';
import { markTwins } from '../../domain/estimate/seller.ts';
import { inUnitsOfSale } from '../../domain/estimate/units-of-sale.ts';
import { decimalText } from '../../domain/pricing/fixed-point.ts';
import type { OrderAmounts } from '../../domain/pricing/order-amounts.ts';
import { documentRequest } from './estimate-request.ts';

/** The moment at which hand-written markets are looked at. */
export const handNow = new Date('2026-03-01T12:00:00Z');

/** A line that asks for pieces of a product, with what is different about it. */
export const handLine = (
  number: number,
  quantity: string,
  { productId = `p${number}`, ...more }: Partial<DraftLine> & { readonly productId?: string } = {},
): DraftLine => ({
  number,
  row: number,
  rawText: '',
  quantity,
  references: [],
  doNotPlace: false,
  doubts: [],
  resolution: { kind: 'resolved', productId, confidence: 'exact', rule: 'mpn', alternatives: [] },
  ...more,
});

/** An offer in cents a piece from one piece on, with all one could want in stock. */
export const handOffer = (
  productId: string,
  supplierId: string,
  cents: number | readonly (readonly [number, number])[],
  { inStock = 1_000_000, ...more }: Partial<MarketOffer> & { readonly inStock?: number } = {},
): MarketOffer => ({
  offerId: `${supplierId}:${productId}`,
  productId,
  supplierId,
  shownSupplierId: supplierId,
  shownSupplierName: supplierId,
  shownSku: `${supplierId}-${productId}`,
  manufacturer: 'Yageo',
  product: undefined,
  stock: [{ warehouseRef: 'main', quantity: inStock }],
  minOrderQuantity: 1,
  orderMultiple: 1,
  handlingDays: 0,
  leadTimeDays: undefined,
  freshness: { status: 'FRESH', observedAt: handNow },
  price: {
    kind: 'ladder',
    breaks: (typeof cents === 'number' ? [[1, cents] as const] : cents).map(([minQuantity, unitPrice]) => ({
      minQuantity,
      unitPrice,
    })),
  },
  ...more,
});

/** A market of offers, in euros and cents. */
export const handMarket = (
  offers: readonly MarketOffer[],
  orderCosts: Readonly<Record<string, UsualOrderCost>> = {},
  orderAmounts: Readonly<Record<string, OrderAmounts>> = {},
): Market => ({
  currency: 'EUR',
  places: 2,
  offers: Map.groupBy(offers, ({ productId }) => productId),
  priceOf: (offerId, quantity) => {
    const price = offers.find((offer) => offer.offerId === offerId)?.price;
    return price?.kind === 'ladder' ? decimalText(costOfQuantity(price, quantity), 2) : undefined;
  },
  orderCosts: new Map(Object.entries(orderCosts)),
  orderAmounts: new Map(Object.entries(orderAmounts)),
});

/** The same with offers marked as the market of the service marks them. */
export const handMarketOutcome = (
  lines: readonly DraftLine[],
  offers: readonly MarketOffer[],
  more: Partial<EstimateRequest> = {},
  orderCosts: Readonly<Record<string, UsualOrderCost>> = {},
  orderAmounts: Readonly<Record<string, OrderAmounts>> = {},
): EstimateOutcome =>
  handOutcome(
    lines,
    [...Map.groupBy(offers, ({ productId }) => productId).values()].flatMap((each) => markTwins(each)),
    more,
    orderCosts,
    orderAmounts,
  );

/** What work that pauses comes to. */
const finished = <Result>(work: Generator<void, Result>): Result => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

/** The best basket of a market for some lines, checked, as an estimate shows it. */
export const handOutcome = (
  lines: readonly DraftLine[],
  offers: readonly MarketOffer[],
  more: Partial<EstimateRequest> = {},
  orderCosts: Readonly<Record<string, UsualOrderCost>> = {},
  orderAmounts: Readonly<Record<string, OrderAmounts>> = {},
  packages?: AttritionOfProducts,
): EstimateOutcome => {
  const request: EstimateRequest = { ...documentRequest, ...more };
  const market = handMarket(offers, orderCosts, orderAmounts);
  const needs = inUnitsOfSale(needsOf({ lines }, request, packages), market);
  const problem = problemOf(needs.needs, market, request);
  const basket = optimise(problem, { mode: request.mode, isOver: () => false });
  const faults = checkBasket(problem, basket);
  if (faults.length > 0) throw new Error(faults.join('; '));
  const composition = { needs, market, problem, basket, request, at: handNow };
  const outcome = finished(composeOutcome(composition));
  // A row of a table comes to what the estimate of the same basket does.
  expect(finished(composeSummary(composition))).toEqual(summaryOf(request, outcome));
  return outcome;
};

/** A case of a table: what it shows, the lines, the market, what is asked, and the basket. */
export type BasketCase = readonly [
  title: string,
  lines: readonly DraftLine[],
  offers: readonly MarketOffer[],
  request: Partial<EstimateRequest>,
  basket: string,
];

/**
 * The basket of a case in one text: the total, then for each line what is bought of whom, with the
 * day that it ships on where that is not today, or why nothing is. An offer of the line's own
 * product is told by its seller alone. `orderCosts` is what operators have said of orders,
 * `orderAmounts` what rules do.
 */
export const basketOf = (
  [, lines, offers, request]: BasketCase,
  orderCosts: Readonly<Record<string, UsualOrderCost>> = {},
  orderAmounts: Readonly<Record<string, OrderAmounts>> = {},
): string => {
  const outcome = handMarketOutcome(lines, offers, request, orderCosts, orderAmounts);
  const bought = outcome.lines.map(({ number, leftOut, chosen }) => {
    const purchases = chosen.map(({ offerId, quantity, ships }) => {
      const day = ships?.days === 0 ? '' : ` (day ${ships?.days ?? '?'})`;
      return `${quantity} ${offerId.replace(`:p${number}`, '')}${day}`;
    });
    return leftOut ?? purchases.toSorted().join(' + ');
  });
  return `${outcome.total}: ${bought.join('; ')}`;
};
