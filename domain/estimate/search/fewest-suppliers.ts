/**
 * Fewest suppliers, then least cost. A greedy cover loses suppliers by local search
 * (`row-weighting.ts`) and is improved; then covers with one supplier less are looked for until
 * there is proven to be none, and all covers of the fewest suppliers are compared by cost
 * (`covers.ts`).
 *
 * The lower bound of the price is at first that of every block at its cheapest, then, where the
 * search turns out to be long, the Lagrangian one for the number of suppliers (`seat-price.ts`),
 * which also leaves out covers that would cost too much. Where it turns out to be very long, the
 * best cover so far is improved by swaps (`swaps.ts`).
 */
import { type Baskets, basketCost, basketsOf, unservedBlock } from './basket.ts';
import type { SearchOptions } from './branch-and-bound.ts';
import { type Covers, coversOf, enumerateCovers, type Outcome } from './covers.ts';
import { completeBasket, dropSuppliers, improveBasket } from './heuristics.ts';
import { searchCover } from './row-weighting.ts';
import { type SeatPrice, seatPrice } from './seat-price.ts';
import type { Structure } from './structure.ts';
import { swapSuppliers } from './swaps.ts';

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
const longSearch = 5_000;

/** Steps of local search for a cover of one supplier less, for each supplier that there is. */
const localSteps = 30;

/** Nodes after which the best cover is improved by swaps, and the turns of that. */
const veryLongSearch = 60_000;
const swapTurns = 60;

/** Covers that are priced together: to price one takes as long as thousands of nodes. */
const pricedTogether = 32;

const countOpen = (open: Uint8Array): number => open.reduce((sum, value) => sum + value, 0);

/** What the fewest suppliers are looked for with. */
export interface FewestOptions extends SearchOptions {
  /**
   * What the best basket of some suppliers costs, where that may be more than the structure says.
   * Left out: what the structure says.
   */
  readonly pricing?: SetPricing;
}

/** What sets of suppliers cost where the structure tells the least of it. */
export interface SetPricing {
  /** The cost of some basket of the set. */
  readonly some: (open: Uint8Array) => number;
  /** That of the best one; Infinity: it is not below so much. */
  readonly best: (open: Uint8Array, below: number) => number;
}

/** A search for the fewest suppliers: the best cover so far, and what is proven of its price. */
interface FewestSearch {
  readonly structure: Structure;
  readonly options: FewestOptions;
  readonly baskets: Baskets;
  readonly covers: Covers;
  best: Uint8Array;
  cost: number;
  /** No basket is cheaper. */
  floor: number;
  /** The price bound of a number of suppliers, once the search is long. */
  prices: { readonly seats: number; readonly price: SeatPrice } | undefined;
  /** The number of suppliers of which covers were improved by swaps. */
  swapped: number;
}

/** A small cover to begin with, by the greedy rule and then dropping what is not needed. */
const greedyCover = (structure: Structure): Uint8Array | undefined => {
  const unit = { ...structure, fixed: structure.fixed.map(() => 1), entryCost: structure.entryCost.map(() => 0) };
  const baskets = basketsOf(unit);
  const open = new Uint8Array(structure.supplierCount);
  const prices = { multipliers: new Float64Array(structure.rowCount), scale: 1 };
  if (!completeBasket(baskets, open, () => true, prices)) return undefined;
  dropSuppliers(baskets, open);
  return open;
};

/** A cover of fewer suppliers, as far as local search finds one. */
const reduceCover = ({ whole, baskets }: Covers, cover: Uint8Array, isOver: () => boolean): Uint8Array => {
  let best = cover;
  while (best.includes(1) && !isOver()) {
    const open = best.slice();
    open[open.indexOf(1)] = 0;
    const less = searchCover({
      whole,
      open,
      steps: localSteps * best.length,
      isOver,
      unservedBlock: (served) => unservedBlock(baskets, served),
    });
    if (less === undefined) break;
    best = less;
  }
  return best;
};

/** Every block at its cheapest supplier, without order costs. */
const cheapestGoods = (baskets: Baskets, { fixed }: Structure): number =>
  basketCost(baskets, new Uint8Array(fixed.length).fill(1)) - fixed.reduce((sum, value) => sum + value, 0);

const take = (search: FewestSearch, open: Uint8Array, cost: number): void => {
  search.best = open.slice();
  search.cost = cost;
  search.options.onBetter?.(open.slice(), cost, Math.min(search.floor, cost));
};

