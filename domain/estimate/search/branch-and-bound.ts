/**
 * Branch and bound over suppliers. A node has opened some suppliers, closed some and leaves the
 * others free; its lower bound is the Lagrangian one (bound.ts), its multipliers start from its
 * parent's. A node whose bound reaches the best basket is done; a free supplier whose opening or
 * closing alone would reach it is fixed the other way (reduced-cost fixing). As soon as the root
 * can fix a tenth of the suppliers, the search begins again on what `presolve.ts` leaves of the
 * structure. The root and every eighth node try a basket: what the node has opened, completed by
 * what the multipliers say and cleaned; the root improves its own.
 *
 * Guarantees: the order is fixed, so the same input gives the same baskets; each basket reported is
 * cheaper than the last; the lower bound returned holds whether the search ended or was stopped,
 * and equals the best cost when it ended.
 */
import { type Ascent, type AscentLimits, ascend, firstMultipliers } from './ascent.ts';
import { type Baskets, basketCost, basketsOf } from './basket.ts';
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

interface Node {
  readonly status: Uint8Array;
  readonly u: Float64Array;
}

interface Incumbent {
  open: Uint8Array | undefined;
  cost: number;
}

interface Context {
  readonly structure: Structure;
  readonly bound: Bound;
  readonly baskets: Baskets;
  readonly scale: number;
  readonly options: SearchOptions;
  readonly incumbent: Incumbent;
  /** The bound of the whole, known after the root. */
  rootLower: number;
  /** The root with its best multipliers, known after it. */
  root: Node | undefined;
  nodes: number;
}

/** Nodes for each that tries a basket: a try takes as long as the bound of several nodes. */
const nodesPerBasket = 8;

/** Nodes after which a search counts as long. */
const longSearch = 200;

const offer = (context: Context, open: Uint8Array, cost: number): void => {
  if (cost >= context.incumbent.cost) return;
  context.incumbent.open = open.slice();
  context.incumbent.cost = cost;
  context.options.onBetter?.(open.slice(), cost, Math.min(cost, context.rootLower));
};

/**
 * Tries a basket: the suppliers that the node has opened, completed by what the multipliers say,
 * and cleaned.
 */
const tryBasket = (context: Context, { status }: Pick<Node, 'status'>, u: Float64Array): Uint8Array | undefined => {
  const { baskets, scale } = context;
  const open = Uint8Array.from(status, (value) => (value === opened ? 1 : 0));
  if (!completeBasket(baskets, open, (s) => status[s] !== closed, { multipliers: u, scale })) return undefined;
  offer(context, open, dropSuppliers(baskets, open));
  return open;
};

/** Improves a basket by adding, dropping and swapping what the node leaves free. */
const improve = ({ baskets, structure }: Context, { status }: Node, open: Uint8Array): number => {
  const trials = Math.min(20_000, 4e7 / (1 + structure.entryCost.length));
  return improveBasket(baskets, open, { allowed: (s) => status[s] !== closed, trials });
};

/**
 * A search that turns out to be long goes back to the root's basket and replaces suppliers in ones
 * and twos.
 */
const replace = (context: Context, root: Node): void => {
  const { baskets, scale, structure } = context;
  const { status, u } = root;
  const basket = tryBasket(context, root, u);
  if (basket === undefined) return;
  offer(context, basket, improve(context, root, basket));
  const allowed = (s: number) => status[s] !== closed;
  const isKept = (s: number) => status[s] === opened;
  const trials = Math.min(2_000, 1e7 / (1 + structure.entryCost.length));
  const prices = { multipliers: u, scale };
  const task = { baskets, open: basket, allowed, isKept, prices, trials };
  const { open, cost } = replaceSuppliers(task);
  offer(context, open, cost);
};

/**
 * Fixes free suppliers that cannot be open, or closed, in a better basket, by what the last
 * evaluation of the bound said; `value` is the bound.
 */
const fixByReducedCost = ({ bound, incumbent, scale }: Context, status: Uint8Array, value: number): void => {
  const cutoff = (incumbent.cost - 1) * scale;
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] !== free || value + Math.abs(bound.reduced[s] as number) <= cutoff) continue;
    status[s] = bound.used[s] === 1 ? opened : closed;
  }
};

