/**
 * The best basket by trying everything: written from the rules of the modes, sharing no code with
 * the optimiser.
 */

import type { OptimizationMode } from '../../../domain/estimate/modes/modes.ts';
import type { EstimateLine, EstimateProblem, LineOffer } from '../../../domain/estimate/problem.ts';

/** What the best basket reaches, compared in the mode's order. */
export interface BruteOptimum {
  readonly first: number;
  readonly total: number;
}

/** One way to buy a line. */
export interface Way {
  readonly cost: number;
  readonly suppliers: readonly string[];
  readonly manufacturers: readonly string[];
  readonly days: readonly (number | undefined)[];
  /** The place of what the line wishes for least of it. */
  readonly place: number;
}

const quantityOfAll = Infinity;

const need = ({ pieces }: EstimateLine): number => pieces;

/** An amount of goods with its duty, to the nearest unit and to the even one of two. */
const landed = (goods: number, share: number): number => {
  const duty = (goods * share) / 1_000_000;
  const [below, above] = [Math.floor(duty), Math.ceil(duty)];
  if (duty - below === above - duty) return goods + (below % 2 === 0 ? below : above);
  return goods + Math.round(duty);
};

/** What so many pieces of the offer cost, with their duty. */
export const priceOf = ({ breaks, reelPieces = quantityOfAll, dutyShare = 0 }: LineOffer, quantity: number): number => {
  const reached = breaks.findLast(({ minQuantity }) => minQuantity <= quantity);
  if (reached === undefined) return Infinity;
  const { unitPrice, fee = 0, reelFee = 0, duty = { unitPrice: 0 } } = reached;
  let cost = quantity * landed(unitPrice - duty.unitPrice, dutyShare) + landed(fee - (duty.fee ?? 0), dutyShare);
  const reel = landed(reelFee - (duty.reelFee ?? 0), dutyShare);
  for (let reeled = 0; reeled < quantity; reeled += reelPieces) cost += reel;
  return cost;
};

/** An offer of which more than the stock may be ordered, or not. */
export type Form = LineOffer & { readonly isLifted?: boolean };

/** Every quantity that may be ordered, up to beyond the need and the last break. */
export const quantities = (offer: Form, pieces: number): readonly number[] => {
  const lastBreak = offer.breaks.at(-1)?.minQuantity ?? 1;
  const last = Math.max(pieces, offer.minOrderQuantity, lastBreak) + offer.orderMultiple;
  const limit = Math.min(last, offer.maxOrderQuantity ?? Infinity);
  const list: number[] = [];
  for (let quantity = offer.orderMultiple; quantity <= limit; quantity += offer.orderMultiple) {
    if (quantity >= offer.minOrderQuantity && quantity <= (offer.isLifted ? Infinity : (offer.stock ?? Infinity)))
      list.push(quantity);
  }
  return list;
};

const daysOf = ({ stock, handlingDays, leadTimeDays }: LineOffer, quantity: number): number | undefined => {
  if (stock === undefined || leadTimeDays === undefined)
    return stock !== undefined && quantity <= stock ? handlingDays : leadTimeDays;
  return quantity <= stock ? handlingDays : Math.max(handlingDays, leadTimeDays);
};

/** What an amount of each of some offers comes to. */
export const wayOf = (parts: readonly (readonly [LineOffer, number])[]): Way => ({
  cost: parts.reduce((sum, [offer, quantity]) => sum + priceOf(offer, quantity), 0),
  suppliers: parts.map(([{ sellerId }]) => sellerId),
  manufacturers: [...new Set(parts.map(([{ manufacturer }]) => manufacturer))],
  days: parts.map(([offer, quantity]) => daysOf(offer, quantity)),
  place: Math.max(...parts.map(([{ preference = 0 }]) => preference)),
});

const cheapest = (ways: readonly Way[]): readonly Way[] =>
  ways.length === 0 ? [] : [ways.reduce((best, way) => (way.cost < best.cost ? way : best))];

const cheapestPair = (one: Form, other: Form, pieces: number): readonly Way[] => {
  let least = Infinity;
  let best: Way | undefined;
  const isOneStock = one.pool !== undefined && one.pool === other.pool;
  const both = isOneStock ? Math.max(one.stock ?? Infinity, other.stock ?? Infinity) : Infinity;
  const others = quantities(other, pieces).map((quantity) => ({ quantity, cost: priceOf(other, quantity) }));
  for (const quantity of quantities(one, pieces)) {
    const cost = priceOf(one, quantity);
    for (const more of others) {
      const sum = quantity + more.quantity;
      if (sum < pieces || sum > both || cost + more.cost >= least) continue;
      least = cost + more.cost;
      best = wayOf([
        [one, quantity],
        [other, more.quantity],
      ]);
    }
  }
  return best === undefined ? [] : [best];
};

/** As it is, and from stock alone, which may be dearer and earlier. */
const formsOf = (offer: Form): readonly Form[] => (offer.isLifted ? [offer, { ...offer, isLifted: false }] : [offer]);

/** Every offer alone and every pair, each at its cheapest quantities. */
export const waysFrom = (offers: readonly Form[], pieces: number): readonly Way[] => {
  const alone = offers.flatMap(formsOf).flatMap((offer) =>
    cheapest(
      quantities(offer, pieces)
        .filter((quantity) => quantity >= pieces)
        .map((quantity) => wayOf([[offer, quantity]])),
    ),
  );
  const pairs = offers.flatMap((one, index) =>
    offers
      .slice(index + 1)
      .flatMap((other) =>
        formsOf(one).flatMap((first) => formsOf(other).flatMap((second) => cheapestPair(first, second, pieces))),
      ),
  );
  return [...alone, ...pairs];
};

