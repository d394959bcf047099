/**
 * What is left of a node once its suppliers and the windows of their orders are decided: every
 * block chooses how it is served, and the goods of each supplier stay within its window. Only the
 * windows are relaxed, with a weight w a supplier as in `bound.ts`, which is climbed one at a time;
 * then every way to depart from the choices that the weights say is tried, as long as what that
 * costs beside the bound leaves room for a better basket.
 */
import type { OrderWindow } from '../order-windows.ts';
import type { Residual, Way } from './ways.ts';
import { climb, weighted } from './weights.ts';

/** How a residual is searched. */
export interface ResidualSearch {
  /** Only cheaper baskets are looked for. */
  readonly below: number;
  /** Nodes after which it is given up. */
  readonly mostNodes: number;
  readonly isOver: () => boolean;
  /** Called with the best basket, as the entries of its rows. */
  readonly onBetter: (entries: readonly number[]) => void;
}

/** A block with several ways that may be part of a better basket, the best by weights first. */
interface Open {
  readonly ways: readonly Way[];
  /** What each costs beside the best, by weights. */
  readonly dearer: readonly number[];
}

/** Blocks that are decided by the bound, and those that are not, of which most depends first. */
interface Core {
  readonly settled: readonly Way[];
  readonly open: readonly Open[];
}

const coreOf = ({ blocks }: Residual, weights: Float64Array, room: number): Core => {
  const settled: Way[] = [];
  const open: Open[] = [];
  for (const ways of blocks) {
    const valued = ways.map((way) => ({ way, value: weighted(way, weights) })).sort((a, b) => a.value - b.value);
    const [first, ...others] = valued;
    if (first === undefined) continue;
    const left = [first, ...others.filter(({ value }) => value - first.value < room)];
    if (left.length === 1) settled.push(first.way);
    else open.push({ ways: left.map(({ way }) => way), dearer: left.map(({ value }) => value - first.value) });
  }
  return { settled, open: open.sort((a, b) => (b.dearer[1] as number) - (a.dearer[1] as number)) };
};

/** The least or the most goods that the blocks from each on may give to each place. */
const goodsAhead = (open: readonly Open[], places: number, pick: (...values: number[]) => number): Float64Array[] => {
  const list = [new Float64Array(places)];
  for (const { ways } of open.toReversed()) {
    const after = list.at(-1) as Float64Array;
    const given = (way: Way, place: number): number => way.goods.find(([at]) => at === place)?.[1] ?? 0;
    list.push(after.map((value, place) => value + pick(...ways.map((way) => given(way, place)))));
  }
  return list.reverse();
};

/** A basket of the first blocks. */
interface State {
  readonly cost: number;
  /** What it costs beside the best ways, by weights. */
  readonly dearer: number;
  readonly goods: Float64Array;
  readonly way: Way | undefined;
  readonly before: State | undefined;
}

const withWay = (state: State, way: Way, dearer: number): State => {
  const goods = state.goods.slice();
  for (const [place, value] of way.goods) goods[place] = (goods[place] as number) + value;
  return { cost: state.cost + way.cost, dearer: state.dearer + dearer, goods, way, before: state };
};

/** States that each is compared with; one that is not found to be dominated stays. */
const mostCompared = 150;

/**
 * States of which no other costs no more and has goods that are as good: more where a window may
 * be missed from below, fewer where from above.
 */
const withoutDominated = (states: State[], risks: readonly (readonly [place: number, sign: number])[]): State[] => {
  const ofRisk = ({ goods }: State, [place, sign]: readonly [number, number]): number =>
    (goods[place] as number) * sign;
  const [only, ...others] = risks;
  states.sort((a, b) => a.cost - b.cost || (only === undefined ? 0 : ofRisk(b, only) - ofRisk(a, only)));
  if (only === undefined) return states.slice(0, 1);
  const kept: State[] = [];
  if (others.length === 0) {
    let most = -Infinity;
    for (const state of states) {
      const value = ofRisk(state, only);
      if (value <= most) continue;
      most = value;
      kept.push(state);
    }
    return kept;
  }
  for (const state of states) {
    const isDominated = kept
      .slice(-mostCompared)
      .some((other) => risks.every((risk) => ofRisk(other, risk) >= ofRisk(state, risk)));
    if (!isDominated) kept.push(state);
  }
  return kept;
};

/** Whether a state at a depth can still come into every window. */
const reaches = (
  { goods }: Pick<State, 'goods'>,
  windows: readonly OrderWindow[],
  low: Float64Array,
  high: Float64Array,
): boolean =>
  windows.every(({ from, until }, place) => {
    const value = goods[place] as number;
    return value + (high[place] as number) >= from && value + (low[place] as number) < until;
  });