/** Whether so many suppliers of a root are fixed that a smaller structure is worth its making. */
const isShrinking = (status: Uint8Array): boolean => {
  const left = status.reduce((sum, value) => sum + (value === free ? 1 : 0), 0);
  return left < (status.length - 1) * 0.9;
};

const isFathomed = (context: Context, lower: number): boolean => lower >= context.incumbent.cost;

/** The root takes its time, other nodes start near their best multipliers. */
const rootClimb: AscentLimits = { iterations: 600, firstStep: 1.5, patience: 20 };
const nodeClimb: AscentLimits = { iterations: 30, firstStep: 0.7, patience: 8 };

/**
 * Raises the bound of a node; the root tries baskets on the way, and ends where enough suppliers
 * can be fixed.
 */
const raiseBound = (context: Context, { u, status }: Node, isRoot: boolean): Ascent => {
  const { structure, bound, scale, incumbent, options } = context;
  const onPause = (at: Float64Array, value: number): boolean => {
    tryBasket(context, { status }, at);
    const fixed = status.slice();
    fixByReducedCost(context, fixed, value);
    return options.isOver() || isShrinking(fixed);
  };
  const task = { structure, bound, scale, u, status, seats: Infinity, target: () => incumbent.cost };
  return ascend(isRoot ? { ...task, climb: rootClimb, onPause } : { ...task, climb: nodeClimb });
};

/** The free supplier that the relaxation is least sure about; -1 where none is free. */
const branchingSupplier = (status: Uint8Array, usage: Float64Array, reduced: Float64Array): number => {
  let best = -1;
  let bestScore = -Infinity;
  for (let s = 0; s < status.length; s += 1) {
    if (status[s] !== free) continue;
    const share = usage[s] as number;
    const score = Math.min(share, 1 - share) - 1e-12 * Math.abs(reduced[s] as number);
    if (score > bestScore) {
      bestScore = score;
      best = s;
    }
  }
  return best;
};

const child = (parent: Node, supplier: number, decision: number): Node => {
  const status = parent.status.slice();
  status[supplier] = decision;
  return { status, u: parent.u };
};

/**
 * A node after its bound was raised and suppliers were fixed: done, or to be split on a supplier.
 */
type Processed =
  | { readonly kind: 'done'; readonly lower: number }
  | { readonly kind: 'open'; readonly node: Node; readonly lower: number; readonly usage: Float64Array };

/** Fixes what the multipliers of the node prove; the node is done where they prove it all. */
const fixNode = (context: Context, node: Node, { lower, usage }: Ascent): Processed => {
  const { bound, scale } = context;
  const { status, u } = node;
  fixByReducedCost(context, status, evaluateBound(bound, u, status, Infinity));
  restrictBound(bound, status);
  const raised = Math.max(lower, Math.ceil(evaluateBound(bound, u, status, Infinity) / scale));
  return isFathomed(context, raised) ? { kind: 'done', lower: raised } : { kind: 'open', node, lower: raised, usage };
};

const processRoot = (context: Context, start: Node): Processed => {
  context.nodes += 1;
  const ascent = raiseBound(context, start, true);
  const { lower, u } = ascent;
  context.rootLower = Math.max(context.rootLower, Math.min(lower, context.incumbent.cost));
  if (isFathomed(context, lower)) return { kind: 'done', lower };
  const node = { status: start.status, u };
  const basket = tryBasket(context, node, u);
  const processed = fixNode(context, node, ascent);
  if (processed.kind === 'done' || isShrinking(node.status)) return processed;
  if (basket !== undefined) offer(context, basket, improve(context, node, basket));
  context.root = node;
  return fixNode(context, node, ascent);
};

const processNode = (context: Context, start: Node): Processed => {
  context.nodes += 1;
  const ascent = raiseBound(context, start, false);
  const { lower, u } = ascent;
  if (isFathomed(context, lower)) return { kind: 'done', lower };
  if (context.nodes % nodesPerBasket === 0) tryBasket(context, start, u);
  if (context.nodes === longSearch && context.root !== undefined) replace(context, context.root);
  return isFathomed(context, lower) ? { kind: 'done', lower } : fixNode(context, { status: start.status, u }, ascent);
};

/**
 * Looks at a node and what lies below it; returns a lower bound of all baskets there that are
 * better than the incumbent.
 */
const explore = (context: Context, start: Node): number => {
  const processed = processNode(context, start);
  return processed.kind === 'done' ? processed.lower : split(context, processed);
};

