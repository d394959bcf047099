/** Which search answers a compiled problem, by the aim of the mode and by what orders cost. */
import type { Compiled } from './compile.ts';
import type { Mode } from './modes/mode.ts';
import { basketsOf, suppliersOfRows } from './search/basket.ts';
import { search } from './search/branch-and-bound.ts';
import { type SetPricing, searchFewest } from './search/fewest-suppliers.ts';
import { searchStepped } from './search/stepped/branch-and-bound.ts';
import type { Stepped } from './search/stepped/stepped.ts';

/** How to search; baskets are told as the supplier of each row, -1: it is not chosen. */
export interface SearchForOptions {
  /** Asked often; true ends the search with what is known. */
  readonly isOver: () => boolean;
  /** Called with each better basket and the lower bound known by then. */
  readonly onBetter: (supplierOf: Int32Array, lowerBound: number) => void;
}

/** What a search found. */
export interface Found {
  readonly supplierOf: Int32Array;
  readonly lowerBound: number;
  readonly isFirstAimProven: boolean;
}

const suppliersOf = ({ entrySupplier }: Stepped, entryOf: Int32Array): Int32Array =>
  entryOf.map((e) => (e < 0 ? -1 : (entrySupplier[e] as number)));

const nothing = ({ structure }: Compiled): Int32Array => new Int32Array(structure.rowCount).fill(-1);

/** Least cost. */
const searchCheapest = (compiled: Compiled, { isOver, onBetter }: SearchForOptions): Found => {
  const { structure, stepped } = compiled;
  if (stepped !== undefined) {
    const { entryOf, lowerBound } = searchStepped(stepped, {
      isOver,
      onBetter: (better, _cost, lower) => onBetter(suppliersOf(stepped, better), lower),
    });
    const supplierOf = entryOf === undefined ? nothing(compiled) : suppliersOf(stepped, entryOf);
    return { supplierOf, lowerBound, isFirstAimProven: true };
  }
  const baskets = basketsOf(structure);
  const { open, lowerBound } = search(structure, {
    isOver,
    onBetter: (better, _cost, lower) => onBetter(suppliersOfRows(baskets, better), lower),
  });
  const supplierOf = open === undefined ? nothing(compiled) : suppliersOfRows(baskets, open);
  return { supplierOf, lowerBound, isFirstAimProven: true };
};

/** What sets of suppliers really cost, and the basket that was priced last. */
const pricingOf = (stepped: Stepped, isOver: () => boolean) => {
  let served: Int32Array | undefined;
  let unproven = Infinity;
  const shutBeside = (open: Uint8Array): Uint8Array => open.map((value) => 1 - value);
  const note = (entryOf: Int32Array | undefined): void => {
    if (entryOf !== undefined) served = suppliersOf(stepped, entryOf);
  };
  const pricing: SetPricing = {
    some: (open) => {
      const { entryOf, cost } = searchStepped(stepped, { isOver }, { shut: shutBeside(open), isQuick: true });
      note(entryOf);
      return cost;
    },
    best: (open, below) => {
      const { entryOf, cost, lowerBound } = searchStepped(stepped, { isOver }, { shut: shutBeside(open), below });
      note(entryOf);
      if (lowerBound < cost) unproven = Math.min(unproven, lowerBound);
      return entryOf === undefined ? Infinity : cost;
    },
  };
  return { pricing, served: () => served, unproven: () => unproven };
};

/** Fewest suppliers, then least cost. */
const searchFewestOf = (compiled: Compiled, { isOver, onBetter }: SearchForOptions): Found => {
  const { structure, stepped } = compiled;
  const baskets = basketsOf(structure);
  const priced = stepped && pricingOf(stepped, isOver);
  let best: Int32Array | undefined;
  const { lowerBound, isCountProven } = searchFewest(structure, {
    isOver,
    onBetter: (better, _cost, lower) => {
      best = priced?.served() ?? suppliersOfRows(baskets, better);
      onBetter(best, lower);
    },
    ...(priced && { pricing: priced.pricing }),
  });
  return {
    supplierOf: best ?? nothing(compiled),
    lowerBound: Math.min(lowerBound, priced?.unproven() ?? Infinity),
    isFirstAimProven: isCountProven,
  };
};

/** Searches for the best basket. */
export const searchFor = (aim: Mode['aim'], compiled: Compiled, options: SearchForOptions): Found =>
  aim === 'cost' ? searchCheapest(compiled, options) : searchFewestOf(compiled, options);
