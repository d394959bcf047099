/**
 * Branch and bound over suppliers. A node is what `presolve.ts` leaves of its parent once suppliers
 * are opened and closed; its lower bound is the Lagrangian one (bound.ts), its multipliers start
 * from its parent's. A node whose bound reaches the best basket is done; a free supplier whose
 * opening or closing alone would reach it is fixed the other way (reduced-cost fixing). Where that
 * fixes a tenth of the suppliers the node begins again on what is left, otherwise it is split. The
 * root and every eighth node try a basket: what the multipliers say, cleaned, and improved where it
 * is the best so far.
 *
 * Guarantees: the order is fixed, so the same input gives the same baskets; each basket reported is
 * cheaper than the last; the lower bound returned holds whether the search ended or was stopped,
 * and equals the best cost when it ended.
 */
import { type Ascent, type AscentLimits, ascend, firstMultipliers } from './ascent.ts';
import { type Baskets, basketsOf } from './basket.ts';
import { type Bound, closed, evaluateBound, free, lagrangianBound, opened, restrictBound, scaleFor } from './bound.ts';
import { completeBasket, dropSuppliers, improveBasket } from './heuristics.ts';
import { presolve } from './presolve.ts';
import { liftOpen } from './reduction.ts';
import { replaceSuppliers } from './replace.ts';
import type { Structure } from './structure.ts';

/** How to search. */
export interface SearchOptions {
  /** Asked often; true ends the search with what is known. */
  readonly isOver: () => boolean;
  /**
   * Called with each better basket and the lower bound proven at that time. `open` is the caller's
   * to keep.
   */
  readonly onBetter?: (open: Uint8Array, cost: number, lowerBound: number) => void;
}

/** What a search found. */
export interface SearchResult {
  /** The best open set, undefined where none was found. */
  readonly open: Uint8Array | undefined;
  /** Its cost; Infinity where none was found. */
  readonly cost: number;
  /** No basket is cheaper than this; Infinity: proven that there is none. */
  readonly lowerBound: number;
  /** Nodes looked at. */
  readonly nodes: number;
}

/** Suppliers decided and multipliers of a part of the search; costs are less by its offset. */
interface Part {
  readonly structure: Structure;
  readonly status: Uint8Array;
  readonly u: Float64Array;
  readonly bound: Bound;
  readonly baskets: Baskets;
  /** What is decided already costs so much. */
  readonly offset: number;
  /** The same open set in the whole structure. */
  readonly lift: (open: Uint8Array) => Uint8Array;
}

/** The search as a whole. Costs and bounds are of the whole structure. */
interface Context {
  readonly options: SearchOptions;
  readonly scale: number;
  /** The best basket so far; Infinity: none. */
  open: Uint8Array | undefined;
  cost: number;
  /** The bound of the whole, known after the root. */
  rootLower: number;
  /** The root with its best multipliers, once it is split. */
  root: Part | undefined;
  nodes: number;
}

/** Nodes for each that tries a basket: a try takes as long as the bound of several nodes. */
const nodesPerBasket = 8;

/** Nodes after which a search counts as long. */
const longSearch = 200;

/** Entries to look at while a basket is improved: on the way up, and once the root is done. */
const quickEffort = 2e6;
const fullEffort = 4e7;

/** Takes a basket of the part where it is better than the best; returns whether it is. */
const offer = (context: Context, { offset, lift }: Part, open: Uint8Array, costOfPart: number): boolean => {
  const cost = costOfPart + offset;
  if (cost >= context.cost) return false;
  context.open = lift(open);
  context.cost = cost;
  context.options.onBetter?.(context.open.slice(), cost, Math.min(cost, context.rootLower));
  return true;
};

/** Improves a basket by adding, dropping and swapping what the part does not close. */
const improve = (context: Context, part: Part, open: Uint8Array, effort: number): void => {
  const { baskets, structure, status } = part;
  const trials = Math.min(20_000, effort / (1 + structure.entryCost.length));
  const cost = improveBasket(baskets, open, { allowed: (s) => status[s] !== closed, trials });
  offer(context, part, open, cost);
};

/**
 * Tries a basket: the suppliers that the part has opened, completed by what the multipliers say,
 * and cleaned; improved where it is the best so far.
 */
const tryBasket = (context: Context, part: Part, u: Float64Array): Uint8Array | undefined => {
  const { baskets, status } = part;
  const open = Uint8Array.from(status, (value) => (value === opened ? 1 : 0));
  const prices = { multipliers: u, scale: context.scale };
  if (!completeBasket(baskets, open, (s) => status[s] !== closed, prices)) return undefined;
  if (offer(context, part, open, dropSuppliers(baskets, open))) improve(context, part, open, quickEffort);
  return open;
};

/**
 * A search that turns out to be long goes back to the root's basket and replaces suppliers in ones
 * and twos.
 */
const replace = (context: Context, root: Part): void => {
  const { baskets, structure, status, u } = root;
  const basket = tryBasket(context, root, u);
  if (basket === undefined) return;
  improve(context, root, basket, fullEffort);
  const { open, cost } = replaceSuppliers({
    baskets,
    open: basket,
    allowed: (s) => status[s] !== closed,
    isKept: (s) => status[s] === opened,
    prices: { multipliers: u, scale: context.scale },
    trials: Math.min(2_000, 1e7 / (1 + structure.entryCost.length)),
  });
  offer(context, root, open, cost);
};

/**
 * Fixes free suppliers that cannot be open, or closed, in a better basket, by what the last
 * evaluation of the bound said; `value` is the bound. Returns whether that is so many that a
 * smaller structure is worth its making.
 */
