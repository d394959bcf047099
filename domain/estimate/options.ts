/**
 * The options of each line: one offer at its cheapest sufficient quantity, or a split over two
 * offers where that costs less than each of its suppliers alone (or over more, greedily, where no
 * two have the stock). Options that can never be part of a best basket are left out (dominance.ts).
 *
 * What is bought of an offer is chosen before its price is rounded to a coin; what a purchase
 * costs, and with it all that is decided among options and orders, is as it is billed.
 */
import { toMultiple } from '../pricing/fixed-point.ts';
import { type OrderTerms, withoutDominated } from './dominance.ts';
import type { EstimateLine, InfeasibleReason, LineOffer, Purchase } from './problem.ts';
import { cheapestOrder, dutyOfQuantity, orderableFrom, orderableUpTo, poolStocks, shipmentOf } from './purchase.ts';
import { type Part, splitInMany, splitInTwo } from './splits.ts';

/** A way to buy a whole line. */
export interface LineOption {
  readonly purchases: readonly Purchase[];
  /** Money units. */
  readonly cost: number;
  /** The suppliers that it needs, sorted, each once. */
  readonly suppliers: readonly string[];
}

/** The options of a line, or why there is none. */
export type LineOptions =
  | { readonly kind: 'feasible'; readonly options: readonly LineOption[] }
  | { readonly kind: 'infeasible'; readonly reason: InfeasibleReason };

const suppliersOf = (parts: readonly Part[]): readonly string[] => {
  const suppliers = parts.map(({ offer }) => offer.sellerId);
  return suppliers.length === 1 ? suppliers : [...new Set(suppliers)].sort();
};

const purchaseOf = ({ offer, quantity, cost: exact }: Part, coin: number): Purchase => {
  const exactDuty = offer.dutyShare === undefined ? 0 : dutyOfQuantity(offer, quantity);
  const duty = toMultiple(exactDuty, coin, 'half_even');
  const cost = toMultiple(exact - exactDuty, coin, 'half_even') + duty;
  return {
    offerId: offer.id,
    sellerId: offer.sellerId,
    manufacturer: offer.manufacturer,
    quantity,
    cost,
    ...(duty > 0 && { duty }),
    ships: shipmentOf(offer, quantity),
  };
};

const optionOf = (parts: readonly Part[], coin: number): LineOption => {
  const purchases = parts.map((part) => purchaseOf(part, coin));
  return { purchases, cost: purchases.reduce((sum, { cost }) => sum + cost, 0), suppliers: suppliersOf(parts) };
};

interface Single {
  readonly offer: LineOffer;
  /** The whole line from this offer; undefined where it cannot serve it alone. */
  readonly option: LineOption | undefined;
}

const singleOf = (offer: LineOffer, pieces: number, coin: number): Single => {
  const order = cheapestOrder(offer, pieces);
  return { offer, option: order === undefined ? undefined : optionOf([{ offer, ...order }], coin) };
};

/** Splits that cost less than each of their offers alone, as others are dominated. */
const pairs = (singles: readonly Single[], pieces: number, coin: number): readonly LineOption[] => {
  const options: LineOption[] = [];
  for (const [index, first] of singles.entries()) {
    for (const second of singles.slice(index + 1)) {
      const below = Math.min(first.option?.cost ?? Infinity, second.option?.cost ?? Infinity);
      const parts = splitInTwo(first.offer, second.offer, pieces, below);
      if (parts !== undefined) options.push(optionOf(parts, coin));
    }
  }
  return options;
};

const optionsFrom = (
  offers: readonly LineOffer[],
  pieces: number,
  terms: OrderTerms = { orderCosts: {} },
): readonly LineOption[] => {
  const { coin = 1 } = terms;
  const singles = offers.map((offer) => singleOf(offer, pieces, coin));
  const alone = singles.flatMap(({ option }) => option ?? []);
  const some = withoutDominated([...alone, ...pairs(singles, pieces, coin)], terms);
  if (some.length > 0) return some;
  const parts = splitInMany(offers, pieces);
  return parts === undefined ? [] : [optionOf(parts, coin)];
};

const reasonOf = (offers: readonly LineOffer[], pieces: number): InfeasibleReason => {
  const orderable = offers.filter((offer) => orderableFrom(offer, 1) <= orderableUpTo(offer));
  const stock = [...poolStocks(offers).values()].reduce<number>((sum, each) => sum + (each ?? Infinity), 0);
  const isLimited = orderable.some(({ maxOrderQuantity = Infinity }) => maxOrderQuantity < pieces);
  return stock < pieces || (orderable.length > 0 && !isLimited) ? 'not_enough_stock' : 'quantity_not_orderable';
};

const isServable = (offers: readonly LineOffer[], pieces: number): boolean =>
  offers.some((offer) => cheapestOrder(offer, pieces) !== undefined) || optionsFrom(offers, pieces).length > 0;

/** The offers that the line's policy of substitutes allows. */
const withSubstitutes = (line: EstimateLine): readonly LineOffer[] => {
  if (line.substitutePolicy === 'when_cheaper') return line.offers;
  const originals = line.offers.filter(({ isSubstitute }) => !isSubstitute);
  return line.substitutePolicy === 'never' || isServable(originals, line.pieces) ? originals : line.offers;
};

/** The offers that the line's policies allow; a substitute in stock goes before a back-order. */
export const allowedOffers = (line: EstimateLine): readonly LineOffer[] => {
  const { backOrderPolicy } = line;
  const offers = withSubstitutes(line);
  if (backOrderPolicy === 'never') return offers;
  if (backOrderPolicy === 'when_needed' && isServable(offers, line.pieces)) return offers;
  return offers.map((offer) => (offer.stock === undefined ? offer : { ...offer, isBackOrdered: true }));
};

/** The options of a line from some of its offers, where orders cost so much; left out: nothing. */
export const lineOptions = (line: EstimateLine, offers: readonly LineOffer[], terms?: OrderTerms): LineOptions => {
  const { pieces } = line;
  if (line.offers.length === 0) return { kind: 'infeasible', reason: 'no_offers' };
  if (offers.length === 0) return { kind: 'infeasible', reason: 'only_substitutes_not_allowed' };
  const options = optionsFrom(offers, pieces, terms);
  if (options.length > 0) return { kind: 'feasible', options };
  return { kind: 'infeasible', reason: reasonOf(offers, pieces) };
};