/** The windows that some of the baskets ahead may miss, from below (1) or from above (-1). */
const risksOf = (
  windows: readonly OrderWindow[],
  { goods }: State,
  low: Float64Array,
  high: Float64Array,
): readonly (readonly [number, number])[] =>
  windows.flatMap(({ from, until }, place) => {
    const value = goods[place] as number;
    const risks: (readonly [number, number])[] = [];
    if (value + (low[place] as number) < from) risks.push([place, 1]);
    if (value + (high[place] as number) >= until) risks.push([place, -1]);
    return risks;
  });

const entriesOf = (last: State, settled: readonly Way[]): readonly number[] => {
  const entries = settled.flatMap((way) => way.entries);
  for (let state: State | undefined = last; state !== undefined; state = state.before) {
    entries.push(...(state.way?.entries ?? []));
  }
  return entries;
};

/** A window that keeps nothing out. */
const anything: OrderWindow = { from: 0, until: Infinity, cost: 0 };

/** The windows that the weights say bind; only those are looked at on the way. */
const bindingOf = ({ windows }: Residual, weights: Float64Array): readonly OrderWindow[] =>
  windows.map((window, place) => (weights[place] === 0 ? anything : window));

/** The cheapest basket of the core within some windows; undefined: none is cheap enough. */
const cheapestOf = (
  { settled, open }: Core,
  { orders, windows }: Residual,
  binding: readonly OrderWindow[],
  { room, mostStates, isOver }: { room: number; mostStates: number; isOver: () => boolean },
): State | 'given up' | undefined => {
  const lows = goodsAhead(open, windows.length, Math.min);
  const highs = goodsAhead(open, windows.length, Math.max);
  let first: State = {
    cost: orders,
    dearer: 0,
    goods: new Float64Array(windows.length),
    way: undefined,
    before: undefined,
  };
  for (const way of settled) first = { ...withWay(first, way, 0), way: undefined, before: undefined };
  const risks = risksOf(binding, first, lows[0] as Float64Array, highs[0] as Float64Array);
  let states: readonly State[] = [first];
  for (const [index, { ways, dearer }] of open.entries()) {
    const next: State[] = [];
    for (const state of states) {
      for (const [at, way] of ways.entries()) {
        if (state.dearer + (dearer[at] as number) >= room) break;
        const following = withWay(state, way, dearer[at] as number);
        if (reaches(following, binding, lows[index + 1] as Float64Array, highs[index + 1] as Float64Array))
          next.push(following);
      }
    }
    states = withoutDominated(next, risks);
    if (states.length > mostStates || isOver()) return 'given up';
  }
  return states[0];
};

/** A search of what is left of a node. */
interface Searching {
  readonly task: ResidualSearch;
  below: number;
  nodes: number;
}

const isHeldBy = (windows: readonly OrderWindow[], goods: Float64Array): boolean =>
  windows.every(({ from, until }, place) => (goods[place] as number) >= from && (goods[place] as number) < until);

/** Several windows that bind make many partial baskets that cannot be compared. */
const fewStates = 150;

/**
 * Climbs, fixes, and lists the partial baskets where they are few; else the block that is least
 * sure takes its best way, or one of the others. Returns a bound of the baskets below.
 */
const visit = (residual: Residual, from: Float64Array, searching: Searching): number => {
  const { task } = searching;
  searching.nodes += 1;
  if (residual.blocks.some((ways) => ways.length === 0)) return Infinity;
  const weights = from.slice();
  const bound = climb(residual, weights);
  if (bound >= searching.below) return bound;
  if (searching.nodes > task.mostNodes || task.isOver()) return bound;
  const room = searching.below - bound;
  const core = coreOf(residual, weights, room);
  const binding = bindingOf(residual, weights);
  const isOne = weights.filter((weight) => weight !== 0).length <= 1;
  const best = cheapestOf(core, residual, binding, {
    room,
    mostStates: isOne ? 5_000 : fewStates,
    isOver: task.isOver,
  });
  if (best === undefined) return searching.below;
  if (best !== 'given up') {
    if (best.cost >= searching.below) return searching.below;
    if (isHeldBy(residual.windows, best.goods)) {
      searching.below = best.cost;
      task.onBetter(entriesOf(best, core.settled));
      return best.cost;
    }
  }
  const open = core.open.at(-1);
  const [first, ...others] = open?.ways ?? [];
  if (first === undefined) return bound;
  const kept = new Map([
    ...core.settled.map((way) => [way, [way]] as const),
    ...core.open.map(({ ways }) => [ways[0], ways] as const),
  ]);
  const parts = [[first], others].map((ways) => ({
    ...residual,
    blocks: [...kept.values()].map((each) => (each === open?.ways ? ways : each)),
  }));
  return parts.reduce(
    (least, part) => Math.min(least, bound >= searching.below ? bound : visit(part, weights, searching)),
    Infinity,
  );
};

/**
 * Searches the rest of a node. Returns a bound of its baskets: at least `below` where none is
 * cheaper, the cost of the best where that was found, and less where it was given up.
 */
export const searchResidual = (residual: Residual, task: ResidualSearch): number =>
  visit(residual, new Float64Array(residual.windows.length), { task, below: task.below, nodes: 0 });
