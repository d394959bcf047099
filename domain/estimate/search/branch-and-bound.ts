/**
 * Branch and bound over suppliers. A node has opened some suppliers, closed some and leaves the
 * others free; its lower bound is the Lagrangian one (bound.ts), its multipliers start from its
 * parent's. A node whose bound reaches the best basket is done; a free supplier whose opening or
 * closing alone would reach it is fixed the other way (reduced-cost fixing). The root and every
 * eighth node try a basket: what the node has opened, completed by what the multipliers say and
 * cleaned; the root improves its own.
 *
 * Guarantees: the order is fixed, so the same input gives the same baskets; each basket reported is
 * cheaper than the last; the lower bound returned holds whether the search ended or was stopped,
 * and equals the best cost when it ended.
 */
import { type Ascent, type AscentLimits, ascend, firstMultipliers } from './ascent.ts';
import { type Baskets, basketCost, basketsOf } from './basket.ts';
import { type Bound, closed, evaluateBound, free, lagrangianBound, opened, restrictBound, scaleFor } from './bound.ts';
import { completeBasket, dropSuppliers, improveBasket } from './heuristics.ts';
import { replaceSuppliers } from './replace.ts';
import { type Structure, shrink } from './structure.ts';

/** How to search. */
export interface SearchOptions {
  /** At most so many suppliers may be open; left out: any number. */
  readonly maxSuppliers?: number;
  /** A basket that is known already. */
  readonly start?: Uint8Array;
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
  readonly seats: number;
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
  readonly maxSuppliers: number;
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

const countOpen = (open: Uint8Array): number => open.reduce((sum, value) => sum + value, 0);

const offer = (context: Context, open: Uint8Array, cost: number): void => {
  if (!(cost < context.incumbent.cost) || countOpen(open) > context.maxSuppliers) return;
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
const improve = ({ baskets, maxSuppliers, structure }: Context, { status }: Node, open: Uint8Array): number => {
  const trials = Math.min(20_000, 4e7 / (1 + structure.entryCost.length));
  return improveBasket(baskets, open, { allowed: (s) => status[s] !== closed, seats: maxSuppliers, trials });
};

/**
 * A search that turns out to be long goes back to the root's basket and replaces suppliers in ones
 * and twos.
 */
const replace = (context: Context, root: Node): void => {
  const { baskets, scale, maxSuppliers, structure } = context;
  const { status, u } = root;
  const basket = tryBasket(context, root, u);
  if (basket === undefined) return;
  offer(context, basket, improve(context, root, basket));
  const allowed = (s: number) => status[s] !== closed;
  const isKept = (s: number) => status[s] === opened;
  const trials = Math.min(2_000, 1e7 / (1 + structure.entryCost.length));
  const prices = { multipliers: u, scale };
  const task = { baskets, open: basket, allowed, isKept, prices, maxSuppliers, trials };
  const { open, cost } = replaceSuppliers(task);
  offer(context, open, cost);
};

/**
 * Fixes free suppliers that cannot be open, or closed, in a better basket. Returns whether anything
 * changed.
 */
const fixByReducedCost = (context: Context, node: Node, value: number): Node => {
  const { bound, incumbent, scale, structure } = context;
  const { status } = node;
  const cutoff = (incumbent.cost - 1) * scale;
  if (!(cutoff < Infinity)) return node;
  const selected: number[] = [];
  let next = 0;
  for (let s = 0; s < structure.supplierCount; s += 1) {
    if (status[s] !== free) continue;
    if (bound.used[s] === 1) selected.push(bound.reduced[s] as number);
    else next = Math.min(next, bound.reduced[s] as number);
  }
  const worst = selected.length === node.seats ? selected.reduce((most, one) => Math.max(most, one), -Infinity) : 0;
  const displaced = selected.length === 0 ? 0 : worst;
  let { seats } = node;
  for (let s = 0; s < structure.supplierCount; s += 1) {
    if (status[s] !== free) continue;
    const reduced = bound.reduced[s] as number;
    if (bound.used[s] === 0 && value + reduced - displaced > cutoff) status[s] = closed;
    else if (bound.used[s] === 1 && value - reduced + next > cutoff) {
      status[s] = opened;
      seats -= 1;
    }
  }
  restrictBound(bound, status);
  return { status, u: node.u, seats };
};

const isFathomed = (context: Context, lower: number): boolean => lower >= context.incumbent.cost;

/** The root takes its time, other nodes start near their best multipliers. */
const rootClimb: AscentLimits = { iterations: 600, firstStep: 1.5, patience: 20 };
const nodeClimb: AscentLimits = { iterations: 30, firstStep: 0.7, patience: 8 };

/** Raises the bound of a node; the root tries baskets on the way. */
const raiseBound = (context: Context, { u, status, seats }: Node, isRoot: boolean): Ascent => {
  const { structure, bound, scale, incumbent, options } = context;
  const onPause = (at: Float64Array): boolean => {
    tryBasket(context, { status }, at);
    return options.isOver();
  };
  const task = { structure, bound, scale, u, status, seats, target: () => incumbent.cost };
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
  return { status, u: parent.u, seats: decision === opened ? parent.seats - 1 : parent.seats };
};

/**
 * A node after its bound was raised and suppliers were fixed: done, or to be split on a supplier.
 */
type Processed =
  | { readonly kind: 'done'; readonly lower: number }
  | { readonly kind: 'open'; readonly node: Node; readonly lower: number; readonly usage: Float64Array };

const processNode = (context: Context, start: Node, isRoot: boolean): Processed => {
  const { bound, scale } = context;
  context.nodes += 1;
  const { lower, u, usage } = raiseBound(context, start, isRoot);
  if (isRoot) context.rootLower = Math.max(context.rootLower, Math.min(lower, context.incumbent.cost));
  if (lower === Infinity || isFathomed(context, lower)) return { kind: 'done', lower };
  const basket = isRoot || context.nodes % nodesPerBasket === 0 ? tryBasket(context, start, u) : undefined;
  if (isRoot && basket !== undefined) offer(context, basket, improve(context, start, basket));
  if (isRoot) context.root = { ...start, u };
  if (context.nodes === longSearch && context.root !== undefined) replace(context, context.root);
  if (isFathomed(context, lower)) return { kind: 'done', lower };
  const node = fixByReducedCost(context, { ...start, u }, evaluateBound(bound, u, start.status, start.seats));
  if (node.seats < 0) return { kind: 'done', lower: Infinity };
  const raised = Math.max(lower, Math.ceil(evaluateBound(bound, u, node.status, node.seats) / scale));
  if (raised === Infinity || isFathomed(context, raised)) return { kind: 'done', lower: raised };
  return { kind: 'open', node, lower: raised, usage };
};

/**
 * Looks at a node and what lies below it; returns a lower bound of all baskets there that are
 * better than the incumbent.
 */
const explore = (context: Context, start: Node): number => {
  const processed = processNode(context, start, false);
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
  const opensFirst = node.seats > 0 && (usage[supplier] as number) >= 0.5;
  const first = explore(context, child(node, supplier, opensFirst ? opened : closed));
  if (node.seats === 0) return Math.max(lower, first);
  if (isFathomed(context, lower)) return Math.max(lower, Math.min(first, lower));
  const second = explore(context, child(node, supplier, opensFirst ? closed : opened));
  return Math.max(lower, Math.min(first, second));
};

/** Where a search of a smaller structure continues from. */
interface Continuation {
  readonly u: Float64Array;
  readonly status: Uint8Array;
  /** Cost of the best basket so far. */
  readonly cost: number;
  readonly lower: number;
}

const contextOf = (structure: Structure, options: SearchOptions, scale: number): Context => ({
  structure,
  bound: lagrangianBound(structure, scale),
  baskets: basketsOf(structure),
  scale,
  maxSuppliers: Math.min(options.maxSuppliers ?? structure.supplierCount, structure.supplierCount),
  options,
  incumbent: { open: undefined, cost: Infinity },
  rootLower: 0,
  root: undefined,
  nodes: 0,
});

/**
 * The search from a root: bound, fix, and either go on without the suppliers that are out, or
 * branch.
 */
const searchFrom = (context: Context, from: Continuation): SearchResult => {
  const { incumbent, maxSuppliers } = context;
  incumbent.cost = Math.min(incumbent.cost, from.cost);
  context.rootLower = from.lower;
  const openCount = from.status.reduce((sum, value) => sum + (value === opened ? 1 : 0), 0);
  const root: Node = { status: from.status, u: from.u, seats: maxSuppliers - openCount };
  const processed = processNode(context, root, true);
  const finish = (lower: number): SearchResult => ({
    open: incumbent.open,
    cost: incumbent.cost,
    lowerBound: Math.min(Math.max(lower, from.lower), incumbent.cost),
    nodes: context.nodes,
  });
  if (processed.kind === 'done') return finish(processed.lower);
  const closedCount = processed.node.status.reduce((sum, value) => sum + (value === closed ? 1 : 0), 0);
  if (closedCount < processed.node.status.length * 0.1) return finish(split(context, processed));
  const smaller = searchSmaller(context, processed);
  context.nodes += smaller.nodes;
  if (smaller.open !== undefined) {
    incumbent.open = smaller.open;
    incumbent.cost = smaller.cost;
  }
  return finish(smaller.lowerBound);
};

const searchSmaller = (context: Context, { node, lower }: Processed & { readonly kind: 'open' }): SearchResult => {
  const { options, maxSuppliers, scale, incumbent } = context;
  const { structure, origin } = shrink(context.structure, (s) => node.status[s] !== closed);
  const lift = (open: Uint8Array): Uint8Array => {
    const lifted = new Uint8Array(context.structure.supplierCount);
    origin.forEach((s, index) => {
      lifted[s] = open[index] ?? 0;
    });
    return lifted;
  };
  const onBetter: SearchOptions['onBetter'] = (open, cost, bound) => options.onBetter?.(lift(open), cost, bound);
  const inner = contextOf(structure, { isOver: options.isOver, maxSuppliers, onBetter }, scale);
  const status = Uint8Array.from(origin, (s) => node.status[s] ?? free);
  const result = searchFrom(inner, { u: node.u, status, cost: incumbent.cost, lower });
  return { ...result, open: result.open === undefined ? undefined : lift(result.open) };
};

/** Finds the cheapest basket of a structure. */
export const search = (structure: Structure, options: SearchOptions): SearchResult => {
  const scale = scaleFor(structure);
  const context = contextOf(structure, options, scale);
  if (options.start !== undefined) offer(context, options.start, basketCost(context.baskets, options.start));
  const u = firstMultipliers(structure, scale);
  return searchFrom(context, { u, status: new Uint8Array(structure.supplierCount), cost: Infinity, lower: 0 });
};