const split = (context: Context, { node, lower, usage }: Processed & { readonly kind: 'open' }): number => {
  const { baskets, bound, options } = context;
  const supplier = branchingSupplier(node.status, usage, bound.reduced);
  if (supplier < 0) {
    const open = Uint8Array.from(node.status, (value) => (value === opened ? 1 : 0));
    const cost = basketCost(baskets, open);
    offer(context, open, cost);
    return cost;
  }
  if (options.isOver()) return lower;
  const opensFirst = (usage[supplier] as number) >= 0.5;
  const first = explore(context, child(node, supplier, opensFirst ? opened : closed));
  if (isFathomed(context, lower)) return Math.max(lower, Math.min(first, lower));
  const second = explore(context, child(node, supplier, opensFirst ? closed : opened));
  return Math.max(lower, Math.min(first, second));
};

/** Where a search continues from. */
interface Continuation {
  readonly structure: Structure;
  /** What is decided about its suppliers. */
  readonly status: Uint8Array;
  /** The multipliers of its rows; undefined: none yet. */
  readonly u: Float64Array | undefined;
  readonly scale: number;
  /** Cost of the best basket so far. */
  readonly cost: number;
  readonly lower: number;
}

const contextOf = ({ structure, scale, cost, lower }: Continuation, options: SearchOptions): Context => ({
  structure,
  bound: lagrangianBound(structure, scale),
  baskets: basketsOf(structure),
  scale,
  options,
  incumbent: { open: undefined, cost },
  rootLower: lower,
  root: undefined,
  nodes: 0,
});

/**
 * The search from a root whose structure cannot be made smaller at once: bound, fix, and either
 * begin again on what is left, or branch.
 */
const searchRoot = (from: Continuation, options: SearchOptions): SearchResult => {
  const { structure, scale, status } = from;
  const context = contextOf(from, options);
  const { incumbent } = context;
  const root = { status, u: from.u ?? firstMultipliers(structure, scale) };
  const processed = processRoot(context, root);
  const finish = (lower: number): SearchResult => ({
    open: incumbent.open,
    cost: incumbent.cost,
    lowerBound: Math.min(Math.max(lower, from.lower), incumbent.cost),
    nodes: context.nodes,
  });
  if (processed.kind === 'done') return finish(processed.lower);
  const { node, lower } = processed;
  if (!isShrinking(node.status)) return finish(split(context, processed));
  const smaller = searchFrom({ structure, ...node, scale, cost: incumbent.cost, lower }, options);
  context.nodes += smaller.nodes;
  if (smaller.open !== undefined) Object.assign(incumbent, { open: smaller.open, cost: smaller.cost });
  return finish(smaller.lowerBound);
};

/** The search on what presolve leaves; `open` is undefined where nothing is better than `cost`. */
const searchFrom = (from: Continuation, options: SearchOptions): SearchResult => {
  const reduction = presolve(from.structure, from.status);
  if (reduction === undefined) return { open: undefined, cost: from.cost, lowerBound: from.cost, nodes: 0 };
  const { structure, settledCost, rowOrigin } = reduction;
  const smaller: Continuation = {
    structure,
    status: Uint8Array.from(structure.fixed, (_, s) => (s === 0 ? opened : free)),
    u: from.u === undefined ? undefined : Float64Array.from(rowOrigin, (row) => from.u?.[row] ?? 0),
    scale: from.scale,
    cost: from.cost - settledCost,
    lower: Math.max(0, from.lower - settledCost),
  };
  const { open, cost, lowerBound, nodes } = searchRoot(smaller, {
    isOver: options.isOver,
    onBetter: (better, betterCost, bound) =>
      options.onBetter?.(liftOpen(reduction, better), betterCost + settledCost, bound + settledCost),
  });
  return {
    open: open === undefined ? undefined : liftOpen(reduction, open),
    cost: cost + settledCost,
    lowerBound: lowerBound + settledCost,
    nodes,
  };
};

/** Finds the cheapest basket of a structure. */
export const search = (structure: Structure, options: SearchOptions): SearchResult => {
  const status = new Uint8Array(structure.supplierCount);
  const scale = scaleFor(structure);
  return searchFrom({ structure, status, u: undefined, scale, cost: Infinity, lower: 0 }, options);
};
