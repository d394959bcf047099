/**
 * Branch and bound over baskets where what an order costs depends on its goods. What is known at
 * once is the search where every order costs the least that it may (../branch-and-bound.ts): its
 * bound holds here too, and its basket is often what is looked for. Where it is not, nodes decide
 * suppliers, windows of orders and entries, by the bound of `bound.ts`.
 *
 * The first rounds look for baskets little dearer than the bound of the root, and each further one
 * reaches twice as far: a low cutoff fixes and prunes more than the best basket known does, and the
 * bound of the whole rises from round to round.
 *
 * Guarantees: as ../branch-and-bound.ts.
 */
import { type Ascent, type AscentLimits, ascend, firstMultipliers } from '../ascent.ts';
import { closed } from '../bound.ts';
import { search } from '../branch-and-bound.ts';
import { costAt } from '../order-windows.ts';
import { type Assignment, assignBy, emptyAssignment, improveAssignment } from './assignment.ts';
import { evaluateStepped, restrictStepped, type SteppedBound, steppedBound } from './bound.ts';
import { copyOf, splitNode } from './branching.ts';
import { ascendByBundle, type BundleAscent } from './bundle.ts';
import { fixDecisions } from './fixing.ts';
import type { Decisions } from './live.ts';
import type { Stepped } from './stepped.ts';

/** How to search. */
export interface SteppedOptions {
  /** Asked often; true ends the search with what is known. */
  readonly isOver: () => boolean;
  /** Called with each better basket, as the entry of each row, and the bound known by then. */
  readonly onBetter?: (entryOf: Int32Array, cost: number, lowerBound: number) => void;
}

/** What a search found. */
export interface SteppedResult {
  /** The entry of each row of the best basket, -1: not chosen; undefined: none was found. */
  readonly entryOf: Int32Array | undefined;
  /** Its cost; where none was found, what was to be beaten. */
  readonly cost: number;
  /** No basket is cheaper than this, or than what was to be beaten. */
  readonly lowerBound: number;
}

interface Context {
  readonly stepped: Stepped;
  readonly options: SteppedOptions;
  readonly bound: SteppedBound;
  /** Suppliers that no basket may take. */
  readonly shut: Uint8Array;
  entryOf: Int32Array | undefined;
  cost: number;
  /** Only cheaper baskets are looked for at present; at most `cost`. */
  cutoff: number;
  lower: number;
  nodes: number;
}

/** From far below: by the subgradient method, until it slows down. */
const rootClimb: AscentLimits = { iterations: 60, firstStep: 1.5, patience: 20 };
/** From nearby: by a bundle. */
const roundClimb: AscentLimits = { iterations: 200, firstStep: 0.5, patience: 1 };
const nodeClimb: AscentLimits = { iterations: 40, firstStep: 0.7, patience: 8 };

/** What is climbed at: the root for the first time, the start of a round, or a node below it. */
type Height = 'root' | 'round' | 'node';

/** Nodes for each that tries a basket of the last evaluation. */
const nodesPerBasket = 8;

const improvingRounds = 6;

/** Takes a basket where it is better than the best. */
const take = (context: Context, { entryOf, cost }: Assignment): void => {
  if (cost >= context.cost) return;
  context.entryOf = entryOf.slice();
  context.cost = cost;
  context.cutoff = Math.min(context.cutoff, cost);
  context.options.onBetter?.(context.entryOf, cost, Math.min(cost, context.lower));
};

/** Improves and takes a basket of what the guide says; `isOpen` is of suppliers. */
const tryBasket = (
  context: Context,
  isOpen: (s: number) => boolean,
  weigh: (e: number) => number,
): Assignment | undefined => {
  const { stepped, shut } = context;
  const { entrySupplier } = stepped;
  const assignment = emptyAssignment(stepped);
  const mayTake = (e: number): boolean => shut[entrySupplier[e] as number] === 0;
  const isServed =
    assignBy(assignment, { mayTake: (e) => mayTake(e) && isOpen(entrySupplier[e] as number), weigh }) ||
    assignBy(assignment, { mayTake, weigh });
  if (!isServed) return undefined;
  improveAssignment(assignment, mayTake, improvingRounds);
  take(context, assignment);
  return assignment;
};

/** Tries a basket of the suppliers that the last evaluation used, with its weights of goods. */
const tryRelaxed = (context: Context): void => {
  const { used, bestWindow, windowWeight, cost, goods } = context.bound;
  const { entrySupplier } = context.stepped;
  const weightOf = (s: number): number => windowWeight[bestWindow[s] as number] ?? 0;
  const isOpen = (s: number): boolean => used[s] === 1;
  const weigh = (e: number): number =>
    (cost[e] as number) - weightOf(entrySupplier[e] as number) * (goods[e] as number);
  tryBasket(context, isOpen, weigh);
  const { taken } = context.bound;
  tryBasket(context, isOpen, (e) => (taken[e] === 1 ? 0.01 : 1) * weigh(e));
};

