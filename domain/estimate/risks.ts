import { dayMs } from '../duration.ts';
import { type Amount, amount, amountText, roundTo } from '../money.ts';
import { offersOf, stockOf } from './basket-problem.ts';
import type { Market, MarketOffer } from './market.ts';
import type { Need, NeededLine } from './needs.ts';
import { type LineRisk, type OutcomeChoice, shipsInDays } from './outcome.ts';
import { costOfQuantity } from './purchase.ts';
import { missingDutyFacts } from './purchase-duty.ts';
import { isInUnitOfSale } from './refusals.ts';
import type { EstimateRequest } from './request.ts';
import { sellerIdOf } from './seller.ts';

/**
 * What may go wrong with a line that is bought, each with the figures that say so. Risks change
 * nothing in the choice: the optimiser does not know of them.
 */

/** What risks are looked for in. */
export interface RiskyLine {
  readonly need: Need;
  readonly line: NeededLine;
  readonly chosen: readonly OutcomeChoice[];
  readonly market: Market;
  readonly request: Pick<EstimateRequest, 'neededBy'>;
  readonly at: Date;
}

/** All offers together have less than so many times what is needed. */
const lowStock = 2;

/** A price of a piece above so many times the median of all offers. */
const farAbove = '1.5';

const unitPlaces = 6;

const isBuyable = (offer: MarketOffer): boolean => offer.price.kind === 'ladder' && stockOf(offer) !== 0;

const lifecycleRisk = (bought: readonly MarketOffer[]): readonly LineRisk[] => {
  const ending = bought.find(({ lifecycle }) => lifecycle === 'deprecated' || lifecycle === 'discontinued');
  return ending?.lifecycle === undefined ? [] : [{ code: 'lifecycle', figures: { lifecycle: ending.lifecycle } }];
};

/** Of offers of one stock; undefined where one does not say. */
const greatestStock = (offers: readonly MarketOffer[]): number | undefined =>
  offers
    .map(stockOf)
    .reduce((most, stock) => (most === undefined || stock === undefined ? undefined : Math.max(most, stock)), 0);

const sourceRisks = (need: Need, offers: readonly MarketOffer[]): readonly LineRisk[] => {
  const counted = offers.filter((offer) => isBuyable(offer) && offer.isTwin === undefined);
  const sellers = new Set(counted.map(sellerIdOf));
  const stocks = [...Map.groupBy(counted, (offer) => `${sellerIdOf(offer)} ${offer.productId}`).values()].map(
    greatestStock,
  );
  const all = stocks.reduce<number | undefined>(
    (sum, stock) => (sum === undefined || stock === undefined ? undefined : sum + stock),
    0,
  );
  return [
    ...(sellers.size === 1 ? [{ code: 'single_source', figures: { sellers: '1' } } as const] : []),
    ...(all !== undefined && all < need.toBuy * lowStock
      ? [{ code: 'low_stock', figures: { stock: String(all), needed: String(need.toBuy) } } as const]
      : []),
  ];
};

/** What a piece costs at each offer in an order of so many, the cheapest first. */
const unitPrices = (offers: readonly MarketOffer[], pieces: number, places: number): readonly Amount[] =>
  offers
    .flatMap(({ price }) => {
      if (price.kind === 'none') return [];
      const first = price.breaks[0]?.minQuantity ?? 1;
      const quantity = Math.max(pieces, first);
      const cost = costOfQuantity(price, quantity);
      return Number.isFinite(cost)
        ? [
            amount(String(cost))
              .div(10 ** places)
              .div(quantity),
          ]
        : [];
    })
    .toSorted((a, b) => a.cmp(b));

const medianOf = (sorted: readonly Amount[]): Amount | undefined => {
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low && high && low.plus(high).div(2);
};

const shown = (price: Amount): string => amountText(roundTo(price, unitPlaces));

const priceRisks = ({ line, chosen, market, need }: RiskyLine, offers: readonly MarketOffer[]): readonly LineRisk[] => {
  const quantity = chosen.reduce((sum, each) => sum + each.quantity, 0);
  const paid = chosen.reduce((sum, { price }) => sum.plus(amount(price)), amount('0'));
  const unit = paid.div(quantity);
  const expected = line.expectedPrice === undefined ? undefined : amount(line.expectedPrice);
  const median = medianOf(unitPrices(offers, need.toBuy, market.places));
  return [
    ...(expected?.gt(0) && unit.gt(expected)
      ? [{ code: 'above_expected_price', figures: { unit_price: shown(unit), expected: shown(expected) } } as const]
      : []),
    ...(median && unit.gt(median.times(farAbove))
      ? [{ code: 'above_median_price', figures: { unit_price: shown(unit), median: shown(median) } } as const]
      : []),
  ];
};

const timeRisk = ({ chosen, request: { neededBy }, at }: RiskyLine): readonly LineRisk[] => {
  if (neededBy === undefined) return [];
  const days = shipsInDays(chosen);
  const left = Math.floor((Date.parse(neededBy) - Date.parse(at.toISOString().slice(0, 10))) / dayMs);
  if (days !== undefined && days <= left) return [];
  return [{ code: 'ships_late', figures: { needed_by: neededBy, ships_in_days: days?.toString() ?? 'unknown' } }];
};

const dutyRisk = (chosen: readonly OutcomeChoice[]): readonly LineRisk[] => {
  const missing = missingDutyFacts(chosen);
  if (missing === undefined) return [];
  const unknown = chosen.filter(({ duty }) => duty?.kind === 'unknown');
  const goods = amountText(unknown.reduce((sum, { price }) => sum.plus(amount(price)), amount('0')));
  return [{ code: 'duty_unknown', figures: { goods, ...(missing.length > 0 && { missing: missing.join(', ') }) } }];
};

/** The risks of a line that is bought; none of one that is not. */
export const risksOf = (risky: RiskyLine): readonly LineRisk[] => {
  const { need, chosen, market } = risky;
  if (chosen.length === 0) return [];
  // A foot says nothing of the price and the stock of a line that is bought in metres, and what its
  // supplier no longer holds says nothing of either.
  const offers = offersOf(need, market).filter((offer) => isInUnitOfSale(offer, need) && !offer.isWithdrawn);
  const ids = new Set(chosen.map(({ offerId }) => offerId));
  return [
    ...lifecycleRisk(offers.filter(({ offerId }) => ids.has(offerId))),
    ...sourceRisks(need, offers),
    ...priceRisks(risky, offers),
    ...timeRisk(risky),
    ...dutyRisk(chosen),
  ];
};