const fixByReducedCost = (context: Context, { bound, offset }: Part, status: Uint8Array, value: number): boolean => {
  const cutoff = (context.cost - offset - 1) * context.scale;
  let left = 0;
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] !== free) continue;
    if (value + Math.abs(bound.reduced[s] as number) <= cutoff) left += 1;
    else status[s] = bound.used[s] === 1 ? opened : closed;
  }
  return left < (status.length - 1) * 0.9;
};

/** The root takes its time, other nodes start near their best multipliers. */
const rootClimb: AscentLimits = { iterations: 600, firstStep: 1.5, patience: 20 };
const nodeClimb: AscentLimits = { iterations: 30, firstStep: 0.7, patience: 8 };

/**
 * Raises the bound of a part; the root tries baskets on the way, and ends where enough suppliers
 * can be fixed.
 */
const raiseBound = (context: Context, part: Part, isRoot: boolean): Ascent => {
  const { bound, u, status, offset } = part;
  const { scale, options } = context;
  const onPause = (at: Float64Array, value: number): boolean => {
    tryBasket(context, part, at);
    return options.isOver() || fixByReducedCost(context, part, status.slice(), value);
  };
  restrictBound(bound, status);
  const evaluate = (at: Float64Array): number => evaluateBound(bound, at, status, Infinity);
  const task = { bound, evaluate, scale, u, target: () => context.cost - offset };
  return ascend(isRoot ? { ...task, climb: rootClimb, onPause } : { ...task, climb: nodeClimb });
};

/** The free supplier that the relaxation is least sure about; -1 where none is free. */
const branchingSupplier = ({ status, bound }: Part, usage: Float64Array): number => {
  let best = -1;
  let bestScore = -Infinity;
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] !== free) continue;
    const share = usage[s] as number;
    const score = Math.min(share, 1 - share) - 1e-12 * Math.abs(bound.reduced[s] as number);
    if (score > bestScore) {
      bestScore = score;
      best = s;
    }
  }
  return best;
};

/** What is left of a part once more is decided; undefined: something can no longer be bought. */
const smallerPart = (
  context: Context,
  from: Omit<Part, 'bound' | 'baskets' | 'u'>,
  u?: Float64Array,
): Part | undefined => {
  const reduction = presolve(from.structure, from.status);
  if (reduction === undefined) return undefined;
  const { structure, settledCost, rowOrigin } = reduction;
  return {
    structure,
    status: Uint8Array.from(structure.fixed, (_, s) => (s === 0 ? opened : free)),
    u:
      u === undefined ? firstMultipliers(structure, context.scale) : Float64Array.from(rowOrigin, (row) => u[row] ?? 0),
    bound: lagrangianBound(structure, context.scale),
    baskets: basketsOf(structure),
    offset: from.offset + settledCost,
    lift: (open) => from.lift(liftOpen(reduction, open)),
  };
};

/**
 * Looks at a part and what lies below it; returns a lower bound of all baskets there that are
 * better than the best. `above` is a bound that is known.
 */
const explore = (context: Context, part: Part | undefined, above: number, isRoot: boolean): number => {
  context.nodes += 1;
  if (part === undefined) return Infinity;
  if (part.structure.blockCount === 0) {
    offer(context, part, Uint8Array.of(1), 0);
    return part.offset;
  }
  const { lower: raised, u, usage } = raiseBound(context, part, isRoot);
  const lower = Math.max(above, raised + part.offset);
  if (isRoot) context.rootLower = Math.min(lower, context.cost);
  if (lower >= context.cost) return lower;
  const node = { ...part, u };
  if (!isRoot && context.nodes % nodesPerBasket === 0) tryBasket(context, node, u);
  if (context.nodes >= longSearch && context.root !== undefined) {
    replace(context, context.root);
    context.root = undefined;
  }
  if (fixAt(context, node)) return explore(context, smallerPart(context, node, u), lower, isRoot);
  if (isRoot) {
    const basket = tryBasket(context, node, u);
    if (basket !== undefined) improve(context, node, basket, fullEffort);
    context.root = node;
    if (fixAt(context, node)) return explore(context, smallerPart(context, node, u), lower, isRoot);
  }
  return lower >= context.cost ? lower : split(context, node, lower, usage);
};

/** Fixes what the multipliers of the part prove. */
const fixAt = (context: Context, part: Part): boolean =>
  fixByReducedCost(context, part, part.status, evaluateBound(part.bound, part.u, part.status, Infinity));

const split = (context: Context, part: Part, lower: number, usage: Float64Array): number => {
  const supplier = branchingSupplier(part, usage);
  if (context.options.isOver()) return lower;
  const below = (decision: number): number => {
    const status = part.status.slice();
    status[supplier] = decision;
    return explore(context, smallerPart(context, { ...part, status }, part.u), lower, false);
  };
  const opensFirst = (usage[supplier] as number) >= 0.5;
  const first = below(opensFirst ? opened : closed);
  if (lower >= context.cost || context.options.isOver()) return lower;
  return Math.min(first, below(opensFirst ? closed : opened));
};

/** Finds the cheapest basket of a structure. */
export const search = (structure: Structure, options: SearchOptions): SearchResult => {
  const scale = scaleFor(structure);
  const context: Context = {
    options,
    scale,
    open: undefined,
    cost: Infinity,
    rootLower: 0,
    root: undefined,
    nodes: 0,
  };
  const status = new Uint8Array(structure.supplierCount);
  const whole = smallerPart(context, { structure, status, offset: 0, lift: (open) => open });
  const lower = explore(context, whole, 0, true);
  const { open, cost, nodes } = context;
  return { open, cost, lowerBound: Math.min(Math.max(lower, context.rootLower), cost), nodes };
};