/** Tries a basket of what the relaxation took most. */
const tryBlend = (context: Context, usage: Float64Array): void => {
  const { cost, windowValue } = context.bound;
  const share = usage.subarray(windowValue.length);
  const weigh = (e: number): number => (cost[e] as number) * (1 - 0.99 * (share[e] as number));
  tryBasket(context, () => true, weigh);
};

/** Tries baskets where that is worth its time. */
const tryBaskets = (context: Context, height: Height, usage: Float64Array): void => {
  if (height === 'root' || context.nodes % nodesPerBasket === 0) tryRelaxed(context);
  tryBlend(context, usage);
};

/** Takes the basket of the last evaluation where that serves every row once. */
const takeRelaxed = (context: Context): void => {
  const { direction, taken } = context.bound;
  if (direction.some((value) => value !== 0)) return;
  const assignment = emptyAssignment(context.stepped);
  if (assignBy(assignment, { mayTake: (e) => taken[e] === 1, weigh: () => 0 })) take(context, assignment);
};

/** Where a climb ended, and what one by a bundle knows there. */
type Raised = Ascent & Partial<Pick<BundleAscent, 'known'>>;

/** Where a climb begins. */
type From = Pick<Raised, 'u' | 'known'>;

const raiseBound = (context: Context, decisions: Decisions, { u, known }: From, height: Height): Raised => {
  const { bound, options } = context;
  const isRoot = height === 'root';
  restrictStepped(bound, decisions);
  const { scale } = bound;
  let pauses = 0;
  const onPause = (): boolean => {
    pauses += 1;
    // After 1, 2, 4, 8 ... pauses.
    if (isRoot && (pauses & (pauses - 1)) === 0) tryRelaxed(context);
    return options.isOver();
  };
  const task = { u, target: () => context.cutoff, onPause };
  if (!isRoot) {
    const climb = height === 'round' ? roundClimb : nodeClimb;
    return ascendByBundle({ ...task, bound, decisions, climb, ...(known && { known }) });
  }
  const evaluate = (at: Float64Array): number => evaluateStepped(bound, at, decisions);
  const climbed = { ceiling: bound.ceiling, direction: bound.direction, used: bound.marks };
  return ascend({ ...task, bound: climbed, evaluate, scale, climb: rootClimb });
};

/** The only basket that is left of a node whose blocks are all decided. */
const onlyBasket = (context: Context, { status, banned }: Decisions): number => {
  const { stepped } = context;
  const assignment = emptyAssignment(stepped);
  const mayTake = (e: number): boolean => banned[e] === 0 && status[stepped.entrySupplier[e] as number] !== closed;
  if (!assignBy(assignment, { mayTake, weigh: () => 0 })) return Infinity;
  take(context, assignment);
  return assignment.cost;
};

/** Rounds of fixing and climbing at one node, and decisions for which another is worth it. */
const fixingRounds = 4;
const worthAgain = 8;

/** A node once it is climbed and what follows is fixed. */
interface Climbed extends Raised {
  /** The bound of the whole node. */
  readonly nodeLower: number;
}

const climbAndFix = (context: Context, decisions: Decisions, from: From, above: number, height: Height): Climbed => {
  const { bound, options } = context;
  const isRoot = height === 'root';
  let nodeLower = above;
  let at = from;
  for (let round = 0; ; round += 1) {
    const ascent = raiseBound(context, decisions, at, isRoot && round > 0 ? 'node' : height);
    nodeLower = Math.max(nodeLower, ascent.lower);
    at = ascent;
    if (isRoot) context.lower = Math.max(context.lower, Math.min(nodeLower, context.cost));
    if (nodeLower >= context.cutoff || options.isOver()) return { ...ascent, nodeLower };
    const margin = context.cutoff < Infinity ? Math.max(0, context.cutoff - ascent.lower) * bound.scale : 0;
    const value = evaluateStepped(bound, ascent.u, decisions, margin);
    tryBaskets(context, height, ascent.usage);
    const fixed = fixDecisions(bound, ascent.u, decisions, (context.cutoff - 1) * bound.scale - value);
    if (round + 1 >= fixingRounds || fixed < worthAgain) {
      restrictStepped(bound, decisions);
      const again = fixed === 0 ? value : evaluateStepped(bound, ascent.u, decisions, margin);
      return { ...ascent, nodeLower: Math.max(nodeLower, Math.ceil(again / bound.scale)) };
    }
  }
};

/** A node that was looked at: its bound, where that is, and what is to be looked at below it. */
interface Visited {
  readonly nodeLower: number;
  readonly from: From;
  /** Undefined: nothing cheaper is below it, or the time is over. */
  readonly parts: readonly Decisions[] | undefined;
}