const takeImproved = (search: FewestSearch, open: Uint8Array): void => {
  const improved = open.slice();
  const limits = { allowed: () => true, seats: countOpen(open), trials: 20_000 };
  const cost = improveBasket(search.baskets, improved, limits);
  take(search, improved, search.options.pricing?.some(improved) ?? cost);
};

/** Swaps suppliers of the best cover for others. */
const improveBySwaps = (search: FewestSearch): void => {
  const { baskets, best, options } = search;
  search.swapped = countOpen(best);
  const { open, score } = swapSuppliers({ baskets, open: best, turns: swapTurns, isOver: options.isOver });
  const cost = options.pricing?.some(open) ?? score;
  if (cost < search.cost) take(search, open, cost);
};

/**
 * Asked often; climbs to the price bound of the present number of suppliers once the search is
 * long.
 */
const isOver = (search: FewestSearch): boolean => {
  const { structure, options, covers, cost } = search;
  const seats = countOpen(search.best);
  if (covers.nodes > longSearch && search.prices?.seats !== seats && !options.isOver()) {
    search.prices = { seats, price: seatPrice({ structure, seats, target: cost, isOver: options.isOver }) };
    search.floor = Math.max(search.floor, search.prices.price.lower);
  }
  if (covers.nodes > veryLongSearch && search.swapped !== seats && !options.isOver()) improveBySwaps(search);
  return options.isOver();
};

/** Looks for a cover of one supplier less. */
const findFewer = (search: FewestSearch): Outcome =>
  enumerateCovers(search.covers, {
    seats: countOpen(search.best) - 1,
    isOver: () => isOver(search),
    isWorthwhile: () => true,
    onCover: (open) => {
      takeImproved(search, open);
      return true;
    },
  });

/** A cover, and the least that it may cost. */
interface PricedCover {
  readonly open: Uint8Array;
  readonly least: number;
}

/**
 * Takes the cheapest of the covers; that which may cost least is priced first, to spare others.
 * Once the time is over it alone is, by some basket.
 */
const takeCheapest = (search: FewestSearch, covers: readonly PricedCover[]): void => {
  const { pricing, isOver } = search.options;
  for (const { open, least } of covers.toSorted((a, b) => a.least - b.least)) {
    if (least >= search.cost) break;
    const isLast = isOver();
    const cost = (isLast ? pricing?.some(open) : pricing?.best(open, search.cost)) ?? least;
    if (cost < search.cost) take(search, open, cost);
    if (isLast) break;
  }
};

/** Compares all covers of as many suppliers by their cost. */
const findCheaper = (search: FewestSearch): Outcome => {
  let waiting: PricedCover[] = [];
  const takeWaiting = (): void => {
    takeCheapest(search, waiting);
    waiting = [];
  };
  const outcome = enumerateCovers(search.covers, {
    seats: countOpen(search.best),
    isOver: () => isOver(search),
    isWorthwhile: (node) => search.prices === undefined || search.prices.price.ofNode(node) < search.cost,
    onCover: (open) => {
      const least = basketCost(search.baskets, open);
      if (least < search.cost) waiting.push({ open: open.slice(), least });
      if (waiting.length >= pricedTogether) takeWaiting();
      return false;
    },
  });
  takeWaiting();
  return outcome === 'complete' && search.options.isOver() ? 'out_of_time' : outcome;
};

/** Finds the basket of fewest suppliers, and of those the cheapest. */
export const searchFewest = (structure: Structure, options: FewestOptions): FewestResult => {
  const first = greedyCover(structure);
  if (first === undefined) {
    return { open: undefined, cost: Infinity, lowerBound: Infinity, isCountProven: true, nodes: 0 };
  }
  const baskets = basketsOf(structure);
  const covers = coversOf(structure, baskets);
  const floor = cheapestGoods(baskets, structure);
  const search: FewestSearch = {
    structure,
    options,
    baskets,
    covers,
    best: first,
    cost: Infinity,
    floor,
    prices: undefined,
    swapped: 0,
  };
  takeImproved(search, reduceCover(covers, first, options.isOver));
  let outcome: Outcome = structure.blockCount === 0 ? 'complete' : 'ended';
  while (outcome === 'ended') outcome = findFewer(search);
  const isCountProven = outcome === 'complete';
  const isPriceProven = isCountProven && findCheaper(search) === 'complete';
  const { best, cost } = search;
  const lowerBound = isPriceProven ? cost : Math.min(search.floor, cost);
  return { open: best, cost, lowerBound, isCountProven, nodes: covers.nodes };
};
