/**
 * Fewest suppliers, then least cost. A greedy cover is improved; then covers with one supplier less
 * are looked for until there is proven to be none, and all covers of the fewest suppliers are
 * compared by cost (`covers.ts`).
 *
 * The lower bound of the price is at first that of every block at its cheapest, then, where the
 * search turns out to be long, the Lagrangian one for the number of suppliers (`seat-price.ts`),
 * which also leaves out covers that would cost too much.
 */
import { basketsOf } from './basket.ts';
import type { SearchOptions } from './branch-and-bound.ts';
import { coversOf, type Outcome } from './covers.ts';
import { type SeatPrice, seatPrice } from './seat-price.ts';
import type { Structure } from './structure.ts';

/** What was found; `open` is undefined where a block cannot be served at all. */
export interface FewestResult {
  readonly open: Uint8Array | undefined;
  readonly cost: number;
  /** No basket with as few suppliers is cheaper. */
  readonly lowerBound: number;
  /** No basket has fewer suppliers. */
  readonly isCountProven: boolean;
  readonly nodes: number;
}

/** Nodes after which a search counts as long, and the climb to a price bound as short beside it. */
const longSearch = 20_000;

const countOpen = (open: Uint8Array): number => open.reduce((sum, value) => sum + value, 0);

/** A small cover to begin with, by the greedy rule and then dropping what is not needed. */
const greedyCover = (structure: Structure): Uint8Array | undefined => {
  const unit = { ...structure, fixed: structure.fixed.map(() => 1), entryCost: structure.entryCost.map(() => 0) };
  const baskets = basketsOf(unit);
  const open = new Uint8Array(structure.supplierCount);
  if (!baskets.complete(open, () => true, new Float64Array(structure.rowCount), 1)) return undefined;
  baskets.drop(open);
  return open;
};

/** Every block at its cheapest supplier, without order costs. */
const cheapestGoods = ({ costOf }: { readonly costOf: (open: Uint8Array) => number }, fixed: Float64Array): number =>
  costOf(new Uint8Array(fixed.length).fill(1)) - fixed.reduce((sum, value) => sum + value, 0);

/** Finds the basket of fewest suppliers, and of those the cheapest. */
export const searchFewest = (structure: Structure, options: SearchOptions): FewestResult => {
  const first = greedyCover(structure);
  if (first === undefined) {
    return { open: undefined, cost: Infinity, lowerBound: Infinity, isCountProven: true, nodes: 0 };
  }
  const baskets = basketsOf(structure);
  const { enumerate, nodes } = coversOf(structure, baskets);
  let floor = cheapestGoods(baskets, structure.fixed);
  let prices: { readonly seats: number; readonly price: SeatPrice } | undefined;
  let best = first;
  let cost = Infinity;

  const take = (open: Uint8Array, openCost: number): void => {
    best = open.slice();
    cost = openCost;
    options.onBetter?.(open.slice(), cost, Math.min(floor, cost));
  };
  const takeImproved = (open: Uint8Array): void => {
    const improved = open.slice();
    const improvedCost = baskets.improve(improved, () => true, countOpen(open), 20_000);
    take(improved, improvedCost);
  };
  /**
   * Asked often; climbs to the price bound of the present number of suppliers once the search is
   * long.
   */
  const isOver = (): boolean => {
    const seats = countOpen(best);
    if (nodes() > longSearch && prices?.seats !== seats && !options.isOver()) {
      prices = { seats, price: seatPrice({ structure, seats, target: cost, isOver: options.isOver }) };
      floor = Math.max(floor, prices.price.lower);
    }
    return options.isOver();
  };
  const fewer = (): Outcome =>
    enumerate({
      seats: countOpen(best) - 1,
      isOver,
      isWorthwhile: () => true,
      onCover: (open) => {
        takeImproved(open);
        return true;
      },
    });
  const cheaper = (): Outcome =>
    enumerate({
      seats: countOpen(best),
      isOver,
      isWorthwhile: (node) => prices === undefined || prices.price.ofNode(node) < cost,
      onCover: (open) => {
        const openCost = baskets.costOf(open);
        if (openCost < cost) take(open, openCost);
        return false;
      },
    });

  takeImproved(first);
  let outcome: Outcome = structure.blockCount === 0 ? 'complete' : 'ended';
  while (outcome === 'ended') outcome = fewer();
  const isCountProven = outcome === 'complete';
  const isPriceProven = isCountProven && cheaper() === 'complete';
  const lowerBound = isPriceProven ? cost : Math.min(floor, cost);
  return { open: best, cost, lowerBound, isCountProven, nodes: nodes() };
};
