/**
 * The best basket where what an order costs depends on its goods, by trying every choice: among the
 * options of the lines that a mode has prepared, or among all ways to buy the lines, of which none
 * is left out because another costs less. The first shares no code with the search, the second none
 * with the options either.
 */
import type { PreparedSearch } from '../../../domain/estimate/modes/mode.ts';
import type { EstimateProblem, LineOffer } from '../../../domain/estimate/problem.ts';
import { allowed, type Form, needsThreeOffers, priceOf, quantities } from './brute-force.ts';

/** What the best basket reaches. */
export interface OrderOptimum {
  readonly suppliers: number;
  readonly total: number;
}

/** What is paid at a seller, and what of it is import duty. */
interface Paid {
  readonly sellerId: string;
  readonly cost: number;
  readonly duty?: number;
}

/** What may be taken for a line. */
interface Taken {
  readonly purchases: readonly Paid[];
}

/** Everything that may be taken for some lines at once: one of these lists. */
type Choice = readonly (readonly Taken[])[];

const choicesOf = ({ bundles }: PreparedSearch): readonly Choice[] =>
  bundles.map(({ alternatives }) =>
    alternatives.flatMap((lines) =>
      lines.reduce<Choice>(
        (all, { options }) => all.flatMap((taken) => options.map((option) => [...taken, option])),
        [[]],
      ),
    ),
  );

const reachedBy = ({ orderCosts, orderSteps = {} }: EstimateProblem, taken: readonly Taken[]): OrderOptimum => {
  const goods = new Map<string, number>();
  let total = 0;
  // Import duty is paid, and is no part of the goods that an order is judged by.
  for (const { sellerId, cost, duty = 0 } of taken.flatMap(({ purchases }) => purchases)) {
    goods.set(sellerId, (goods.get(sellerId) ?? 0) + cost - duty);
    total += cost;
  }
  for (const [seller, value] of goods) {
    let order = orderCosts[seller] ?? 0;
    for (const { goodsFrom, cost } of orderSteps[seller] ?? []) if (value >= goodsFrom) order = cost;
    total += order;
  }
  return { suppliers: goods.size, total };
};

const bestOf = (
  problem: EstimateProblem,
  choices: readonly Choice[],
  { isFewestFirst, most }: Trying,
): OrderOptimum | undefined => {
  if (choices.reduce((product, { length }) => product * length, 1) > most) return undefined;
  let best: OrderOptimum = { suppliers: Infinity, total: Infinity };
  const visit = (index: number, taken: readonly Taken[]): void => {
    const choice = choices[index];
    if (choice === undefined) {
      const value = reachedBy(problem, taken);
      const isFewer = isFewestFirst && value.suppliers < best.suppliers;
      const isAsFew = !isFewestFirst || value.suppliers === best.suppliers;
      if (isFewer || (isAsFew && value.total < best.total)) best = value;
      return;
    }
    for (const options of choice) visit(index + 1, [...taken, ...options]);
  };
  visit(0, []);
  return best;
};

/** How to compare, and how many baskets to try at most. */
interface Trying {
  readonly isFewestFirst: boolean;
  readonly most: number;
}

/** The best basket's values, fewest suppliers first where asked; undefined: too many to try. */
export const bruteForceOrders = (
  problem: EstimateProblem,
  prepared: PreparedSearch,
  trying: Trying,
): OrderOptimum | undefined => bestOf(problem, choicesOf(prepared), trying);

const withoutDuty = (offer: LineOffer): LineOffer => ({
  ...offer,
  dutyShare: 0,
  breaks: offer.breaks.map(
    ({ duty: { unitPrice: ofPiece, fee: once = 0, reelFee: ofReel = 0 } = { unitPrice: 0 }, ...step }) => ({
      ...step,
      unitPrice: step.unitPrice - ofPiece,
      fee: (step.fee ?? 0) - once,
      reelFee: (step.reelFee ?? 0) - ofReel,
    }),
  ),
});

const paidFor = (offer: LineOffer, quantity: number): Paid => {
  const cost = priceOf(offer, quantity);
  return { sellerId: offer.sellerId, cost, duty: cost - priceOf(withoutDuty(offer), quantity) };
};

const costOf = ({ purchases }: Taken): number => purchases.reduce((sum, { cost }) => sum + cost, 0);

const alone = (offer: Form, pieces: number): readonly Taken[] => {
  const ways = quantities(offer, pieces).flatMap((quantity) =>
    quantity >= pieces ? [{ purchases: [paidFor(offer, quantity)] }] : [],
  );
  return ways.length === 0 ? [] : [ways.reduce((best, way) => (costOf(way) < costOf(best) ? way : best))];
};

/** Two offers together where that costs less than either alone; several: they cost the same. */
const together = (one: Form, other: Form, pieces: number): readonly Taken[] => {
  const isOneStock = one.pool !== undefined && one.pool === other.pool;
  const both = isOneStock ? Math.max(one.stock ?? Infinity, other.stock ?? Infinity) : Infinity;
  let least = Math.min(...[...alone(one, pieces), ...alone(other, pieces)].map(costOf));
  let ways: Taken[] = [];
  const others = quantities(other, pieces).map((quantity) => ({ quantity, paid: paidFor(other, quantity) }));
  for (const quantity of quantities(one, pieces)) {
    const paid = paidFor(one, quantity);
    for (const more of others) {
      const sum = quantity + more.quantity;
      const cost = paid.cost + more.paid.cost;
      if (sum < pieces || sum > both || cost > least || (cost === least && ways.length === 0)) continue;
      if (cost < least) ways = [];
      least = cost;
      ways.push({ purchases: [paid, more.paid] });
    }
  }
  return ways;
};

/** Every offer alone and every two; undefined where two can be split in several ways. */
const waysOf = (offers: readonly Form[], pieces: number): Choice | undefined => {
  const pairs = offers.flatMap((one, index) => offers.slice(index + 1).map((other) => together(one, other, pieces)));
  if (pairs.some(({ length }) => length > 1)) return undefined;
  return [...offers.flatMap((offer) => alone(offer, pieces)), ...pairs.flat()].map((way) => [way]);
};

/**
 * The same among all ways to buy the lines, each from any offers that its policies allow. Undefined
 * also where the optimiser may choose among several splits at the same cost, or a line needs three
 * offers.
 */
export const bruteForceWays = (problem: EstimateProblem, trying: Trying): OrderOptimum | undefined => {
  if (problem.lines.some(needsThreeOffers)) return undefined;
  const choices: Choice[] = [];
  for (const line of problem.lines) {
    const ways = waysOf(allowed(line), line.pieces);
    if (ways === undefined) return undefined;
    if (ways.length > 0) choices.push(ways);
  }
  return bestOf(problem, choices, trying);
};