/** What its parts are chosen by is as large as the problem, and not kept for what follows. */
const visit = (context: Context, decisions: Decisions, begin: From, above: number, height: Height): Visited => {
  const { nodeLower, u, usage, known } = climbAndFix(context, decisions, begin, above, height);
  const from = { u, ...(known && { known }) };
  if (nodeLower >= context.cutoff || context.options.isOver()) return { nodeLower, from, parts: undefined };
  takeRelaxed(context);
  if (nodeLower >= context.cutoff) return { nodeLower, from, parts: undefined };
  const room = (context.cutoff - nodeLower) * context.bound.scale;
  return { nodeLower, from, parts: splitNode(context.bound, decisions, { usage, room }) };
};

/** Looks at a node and what lies below it; returns a bound of all baskets there. */
const explore = (context: Context, decisions: Decisions, begin: From, above: number, height: Height): number => {
  context.nodes += 1;
  const { nodeLower, from, parts } = visit(context, decisions, begin, above, height);
  if (parts === undefined) return nodeLower;
  if (parts.length === 0) return onlyBasket(context, decisions);
  let least = Infinity;
  for (const part of parts) {
    // What is left is not cheaper than the best, which may be of the part before, or not looked at.
    if (nodeLower >= context.cutoff || context.options.isOver()) return Math.min(least, nodeLower);
    least = Math.min(least, explore(context, part, from, nodeLower, 'node'));
  }
  return least;
};

/** Searches by what orders cost in the last basket; a further one must find another basket. */
const guesses = 4;

/**
 * Baskets of searches where what an order costs is taken as given, improved at what they really
 * cost. The first takes the least that orders cost, so that its bound holds here too; the others
 * what orders cost in the basket before, and of suppliers that are not in it their dearest window.
 */
const relax = (context: Context): void => {
  const { stepped, options } = context;
  const { structure, windows } = stepped;
  const tryOpen = (open: Uint8Array): Assignment | undefined =>
    tryBasket(
      context,
      (s) => open[s] === 1,
      (e) => structure.entryCost[e] as number,
    );
  const found = search(structure, {
    isOver: options.isOver,
    onBetter: (open) => {
      if (context.entryOf === undefined) tryOpen(open);
    },
  });
  context.lower = found.lowerBound;
  let basket = found.open && tryOpen(found.open);
  for (let guess = 0; guess < guesses && basket !== undefined && context.cost > context.lower; guess += 1) {
    const { goods, rows, cost } = basket;
    const fixed = Float64Array.from(windows, (each, s) =>
      rows[s] === 0 ? Math.max(...each.map((window) => window.cost)) : costAt(each, goods[s] as number),
    );
    const { open } = search({ ...structure, fixed }, { isOver: options.isOver });
    basket = open && tryOpen(open);
    if (basket?.cost === cost || options.isOver()) return;
  }
};

/** How far above the bound of the root baskets are looked for at first, as a share of it. */
const firstReach = 1 / 4096;

/**
 * Looks for baskets little dearer than the bound, and for dearer ones only once there are proven
 * to be none: a low cutoff fixes and prunes more than the best basket known does.
 */
const searchBelow = (context: Context, first: Float64Array): void => {
  const { stepped, options, bound, shut } = context;
  const root: Decisions = {
    status: shut.map((value) => (value === 1 ? closed : 0)),
    inPlay: new Uint8Array(bound.windowValue.length).fill(1),
    banned: new Uint8Array(stepped.structure.entryCost.length),
  };
  const ascent = climbAndFix(context, root, { u: first }, context.lower, 'root');
  context.lower = Math.max(context.lower, Math.min(ascent.nodeLower, context.cost));
  let reach = Math.max(1, Math.ceil(context.lower * firstReach));
  while (context.lower < context.cost && !options.isOver()) {
    context.cutoff = Math.min(context.cost, context.lower + reach);
    const decisions = copyOf(root);
    const lower = explore(context, decisions, ascent, context.lower, 'round');
    context.lower = Math.max(context.lower, Math.min(lower, context.cutoff));
    reach *= 2;
  }
};

/** What to search besides. */
export interface SteppedTask {
  /** 1 for suppliers that may not be taken; left out: all may. */
  readonly shut?: Uint8Array;
  /** Only cheaper baskets are looked for; left out: any. */
  readonly below?: number;
  /** A basket is enough, without a proof that it is the best. */
  readonly isQuick?: true;
}

/** Finds the cheapest basket where orders have windows. */
export const searchStepped = (stepped: Stepped, options: SteppedOptions, task: SteppedTask = {}): SteppedResult => {
  const { structure } = stepped;
  const { shut = new Uint8Array(structure.supplierCount), below = Infinity } = task;
  const bound = steppedBound(stepped);
  const context: Context = {
    stepped,
    options,
    bound,
    shut,
    entryOf: undefined,
    cost: below,
    cutoff: below,
    lower: 0,
    nodes: 0,
  };
  if (task.shut === undefined) relax(context);
  else
    tryBasket(
      context,
      () => true,
      (e) => structure.entryCost[e] as number,
    );
  if (!task.isQuick && context.lower < context.cost && !options.isOver()) {
    searchBelow(context, firstMultipliers(structure, bound.scale));
  }
  const { entryOf, cost } = context;
  return { entryOf, cost, lowerBound: Math.min(context.lower, cost) };
};