const substitutesAllowed = (line: EstimateLine): readonly LineOffer[] => {
  const own = line.offers.filter(({ isSubstitute }) => !isSubstitute);
  if (line.substitutePolicy === 'when_cheaper') return line.offers;
  if (line.substitutePolicy === 'never') return own;
  return waysFrom(own, need(line)).length > 0 ? own : line.offers;
};

/** The offers that the policies of the line leave. */
export const allowed = (line: EstimateLine): readonly Form[] => {
  const offers = substitutesAllowed(line);
  const isLifted =
    line.backOrderPolicy === 'allow' ||
    (line.backOrderPolicy === 'when_needed' && waysFrom(offers, need(line)).length === 0);
  return isLifted ? offers.map((offer) => ({ ...offer, isLifted })) : offers;
};

interface Choice {
  readonly line: EstimateLine;
  readonly ways: readonly Way[];
}

/**
 * Lines within the one maker that makes most lines of each group, summed over the groups; higher is
 * better.
 */
const madeBySingle = (basket: readonly (readonly [EstimateLine, Way])[]): number => {
  const groups = new Map<string, Way[]>();
  for (const [line, way] of basket) {
    const key = line.interchangeableGroup === undefined ? `line ${line.id}` : `group ${line.interchangeableGroup}`;
    groups.set(key, [...(groups.get(key) ?? []), way]);
  }
  let made = 0;
  for (const ways of groups.values()) {
    const counts = ['m0', 'm1', 'm2'].map(
      (manufacturer) => ways.filter(({ manufacturers }) => manufacturers.join() === manufacturer).length,
    );
    made += Math.max(...counts);
  }
  return made;
};

const firstAim = (mode: OptimizationMode, basket: readonly (readonly [EstimateLine, Way])[]): number => {
  if (mode === 'min_suppliers') return new Set(basket.flatMap(([, { suppliers }]) => suppliers)).size;
  if (mode === 'single_manufacturer') return basket.length - madeBySingle(basket);
  if (mode === 'min_lead_time') {
    const unknown = basket.filter(([, { days }]) => days.includes(undefined)).length;
    const latest = Math.max(0, ...basket.flatMap(([, { days }]) => (days.includes(undefined) ? [] : days.map(Number))));
    return unknown * 1_000 + latest;
  }
  return 0;
};

/** The goods and the orders of a basket. */
export const totalOf = (problem: EstimateProblem, basket: readonly (readonly [EstimateLine, Way])[]): number => {
  const suppliers = new Set(basket.flatMap(([, way]) => way.suppliers));
  const orders = [...suppliers].reduce((sum, supplier) => sum + (problem.orderCosts[supplier] ?? 0), 0);
  return basket.reduce((sum, [, { cost }]) => sum + cost, orders);
};

/** Ways that differ in nothing that a mode looks at are reduced to the cheapest. */
const distinct = (ways: readonly Way[]): readonly Way[] => {
  const best = new Map<string, Way>();
  for (const way of ways) {
    const key = JSON.stringify([[...new Set(way.suppliers)].sort(), [...way.manufacturers].sort(), way.days]);
    if (way.cost < (best.get(key)?.cost ?? Infinity)) best.set(key, way);
  }
  return [...best.values()];
};

/**
 * Every lead time allowed, a line of unknown lead time only where no known one is; then as the mode
 * compares.
 */
const bestOf = (problem: EstimateProblem, mode: OptimizationMode, choices: readonly Choice[]): BruteOptimum => {
  let best: BruteOptimum = { first: Infinity, total: Infinity };
  const basket: (readonly [EstimateLine, Way])[] = [];
  const visit = (index: number): void => {
    const choice = choices[index];
    if (choice === undefined) {
      const first = firstAim(mode, basket);
      if (first > best.first) return;
      const total = totalOf(problem, basket);
      if (first < best.first || total < best.total) best = { first, total };
      return;
    }
    for (const way of choice.ways) {
      basket.push([choice.line, way]);
      visit(index + 1);
      basket.pop();
    }
  };
  visit(0);
  return best;
};

const keepKnown = (ways: readonly Way[]): readonly Way[] => {
  const known = ways.filter(({ days }) => !days.includes(undefined));
  return known.length > 0 ? known : ways;
};

/**
 * Whether no two offers have the stock but more together might: the optimiser's choice is then
 * greedy by design.
 */
export const needsThreeOffers = (line: EstimateLine): boolean => {
  const offers = substitutesAllowed(line);
  const stock = offers.reduce((sum, offer) => sum + (quantities(offer, need(line)).at(-1) ?? 0), 0);
  return stock >= need(line) && waysFrom(offers, need(line)).length === 0;
};

/**
 * The best basket's values; undefined where there are too many combinations, or a line needs three
 * offers.
 */
export const bruteForce = (
  problem: EstimateProblem,
  mode: OptimizationMode,
  maxCombinations: number,
): BruteOptimum | undefined => {
  if (problem.lines.some(needsThreeOffers)) return undefined;
  const choices = problem.lines.flatMap((line) => {
    const all = distinct(waysFrom(allowed(line), need(line)));
    return all.length > 0 ? [{ line, ways: mode === 'min_lead_time' ? keepKnown(all) : all }] : [];
  });
  const combinations = choices.reduce((product, { ways }) => product * ways.length, 1);
  return combinations > maxCombinations ? undefined : bestOf(problem, mode, choices);
};
